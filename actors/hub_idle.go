// Idle rooms: a room that has been empty on this node for roomIdle leaves
// memory and the poll. It is read from the log again when somebody enters.
package actors

import (
	"muster/actors/room"
	"muster/actors/runtime"
)

// hubCloseIdleRooms looks for empty rooms.
type hubCloseIdleRooms struct{}

// closeIdleRooms stops the rooms that have been empty for roomIdle. After so
// long no work for them is under way, and events that the log gains later are
// read when the room is entered.
func (a *hubActor) closeIdleRooms() {
	a.hub.node.After(idleRoomTick, func() { runtime.Tell(a.hub.ref, hubCloseIdleRooms{}) })
	now := a.hub.node.Now()
	used := map[*room.Handle]bool{}
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
			runtime.Halt(h.Ref)
		}
	}
}

// drop removes a room from the live rooms.
func (a *hubActor) drop(h *room.Handle) {
	delete(a.rooms, h.ID)
	delete(a.empty, h.ID)
	a.hub.publishRooms(a.rooms)
	a.roomEmptied(h.ID)
}
