// The hub's actor: the registry of sockets, members and rooms.
package actors

import (
	"time"

	"muster/actors/presence"
	"muster/actors/ratelimit"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store"
	"muster/store/bus"
	"muster/store/desk"
)

// Messages to the hub.
type (
	// hubConnect creates the actor of a session; made is closed once it exists.
	hubConnect struct {
		session *session.Session
		made    chan<- struct{}
	}
	// hubArrive: a session has been authenticated. since is the site event up to
	// which the result is known to hold.
	hubArrive struct {
		session *session.Session
		caller  store.Caller
		since   int64
	}
	// hubEnter passes a session on to a room that it may enter. That was known
	// when the site log was read up to since.
	hubEnter struct {
		enter room.Enter
		room  string
		since int64
	}
	// hubLeave takes a session out of its room.
	hubLeave struct {
		session *session.Session
		ticket  int64
	}
	// hubSite is the next site event. Each is a message of its own, so that one
	// that cannot be handled does not lose the others.
	hubSite struct{ event store.SiteEvent }
	// hubNamed is a name that a recheck found while the site log was known up to
	// siteSeq.
	hubNamed struct {
		member, name string
		siteSeq      int64
	}
	// hubSiteKnown is the result of the first poll of the site log.
	hubSiteKnown struct{ seq int64 }
	// hubReopen has the sessions of a failed room enter it again.
	hubReopen struct{ lost []lostSubscription }
	// hubFlushNotices sends the notices that are due.
	hubFlushNotices struct{}
)

// lostSubscription is a session whose room failed, with the message that says so.
type lostSubscription struct {
	session *session.Session
	lost    session.RoomLost
}

type hubActor struct {
	hub            *Hub
	sockets        map[string]*socket // by the id of the session's actor
	rooms          map[string]*room.Handle
	byRoom         map[string]*room.Handle // by the id of the room's actor
	empty          map[string]time.Time    // by room: when it was first seen empty
	failures       map[string]failure      // by room
	broadcasts     latestBroadcasts
	children       []*child
	rightsSeq      int64 // the last site event that may have taken a right away
	presence       *chatMembers
	local          *presence.Local // the presence that this node publishes; nil without a bus
	peers          *presence.Peers // the presence that the other nodes publish; nil without a bus
	flushScheduled bool            // a timer for hubFlushPresence is set
	digestAt       time.Time       // of the next digest
	startedAt      time.Time
	stopStatus     func()
	lag            time.Duration // the worst lately
	lagAt          time.Time     // when it was
	peerStatus     map[string]desk.NodeStatus
}

func newHubActor(h *Hub) *hubActor {
	a := &hubActor{
		hub: h, sockets: map[string]*socket{}, rooms: map[string]*room.Handle{}, byRoom: map[string]*room.Handle{},
		empty: map[string]time.Time{}, failures: map[string]failure{}, broadcasts: latestBroadcasts{}, children: newChildren(h), presence: newChatMembers(),
		startedAt: h.node.Now(), peerStatus: map[string]desk.NodeStatus{}, stopStatus: func() {},
	}
	if bus := h.cfg.Bus; bus != nil {
		a.local, a.peers = presence.NewLocal(bus.NodeID()), presence.NewPeers(bus.NodeID())
	}
	return a
}

func (a *hubActor) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case hubConnect:
		a.connect(self, m)
	case hubArrive:
		a.arrive(m)
	case hubWatch:
		a.watch(m)
	case hubEnter:
		a.enter(self, m)
	case hubLeave:
		a.leave(m)
	case hubSite:
		a.hub.siteSeq.Store(m.event.Seq)
		if m.event.Kind != store.Renamed {
			a.rightsSeq = m.event.Seq
		}
		a.site(m.event)
	case hubSiteKnown:
		a.hub.siteSeq.Store(m.seq)
		a.rightsSeq = m.seq
		a.toSessions(session.Recheck{})
	case hubBroadcast:
		a.broadcast(m.values)
	case hubFlag:
		a.flag(m.flag)
	case hubRead:
		a.read(m.states)
	case hubMarks:
		a.marks(m.marks)
	case hubActivity:
		a.activity(m)
	case hubPush:
		a.push(m.frame)
	case hubToChild:
		a.toChild(m)
	case hubStartChildren:
		a.startChildren(self)
	case hubReopen:
		for _, l := range m.lost {
			runtime.Tell(l.session.Ref(), l.lost)
		}
	case hubNamed:
		a.named(m)
	case hubPeople:
		a.people(m)
	case hubRoomCounts:
		a.roomCounts(m)
	case hubPresent:
		a.present(m)
	case hubFlushNotices:
		a.presence.noticeTimer = false
		a.sendNotices(a.hub.node.Now())
	case hubMemberChanged:
		a.memberChanged(m)
	case hubPeerPresence:
		a.peerPresence(m.presence)
	case hubFlushPresence:
		a.flushScheduled = false
		a.flushPresence()
	case hubCloseIdleRooms:
		a.closeIdleRooms()
	case hubPresenceTick:
		a.presenceTick()
	case hubRevalidate:
		a.revalidate(m.wait)
	case hubStatus:
		a.noteStatus(m.due)
	case hubNodes:
		a.nodes(m)
	case hubActivityRestarted:
		a.toSessions(session.ActivityRestarted{})
	case hubBusGap:
		a.busGap()
	case runtime.ChildStopped:
		a.childStopped(m.ID)
	}
}

