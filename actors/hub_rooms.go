// The live rooms: the hub creates a room when somebody enters it, drops it when
// it fails, and then has its sessions enter again.
package actors

import (
	"maps"
	"time"

	"muster/actors/presence"
	"muster/actors/runtime"
)

// enter passes a session on to its room and opens the room when it is not live.
func (a *hubActor) enter(self runtime.Self, m hubEnter) {
	so := a.sockets[m.enter.session.ref.ID()]
	if so == nil || a.hub.stopping.Load() {
		return
	}
	handle := a.rooms[m.room]
	if handle == nil {
		handle = a.open(self, m.room)
	}
	so.room, so.left, so.ticket = handle, nil, m.enter.ticket
	delete(a.empty, m.room)
	if who := a.presence.people[m.enter.member]; who != nil {
		m.enter.name = who.name // the hub sends renames to the room in order
	}
	runtime.Tell(handle.ref, m.enter)
	if m.since < a.rightsSeq || m.since < 0 {
		runtime.Tell(so.session.ref, sessionRoomRecheck{m.room})
	}
}

func (a *hubActor) open(self runtime.Self, id string) *roomHandle {
	handle := &roomHandle{id: id, quota: &quota{}, gone: make(chan struct{})}
	r := newRoom(a.hub, handle)
	if a.peers != nil {
		r.members.Remote = presence.NewRemote(a.peers.Room(id))
		a.hub.cfg.Bus.Subscribe(id) // before the room is read, so that no event is missed in between
	}
	handle.ref = self.Spawn("room", r)
	a.rooms[id], a.byRoom[handle.ref.ID()] = handle, handle
	a.hub.publishRooms(a.rooms)
	r.load()
	return handle
}

// leave takes a session out of its room; the room answers the session.
func (a *hubActor) leave(m hubLeave) {
	so := a.sockets[m.session.ref.ID()]
	if so == nil {
		return
	}
	if so.room != nil {
		so.left, so.room = so.room, nil
	}
	so.ticket = m.ticket
	if so.left == nil {
		runtime.Tell(m.session.ref, roomLeft{m.ticket})
		return
	}
	runtime.Tell(so.left.ref, roomLeave{session: m.session, ticket: m.ticket})
}

// roomGone drops a room that failed or could not be read. Its sessions enter
// again after a pause that grows while the room keeps failing. A session that
// the room has refused itself ignores roomLost, because its ticket is outdated.
func (a *hubActor) roomGone(h *roomHandle) {
	delete(a.byRoom, h.ref.ID())
	close(h.gone)
	if a.rooms[h.id] == h {
		a.drop(h)
	}
	var lost []lostSubscription
	for _, so := range a.sockets {
		if so.room == h {
			lost = append(lost, lostSubscription{so.session, roomLost{so.ticket, a.hub.siteSeq.Load()}})
			so.room = nil
		}
		if so.left == h {
			runtime.Tell(so.session.ref, roomLeft{so.ticket})
			so.left = nil
		}
	}
	if len(lost) == 0 {
		return
	}
	if !h.ready.Load() {
		runtime.Tell(a.hub.ref, hubReopen{lost})
		return
	}
	a.hub.node.After(reopenPause(a.countFailure(h.id)), func() { runtime.Tell(a.hub.ref, hubReopen{lost}) })
}

// failure counts the recent failures of a room.
type failure struct {
	times int
	last  time.Time
}

// countFailure counts one more failure of a room and forgets the rooms that have
// not failed for failureMemory.
func (a *hubActor) countFailure(room string) int {
	now := a.hub.node.Now()
	maps.DeleteFunc(a.failures, func(_ string, f failure) bool { return now.Sub(f.last) > failureMemory })
	f := failure{a.failures[room].times + 1, now}
	a.failures[room] = f
	return f.times
}

// reopenPause is the time before a room is opened again after its n-th failure.
func reopenPause(n int) time.Duration {
	return min(100*time.Millisecond<<min(n, 10), 30*time.Second)
}
