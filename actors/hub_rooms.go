// The live rooms: the hub creates a room when somebody enters it, drops it when
// it fails, and then has its sessions enter again.
package actors

import (
	"maps"
	"time"

	"muster/actors/presence"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/actors/wire"
)

// enter passes a session on to its room and opens the room when it is not live.
func (a *hubActor) enter(self runtime.Self, m hubEnter) {
	so := a.sockets[m.enter.Session.Ref().ID()]
	if so == nil || a.hub.stopping.Load() {
		return
	}
	handle := a.rooms[m.room]
	if handle == nil {
		handle = a.open(self, m.room)
	}
	so.room, so.left, so.ticket = handle, nil, m.enter.Ticket
	delete(a.empty, m.room)
	if who := a.presence.people[m.enter.Member]; who != nil {
		m.enter.Name = who.name // the hub sends renames to the room in order
	}
	runtime.Tell(handle.Ref, m.enter)
	if m.since < a.rightsSeq || m.since < 0 {
		runtime.Tell(so.session.Ref(), session.RoomRecheck{Room: m.room})
	}
}

func (a *hubActor) open(self runtime.Self, id string) *room.Handle {
	handle := room.NewHandle(id)
	var remote presence.Remote
	if a.peers != nil {
		remote = presence.NewRemote(a.peers.Room(id))
		a.hub.cfg.Bus.Subscribe(id) // before the room is read, so that no event is missed in between
	}
	r := room.New(room.Config{Node: a.hub.node, Log: a.hub.cfg.Log, Bus: a.hub.cfg.Bus, Hub: roomSide{a.hub}}, handle, remote)
	handle.Ref = self.Spawn("room", r)
	a.rooms[id], a.byRoom[handle.Ref.ID()] = handle, handle
	a.hub.publishRooms(a.rooms)
	r.Load()
	return handle
}

// leave takes a session out of its room; the room answers the session.
func (a *hubActor) leave(m hubLeave) {
	so := a.sockets[m.session.Ref().ID()]
	if so == nil {
		return
	}
	if so.room != nil {
		so.left, so.room = so.room, nil
	}
	so.ticket = m.ticket
	if so.left == nil {
		runtime.Tell(m.session.Ref(), room.Left{Ticket: m.ticket})
		return
	}
	runtime.Tell(so.left.Ref, room.Leave{Session: m.session, Ticket: m.ticket})
}

// roomGone drops a room that failed or could not be read. Its sessions enter
// again after a pause that grows while the room keeps failing. A session that
// the room has refused itself ignores session.RoomLost, because its ticket is outdated.
func (a *hubActor) roomGone(h *room.Handle) {
	delete(a.byRoom, h.Ref.ID())
	close(h.Gone)
	if a.rooms[h.ID] == h {
		a.drop(h)
	}
	var lost []lostSubscription
	for _, so := range a.sockets {
		if so.room == h {
			lost = append(lost, lostSubscription{so.session, session.RoomLost{Ticket: so.ticket, Since: a.hub.siteSeq.Load()}})
			so.room = nil
		}
		if so.left == h {
			runtime.Tell(so.session.Ref(), room.Left{Ticket: so.ticket})
			so.left = nil
		}
	}
	if len(lost) == 0 {
		return
	}
	failures := a.countFailure(h.ID)
	if !h.Ready() {
		// Its sessions were refused, and these came in between: they try once more at once.
		if failures--; failures == 0 {
			runtime.Tell(a.hub.ref, hubReopen{lost})
			return
		}
	}
	a.hub.node.After(reopenPause(failures), func() { runtime.Tell(a.hub.ref, hubReopen{lost}) })
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

// beginAnew forgets what was read from a server of the database that another one has
// replaced: the new one's log may lack the last events, and give their numbers to others. The
// rooms are read again when somebody enters, and every socket is closed, so that it does.
// Broadcasts, marks and renames are numbered anew as well.
// The sockets are first: what a room still says on one is not to count for the new epoch.
func (a *hubActor) beginAnew(m hubBeginAnew) {
	for _, so := range a.sockets {
		so.out.Close(wire.CloseRestart, "restart")
	}
	a.hub.siteSeq.Store(m.site)
	a.rightsSeq = m.site
	a.broadcasts, a.toShow = newLatestBroadcasts(), nil
	a.presence.forgetNumbers()
	a.hub.epoch.Store(m.epoch)
	for _, h := range a.rooms {
		a.drop(h)
		runtime.Halt(h.Ref)
	}
}
