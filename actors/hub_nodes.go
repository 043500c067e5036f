// The hub among other hubs: what it hears of them goes where it belongs, and
// what happens here is told to them. Presence crosses as soft state (here.go,
// elsewhere.go); room events go to their rooms, which apply them in order.
package actors

import (
	"muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store"
)

// busListener is the hub as the bus sees it. Its methods only leave a message.
type busListener struct{ hub *Hub }

// Gap implements store.Listener: the log is asked at once, and after a gap in
// everything the other nodes are asked who is there.
func (e busListener) Gap(room string) {
	e.hub.poller.trigger()
	if room == "" {
		runtime.Tell(e.hub.ref, hubBusGap{})
	}
}

// RoomEvents implements store.Listener. The frames are encoded here, in the
// bus's goroutine, so that the room does not spend its time on it.
func (e busListener) RoomEvents(room string, events []store.Event) {
	if !e.hub.pollIsCurrent() {
		return // the log has them
	}
	if handle := e.hub.live(room); handle != nil {
		runtime.Tell(handle.ref, roomAnnounced{roomlog.Announce(events)})
	}
}

// SiteReached implements store.Listener.
func (e busListener) SiteReached(seq int64) { e.hub.poller.siteReached(seq) }

// Broadcast implements store.Listener.
func (e busListener) Broadcast(b store.Broadcast) {
	runtime.Tell(e.hub.ref, hubBroadcast{[]store.Broadcast{b}})
}

// RoomTyping implements store.Listener.
func (e busListener) RoomTyping(room string, t store.Typing) {
	if !e.hub.pollIsCurrent() {
		return
	}
	if handle := e.hub.live(room); handle != nil {
		runtime.Tell(handle.ref, roomRemoteTyping{t})
	}
}

// Presence implements store.Listener.
func (e busListener) Presence(p store.Presence) { runtime.Tell(e.hub.ref, hubPeerPresence{p}) }

// Messages to the hub.
type (
	// hubMemberChanged: somebody is in a room of this node, or no longer.
	hubMemberChanged struct {
		room   *roomHandle
		change store.PresenceChange
	}
	// hubPeerPresence is what another node says of its people.
	hubPeerPresence struct{ presence store.Presence }
	// hubFlushPresence tells the other nodes what changed.
	hubFlushPresence struct{}
	// hubPresenceTick looks for silent nodes, and now and then says that this one lives.
	hubPresenceTick struct{}
	// hubBusGap: anything may have been missed.
	hubBusGap struct{}
)

// memberChanged notes a change in a live room.
func (a *hubActor) memberChanged(m hubMemberChanged) {
	if a.rooms[m.room.id] == m.room {
		a.publishChange(m.change)
	}
}

// publishChange gathers a change for the other nodes.
func (a *hubActor) publishChange(c store.PresenceChange) {
	if a.local != nil {
		a.local.Put(c)
		a.scheduleFlush()
	}
}

// roomEmptied notes that a room has nobody any more on this node.
func (a *hubActor) roomEmptied(room string) {
	if a.local != nil {
		a.hub.cfg.Bus.Unsubscribe(room)
		a.local.ClearRoom(room)
		a.scheduleFlush()
	}
}

func (a *hubActor) scheduleFlush() {
	if !a.flushScheduled && a.local.Due() {
		a.flushScheduled = true
		a.hub.cfg.After(store.PresenceBatchWindow, func() { runtime.Tell(a.hub.ref, hubFlushPresence{}) })
	}
}

func (a *hubActor) flushPresence() {
	for _, p := range a.local.Flush(a.hub.now()) {
		a.hub.cfg.Bus.PublishPresence(p)
	}
	a.scheduleFlush()
}

// presenceTick forgets who has been silent and, every store.PresenceBeat, says that
// this node lives.
func (a *hubActor) presenceTick() {
	now := a.hub.now()
	a.applyRemote(a.peers.Expire(now))
	if !now.Before(a.digestAt) {
		a.digestAt = now.Add(store.PresenceDigestEvery)
		a.hub.cfg.Bus.PublishPresence(a.local.Digest())
	}
	a.hub.cfg.After(presenceTick, func() { runtime.Tell(a.hub.ref, hubPresenceTick{}) })
}

// peerPresence takes in what another node says, and asks it for what was missed.
func (a *hubActor) peerPresence(p store.Presence) {
	if p.Kind == store.PresenceSnapshotRequest {
		if p.Of == "" || p.Of == a.local.Node {
			a.local.RequestSnapshot()
			a.scheduleFlush()
		}
		return
	}
	changes, ask := a.peers.Receive(p, a.hub.now())
	a.applyRemote(changes)
	if ask {
		a.requestSnapshot(p.Node)
	}
}

// busGap tells everybody where this node stands and asks where they do.
func (a *hubActor) busGap() {
	a.local.RequestSnapshot()
	a.scheduleFlush()
	a.requestSnapshot("")
}

func (a *hubActor) requestSnapshot(node string) {
	a.hub.cfg.Bus.PublishPresence(store.Presence{Node: a.local.Node, Kind: store.PresenceSnapshotRequest, Of: node})
}

// announceLeave says that nobody is on this node any more.
func (a *hubActor) announceLeave() {
	if a.local != nil {
		a.hub.cfg.Bus.PublishPresence(store.Presence{Node: a.local.Node, Kind: store.PresenceLeave})
	}
}

// applyRemote brings changes on the other nodes to the chat and to the rooms.
func (a *hubActor) applyRemote(changes []store.PresenceChange) {
	rooms := map[string][]store.PresenceChange{}
	now := a.hub.now()
	for _, c := range changes {
		if c.Room != "" {
			rooms[c.Room] = append(rooms[c.Room], c)
			continue
		}
		news := a.presence.applyRemote(c)
		a.publishCount()
		switch {
		case news && c.Here:
			a.noticeJoined(c.MemberID, c.Name, now)
		case news:
			a.noticeLeft(c.MemberID, c.Name, now)
		}
	}
	for room, of := range rooms {
		if handle := a.rooms[room]; handle != nil {
			runtime.Tell(handle.ref, roomRemoteChanged{of})
		}
	}
}

// renameRemote keeps the names of whoever is on other nodes, and of whoever
// is here in what the others are told.
func (a *hubActor) renameRemote(member, name string) {
	if a.local == nil {
		return
	}
	a.presence.remote.Rename(member, name)
	a.peers.Rename(member, name)
	a.local.Rename(member, name)
	a.scheduleFlush()
}
