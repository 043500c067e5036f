// Events that this node has committed, on their way to the rooms and the other nodes.
package actors

import (
	"time"

	"muster/actors/room"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
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
