// The hub's empty rooms: one that nobody on this node has been in for a while
// is let go, with its messages in memory and its share of the poll. Whoever
// enters next has it read again.
package actors

import "muster/actors/runtime"

// hubCloseIdleRooms looks for empty rooms.
type hubCloseIdleRooms struct{}

// closeIdleRooms stops the rooms that have been empty for roomIdle. Nothing of anybody is
// under way there after so long; what the log still gains is read when the room
// is entered.
func (a *hubActor) closeIdleRooms() {
	a.hub.cfg.After(idleRoomTick, func() { runtime.Tell(a.hub.ref, hubCloseIdleRooms{}) })
	now := a.hub.now()
	used := map[*roomHandle]bool{}
	for _, so := range a.sockets {
		if so.room != nil {
			used[so.room] = true
		}
	}
	for id, h := range a.rooms {
		switch {
		case used[h]:
			delete(a.empty, id)
		case a.empty[id].IsZero():
			a.empty[id] = now
		case now.Sub(a.empty[id]) >= roomIdle:
			a.drop(h)
			runtime.Halt(h.ref)
		}
	}
}

// drop takes a room out of the live ones.
func (a *hubActor) drop(h *roomHandle) {
	delete(a.rooms, h.id)
	delete(a.empty, h.id)
	a.hub.publishRooms(a.rooms)
	a.roomEmptied(h.id)
}
