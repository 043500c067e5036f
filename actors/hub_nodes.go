// The hub among other hubs: what it hears of them goes where it belongs, and
// what happens here is told to them. Presence crosses as soft state (here.go,
// elsewhere.go); room events go to their rooms, which apply them in order.
package actors

import (
	"muster/store"
)

// ear is the hub as the bus sees it. Its methods only leave a message.
type ear struct{ hub *Hub }

// Gap implements store.Listener: the log is asked at once, and after a gap in
// everything the other nodes are asked who is there.
func (e ear) Gap(room string) {
	e.hub.watcher.poke()
	if room == "" {
		tell(e.hub.ref, hubGap{})
	}
}

// RoomEvents implements store.Listener. The frames are encoded here, in the
// bus's goroutine, so that the room does not spend its time on it.
func (e ear) RoomEvents(room string, events []store.Event) {
	if !e.hub.fresh() {
		return // the log has them
	}
	if handle := e.hub.live(room); handle != nil {
		tell(handle.ref, roomAnnounced{announce(events)})
	}
}

// SiteReached implements store.Listener.
func (e ear) SiteReached(seq int64) { e.hub.watcher.hear(seq) }

// RoomTyping implements store.Listener.
func (e ear) RoomTyping(room string, t store.Typing) {
	if !e.hub.fresh() {
		return
	}
	if handle := e.hub.live(room); handle != nil {
		tell(handle.ref, roomHint{t})
	}
}

// Presence implements store.Listener.
func (e ear) Presence(p store.Presence) { tell(e.hub.ref, hubHeard{p}) }

// Messages to the hub.
type (
	// hubSeated: somebody is in a room of this node, or no longer.
	hubSeated struct {
		room   *roomHandle
		change store.PresenceChange
	}
	// hubHeard is what another node says of its people.
	hubHeard struct{ said store.Presence }
	// hubFlush tells the other nodes what changed.
	hubFlush struct{}
	// hubLook looks for silent nodes, and now and then says that this one lives.
	hubLook struct{}
	// hubGap: anything may have been missed.
	hubGap struct{}
)

// seated notes a change in a live room.
func (a *hubActor) seated(m hubSeated) {
	if a.rooms[m.room.id] == m.room {
		a.tellOthers(m.change)
	}
}

// tellOthers gathers a change for the other nodes.
func (a *hubActor) tellOthers(c store.PresenceChange) {
	if a.here != nil {
		a.here.put(c)
		a.flushSoon()
	}
}

// emptied notes that a room has nobody any more on this node.
func (a *hubActor) emptied(room string) {
	if a.here != nil {
		a.hub.cfg.Bus.Unsubscribe(room)
		a.here.clear(room)
		a.flushSoon()
	}
}

func (a *hubActor) flushSoon() {
	if !a.flushing && a.here.due() {
		a.flushing = true
		a.hub.cfg.After(store.PresenceBatchWindow, func() { tell(a.hub.ref, hubFlush{}) })
	}
}

func (a *hubActor) flush() {
	for _, p := range a.here.flush(a.hub.now()) {
		a.hub.cfg.Bus.PublishPresence(p)
	}
	a.flushSoon()
}

// look forgets who has been silent and, every store.PresenceBeat, says that
// this node lives.
func (a *hubActor) look() {
	now := a.hub.now()
	a.elsewhere(a.far.expire(now))
	if !now.Before(a.beatAt) {
		a.beatAt = now.Add(store.PresenceDigestEvery)
		a.hub.cfg.Bus.PublishPresence(a.here.digest())
	}
	a.hub.cfg.After(presenceLook, func() { tell(a.hub.ref, hubLook{}) })
}

// heard takes in what another node says, and asks it for what was missed.
func (a *hubActor) heard(p store.Presence) {
	if p.Kind == store.PresenceAsk {
		if p.Of == "" || p.Of == a.here.node {
			a.here.wanted()
			a.flushSoon()
		}
		return
	}
	changes, ask := a.far.hear(p, a.hub.now())
	a.elsewhere(changes)
	if ask {
		a.ask(p.Node)
	}
}

// missed tells everybody where this node stands and asks where they do.
func (a *hubActor) missed() {
	a.here.wanted()
	a.flushSoon()
	a.ask("")
}

func (a *hubActor) ask(node string) {
	a.hub.cfg.Bus.PublishPresence(store.Presence{Node: a.here.node, Kind: store.PresenceAsk, Of: node})
}

// goodbye says that nobody is on this node any more.
func (a *hubActor) goodbye() {
	if a.here != nil {
		a.hub.cfg.Bus.PublishPresence(store.Presence{Node: a.here.node, Kind: store.PresenceBye})
	}
}

// elsewhere brings changes on the other nodes to the chat and to the rooms.
func (a *hubActor) elsewhere(changes []store.PresenceChange) {
	rooms := map[string][]store.PresenceChange{}
	now := a.hub.now()
	for _, c := range changes {
		if c.Room != "" {
			rooms[c.Room] = append(rooms[c.Room], c)
			continue
		}
		news := a.presence.elsewhere(c)
		a.counted()
		switch {
		case news && c.Here:
			a.tellJoined(c.MemberID, c.Name, now)
		case news:
			a.tellLeft(c.MemberID, c.Name, now)
		}
	}
	for room, of := range rooms {
		if handle := a.rooms[room]; handle != nil {
			tell(handle.ref, roomElsewhere{of})
		}
	}
}

// renamedElsewhere keeps the names of whoever is on other nodes, and of whoever
// is here in what the others are told.
func (a *hubActor) renamedElsewhere(member, name string) {
	if a.here == nil {
		return
	}
	a.presence.abroad.rename(member, name)
	a.far.rename(member, name)
	a.here.rename(member, name)
	a.flushSoon()
}
