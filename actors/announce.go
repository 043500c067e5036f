// Events and values that this node has committed, on their way to everybody here and to the
// other nodes.
package actors

import (
	"time"

	"muster/actors/room"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store"
	"muster/store/roomlog"
)

// Announce sends to the members of a room, on all nodes, an event that this node has
// just committed without a log writer. It does not wait.
func (h *Hub) Announce(e roomlog.Event) { h.announce(e.Room, []roomlog.Event{e}, h.node.Now()) }

// announce sends events of one room, in order, that this node committed at a
// moment.
func (h *Hub) announce(id string, events []roomlog.Event, at time.Time) {
	h.eventActivity(id, events)
	if handle := h.live(id); handle != nil && h.pollIsCurrent() {
		runtime.Tell(handle.Ref, room.Stored{Events: livelog.Announce(events), At: at})
	} else if handle != nil {
		h.poller.Trigger()
	}
	if bus := h.cfg.Bus; bus != nil {
		bus.Publish(id, events)
	}
}

// hubBroadcast brings values that some node committed.
type hubBroadcast struct{ values []store.Broadcast }

// Broadcast sends values that this node has just committed to every open
// socket: at once on this node, and over the bus on the others. What the bus
// loses the other nodes read from the database within a second. It does not
// wait.
func (h *Hub) Broadcast(values ...store.Broadcast) {
	runtime.Tell(h.ref, hubBroadcast{values})
	if bus := h.cfg.Bus; bus != nil {
		for _, b := range values {
			bus.PublishBroadcast(b)
		}
	}
}
