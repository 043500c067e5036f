// The hub among the hubs of other nodes: it passes on what they publish and
// publishes what happens on this node. Presence is exchanged as soft state
// (package presence); room events go to their rooms, which apply them in order.
package actors

import (
	livedesk "muster/actors/desk"
	"muster/actors/room"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store"
	"muster/store/bus"
	"muster/store/chat"
	"muster/store/desk"
	"muster/store/roomlog"
)

// busListener receives what the bus delivers. Its methods only send messages to
// actors.
type busListener struct{ hub *Hub }

// Gap implements bus.Listener: it triggers a poll, and after a gap in
// everything it has the other nodes asked for a presence snapshot.
func (e busListener) Gap(room string) {
	e.hub.poller.Trigger()
	if room == "" {
		runtime.Tell(e.hub.ref, hubBusGap{})
	}
}

// RoomEvents implements bus.Listener. It encodes the frames in the bus's
// goroutine, to save the room's actor the time.
func (e busListener) RoomEvents(id string, events []roomlog.Event) {
	if !e.hub.pollIsCurrent() {
		return // the room reads them from the log later
	}
	if handle := e.hub.live(id); handle != nil {
		runtime.Tell(handle.Ref, room.Announced{Events: livelog.Announce(events)})
	}
}

// SiteReached implements bus.Listener.
func (e busListener) SiteReached(seq int64) { e.hub.poller.SiteReached(seq) }

// Broadcast implements bus.Listener.
func (e busListener) Broadcast(b store.Broadcast) {
	runtime.Tell(e.hub.ref, hubBroadcast{[]store.Broadcast{b}})
}

// Activity implements bus.Listener.
func (e busListener) Activity(b desk.ActivityBatch) {
	runtime.Tell(e.hub.ref, hubToChild{activityChild, livedesk.OfPeer{Batch: b}})
}

// ActivityWatched implements bus.Listener.
func (e busListener) ActivityWatched(w desk.ActivityWatch) {
	runtime.Tell(e.hub.ref, hubToChild{activityChild, livedesk.WatchedThere{Watch: w}})
}

// Flag implements bus.Listener.
func (e busListener) Flag(f chat.Flag) { runtime.Tell(e.hub.ref, hubFlag{f}) }

// Read implements bus.Listener.
func (e busListener) Read(s roomlog.ReadState) {
	runtime.Tell(e.hub.ref, hubRead{[]roomlog.ReadState{s}})
}

// RoomTyping implements bus.Listener.
func (e busListener) RoomTyping(id string, t bus.Typing) {
	if !e.hub.pollIsCurrent() {
		return
	}
	if handle := e.hub.live(id); handle != nil {
		runtime.Tell(handle.Ref, room.RemoteTyping{Typing: t})
	}
}

// Presence implements bus.Listener.
func (e busListener) Presence(p bus.Presence) { runtime.Tell(e.hub.ref, hubPeerPresence{p}) }

// Messages to the hub.
type (
	// hubMemberChanged: somebody entered or left a room on this node.
	hubMemberChanged struct {
		room   *room.Handle
		change bus.PresenceChange
	}
	// hubPeerPresence is a presence message of another node.
	hubPeerPresence struct{ presence bus.Presence }
	// hubFlushPresence publishes the changes that wait.
	hubFlushPresence struct{}
	// hubPresenceTick checks for silent nodes and publishes a digest when one is
	// due.
	hubPresenceTick struct{}
	// hubBusGap: the bus may have lost any message.
	hubBusGap struct{}
)

// memberChanged publishes a change in a room that is still live.
func (a *hubActor) memberChanged(m hubMemberChanged) {
	if a.rooms[m.room.ID] == m.room {
		a.roomPresenceActivity(m.change)
		a.publishChange(m.change)
	}
}

// publishChange queues a change for the other nodes.
func (a *hubActor) publishChange(c bus.PresenceChange) {
	if a.local != nil {
		a.local.Put(c)
		a.scheduleFlush()
	}
}

// roomEmptied withdraws a room that has nobody on this node any more.
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
		a.hub.node.After(bus.PresenceBatchWindow, func() { runtime.Tell(a.hub.ref, hubFlushPresence{}) })
	}
}

func (a *hubActor) flushPresence() {
	for _, p := range a.local.Flush(a.hub.node.Now()) {
		a.hub.cfg.Bus.PublishPresence(p)
	}
	a.scheduleFlush()
}

// presenceTick drops nodes that have been silent and, every
// bus.PresenceDigestEvery, publishes a digest of this node. The next tick is set first, so
// that a panic does not end them.
func (a *hubActor) presenceTick() {
	a.hub.node.After(presenceTick, func() { runtime.Tell(a.hub.ref, hubPresenceTick{}) })
	now := a.hub.node.Now()
	a.applyRemote(a.peers.Expire(now))
	if !now.Before(a.digestAt) {
		a.digestAt = now.Add(bus.PresenceDigestEvery)
		digest := a.local.Digest()
		digest.Status = a.status
		a.hub.cfg.Bus.PublishPresence(digest)
	}
}

// peerPresence applies a presence message of another node and requests a
// snapshot when one was missed.
func (a *hubActor) peerPresence(p bus.Presence) {
	if p.Kind == bus.PresenceSnapshotRequest {
		if p.Of == "" || p.Of == a.local.Node {
			a.local.RequestSnapshot()
			a.scheduleFlush()
		}
		return
	}
	a.notePeerStatus(p)
	changes, ask := a.peers.Receive(p, a.hub.node.Now())
	a.applyRemote(changes)
	if ask {
		a.requestSnapshot(p.Node)
	}
}

// busGap publishes a snapshot of this node and requests one from every other
// node.
func (a *hubActor) busGap() {
	a.local.RequestSnapshot()
	a.scheduleFlush()
	a.requestSnapshot("")
}

func (a *hubActor) requestSnapshot(node string) {
	a.hub.cfg.Bus.PublishPresence(bus.Presence{Node: a.local.Node, Kind: bus.PresenceSnapshotRequest, Of: node})
}

// announceLeave publishes that nobody is on this node any more.
func (a *hubActor) announceLeave() {
	if a.local != nil {
		a.hub.cfg.Bus.PublishPresence(bus.Presence{Node: a.local.Node, Kind: bus.PresenceLeave})
	}
}

// applyRemote applies changes on other nodes to the chat and to the rooms.
func (a *hubActor) applyRemote(changes []bus.PresenceChange) {
	rooms := map[string][]bus.PresenceChange{}
	now := a.hub.node.Now()
	for _, c := range changes {
		if c.Room != "" {
			a.roomPresenceActivity(c)
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
	for id, of := range rooms {
		if handle := a.rooms[id]; handle != nil {
			runtime.Tell(handle.Ref, room.RemoteChanged{Changes: of})
		}
	}
}

// renameRemote renames a member in the presence of the other nodes and in the
// presence that this node publishes.
func (a *hubActor) renameRemote(member, name string) {
	if a.local == nil {
		return
	}
	a.presence.remote.Rename(member, name)
	a.peers.Rename(member, name)
	a.local.Rename(member, name)
	a.scheduleFlush()
}