func (a *hubActor) Stopping() { a.stopStatus() }
func (a *hubActor) Stopped() {
	a.announceLeave()
	close(a.hub.ended)
}

func (a *hubActor) connect(self runtime.Self, m hubConnect) {
	if !a.hub.stopping.Load() {
		m.session.Spawn(self)
		a.sockets[m.session.Ref().ID()] = &socket{session: m.session, out: m.session.Outbox()}
		close(m.made)
		return
	}
	m.session.Outbox().Close(wire.CloseRestart, "restart")
	m.session.End()
	close(m.made)
}

// admit finds the socket and its member, and refuses who has too many sockets or comes
// too fast. The socket is nil when it is gone or refused.
func (a *hubActor) admit(of *session.Session, caller store.Caller, since int64) (*socket, *chatMember) {
	so := a.sockets[of.Ref().ID()]
	if so == nil {
		return nil, nil
	}
	who := a.presence.find(caller.Member.ID, a.presence.newestName(caller.Member.ID, caller.Member.Username, since))
	if len(who.sockets)+len(who.watching) >= ratelimit.SocketsPerMember {
		runtime.Tell(of.Ref(), session.Refused{Why: errTooManySockets()})
		return nil, nil
	}
	if wait, ok := a.hub.sessions.Rates.Arrive(who.limits, a.hub.node.Now()); !ok {
		runtime.Tell(of.Ref(), session.Refused{Why: ratelimit.ErrTooFast(wait)})
		return nil, nil
	}
	return so, who
}

// arrive adds a member to chat. It pushes joined itself, so that joined
// precedes every notice sent to everybody.
func (a *hubActor) arrive(m hubArrive) {
	so, who := a.admit(m.session, m.caller, m.since)
	if so == nil {
		return
	}
	now := a.hub.node.Now()
	so.limits, so.sessionID = who.limits, m.caller.Session.ID
	first := a.presence.arrive(who, so)
	a.publishCount()
	stale := m.since < a.rightsSeq || m.since < 0
	m.session.Outbox().Push(wire.Encode(wire.Joined{
		UserID: who.limits.ID, Username: who.name, IsAdmin: m.caller.Member.IsAdmin, OnlineCount: a.presence.count(),
	}))
	runtime.Tell(m.session.Ref(), session.Arrived{Limits: who.limits, Name: who.name, Stale: stale})
	if first {
		a.publishChange(bus.PresenceChange{MemberID: who.limits.ID, Name: who.name, Here: true})
		if !a.presence.remote.Has(who.limits.ID) {
			a.noticeJoined(who.limits.ID, who.name, now)
		}
	}
}

// publishCount publishes the number of people in chat for the other goroutines.
func (a *hubActor) publishCount() { a.hub.online.Store(int64(a.presence.count())) }

// childStopped cleans up after a room or a session that stopped.
func (a *hubActor) childStopped(id string) {
	if h := a.byRoom[id]; h != nil {
		a.roomGone(h)
		return
	}
	if a.childEnded(id) {
		return
	}
	so := a.sockets[id]
	if so == nil {
		return
	}
	delete(a.sockets, id)
	if so.room != nil {
		runtime.Tell(so.room.Ref, room.Leave{Session: so.session, Quiet: true})
	}
	if so.limits == nil {
		return
	}
	now := a.hub.node.Now()
	who := a.presence.people[so.limits.ID]
	if so.watches {
		a.presence.unwatch(who, so, now)
		return
	}
	if last := a.presence.depart(who, so, now); last {
		a.publishCount()
		a.publishChange(bus.PresenceChange{MemberID: who.limits.ID})
		if !a.presence.remote.Has(who.limits.ID) {
			a.noticeLeft(who.limits.ID, who.name, now)
		}
	}
}

func errTooManySockets() *store.Error {
	return store.NewErrorReason(store.Limited, "too_many_sockets", "Too many open connections")
}

// toSessions sends a message to every session that has joined or watches.
func (a *hubActor) toSessions(msg any) {
	for so := range a.presence.everySocket() {
		runtime.Tell(so.session.Ref(), msg)
	}
}
