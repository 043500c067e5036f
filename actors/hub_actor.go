// The hub's actor: the registry of sockets, members and rooms.
package actors

import (
	"time"

	"muster/actors/wire"
	"muster/store"
)

// Messages to the hub.
type (
	// hubConnect makes the actor of a session; made is closed once it has one.
	hubConnect struct {
		session *Session
		made    chan<- struct{}
	}
	// hubArrive: a session has proved who it is. since is the site event up to
	// which that was known.
	hubArrive struct {
		session *Session
		caller  store.Caller
		since   int64
	}
	// hubEnter passes a session on to a room that it may enter, as far as the
	// site log was known at since.
	hubEnter struct {
		enter roomEnter
		room  string
		since int64
	}
	// hubLeave takes a session out of its room.
	hubLeave struct {
		session *Session
		ticket  int64
	}
	// hubSite is the next site event. Each comes alone, so that one which cannot
	// be handled takes no other with it.
	hubSite struct{ event store.SiteEvent }
	// hubSiteKnown is the first look at the site log.
	hubSiteKnown struct{ seq int64 }
	// hubReopen lets the sessions of a failed room in again.
	hubReopen struct{ lost []lostSeat }
	// hubTell tells everybody how many people are in chat now.
	hubTell struct{}
)

// socket is what the hub keeps of one session.
type socket struct {
	session   *Session
	sessionID string  // of the signed-in browser; "" before it joined
	member    *member // nil before it joined
	room      *roomHandle
	ticket    int64       // of the last entry or leave
	left      *roomHandle // the room whose roomLeft may still be due
}

// lostSeat is a session whose room failed, with the entry it had there.
type lostSeat struct {
	session *Session
	lost    roomLost
}

type hubActor struct {
	hub      *Hub
	sockets  map[string]*socket // by the id of the session's actor
	rooms    map[string]*roomHandle
	byRoom   map[string]*roomHandle // by the id of the room's actor
	empty    map[string]time.Time   // by room: since when nobody was seen in it
	failures map[string]failure     // by room
	presence *presence
	here     *here      // what the other nodes are told; nil without others
	far      *elsewhere // who is on the other nodes; nil without others
	flushing bool       // a timer for hubFlush is set
	beatAt   time.Time  // of the next digest
}

func newHubActor(h *Hub) *hubActor {
	a := &hubActor{
		hub: h, sockets: map[string]*socket{}, rooms: map[string]*roomHandle{}, byRoom: map[string]*roomHandle{},
		empty: map[string]time.Time{}, failures: map[string]failure{}, presence: newPresence(),
	}
	if bus := h.cfg.Bus; bus != nil {
		a.here, a.far = newHere(bus.NodeID()), newElsewhere(bus.NodeID())
	}
	return a
}

func (a *hubActor) receive(self self, msg any) {
	switch m := msg.(type) {
	case hubConnect:
		a.connect(self, m)
	case hubArrive:
		a.arrive(m)
	case hubEnter:
		a.enter(self, m)
	case hubLeave:
		a.leave(m)
	case hubSite:
		a.hub.siteSeq.Store(m.event.Seq)
		a.site(m.event)
	case hubSiteKnown:
		a.hub.siteSeq.Store(m.seq)
		a.toSessions(sessionDoubt{})
	case hubReopen:
		for _, l := range m.lost {
			tell(l.session.ref, l.lost)
		}
	case hubTell:
		a.presence.timing = false
		a.tellCount()
	case hubSeated:
		a.seated(m)
	case hubHeard:
		a.heard(m.said)
	case hubFlush:
		a.flushing = false
		a.flush()
	case hubIdle:
		a.idle()
	case hubLook:
		a.look()
	case hubSettle:
		a.settle(m.wait)
	case hubGap:
		a.missed()
	case childGone:
		a.gone(m.id)
	}
}

func (a *hubActor) stopping() {}
func (a *hubActor) stopped() {
	a.goodbye()
	close(a.hub.ended)
}

func (a *hubActor) connect(self self, m hubConnect) {
	if !a.hub.stopping.Load() {
		m.session.ref = self.spawn("session", newSessionActor(m.session))
		a.sockets[m.session.ref.id()] = &socket{session: m.session}
		tell(m.session.ref, sessionBegin{})
		close(m.made)
		return
	}
	m.session.out.Close(wire.CloseRestart, "restart")
	m.session.end()
	close(m.made)
}

// arrive brings a member into chat (WS-9, WS-34). joined is pushed here, before
// anything that is told to everybody.
func (a *hubActor) arrive(m hubArrive) {
	so := a.sockets[m.session.ref.id()]
	if so == nil {
		return
	}
	now := a.hub.now()
	who := a.presence.person(m.caller.Member.ID, m.caller.Member.Username)
	if len(who.sockets) >= socketsPerMember {
		tell(m.session.ref, sessionCrowded{errCrowded()})
		return
	}
	if wait, ok := a.hub.pace.arrive(who.member, now); !ok {
		tell(m.session.ref, sessionCrowded{tooFast(wait)})
		return
	}
	so.member, so.sessionID = who.member, m.caller.Session.ID
	first := a.presence.arrive(who, so)
	a.counted()
	stale := m.since < 0 || m.since != a.hub.siteSeq.Load()
	m.session.out.Push(wire.Encode(wire.Joined{
		UserID: who.member.id, Username: who.name, IsAdmin: m.caller.Member.IsAdmin, OnlineCount: a.presence.count(),
	}))
	tell(m.session.ref, sessionArrived{who.member, stale})
	if first {
		a.tellOthers(store.PresenceChange{MemberID: who.member.id, Name: who.name, Here: true})
		if !a.presence.abroad.has(who.member.id) {
			a.tellJoined(who.member.id, who.name, now)
		}
	}
}

// counted shows the count to those who are not the hub's actor.
func (a *hubActor) counted() { a.hub.online.Store(int64(a.presence.count())) }

// tellJoined tells everybody that somebody came into chat, on whatever node.
func (a *hubActor) tellJoined(id, name string, now time.Time) {
	a.tellSoon(now, news{func(count int) wire.Out {
		return wire.UserJoined{UserID: id, Username: name, OnlineCount: count}
	}, id})
}

// tellLeft tells everybody that somebody left chat as a whole.
func (a *hubActor) tellLeft(id, name string, now time.Time) {
	a.tellSoon(now, news{func(count int) wire.Out {
		return wire.UserLeft{UserID: id, Username: name, OnlineCount: count}
	}, id})
}

// gone ends what belonged to a child that stopped.
func (a *hubActor) gone(id string) {
	if h := a.byRoom[id]; h != nil {
		a.roomGone(h)
		return
	}
	so := a.sockets[id]
	if so == nil {
		return
	}
	delete(a.sockets, id)
	if so.room != nil {
		tell(so.room.ref, roomLeave{session: so.session, quiet: true})
	}
	if so.member == nil {
		return
	}
	now := a.hub.now()
	who := a.presence.people[so.member.id]
	if last := a.presence.depart(who, so, now); last {
		a.counted()
		a.tellOthers(store.PresenceChange{MemberID: who.member.id})
		if !a.presence.abroad.has(who.member.id) {
			a.tellLeft(who.member.id, who.name, now)
		}
	}
}

// tellSoon tells everybody at once, or in a storm or a crowd at the next beat.
func (a *hubActor) tellSoon(now time.Time, n news) {
	c := &a.presence.crowd
	c.put(now, a.presence.count(), n)
	if wait := c.at.Sub(now); wait <= 0 {
		a.tellCount()
	} else if !a.presence.timing {
		a.presence.timing = true
		a.hub.cfg.After(wait, func() { tell(a.hub.ref, hubTell{}) })
	}
}

// tellCount tells everybody what is due.
func (a *hubActor) tellCount() {
	p, now := a.presence, a.hub.now()
	if len(p.crowd.pending) == 0 {
		return
	}
	t := p.crowd.take(now, p.count())
	for _, so := range p.joined {
		t.to(so.session.out, so.member.id)
	}
}

// toSessions tells every session that has joined.
func (a *hubActor) toSessions(msg any) {
	for _, so := range a.presence.joined {
		tell(so.session.ref, msg)
	}
}
