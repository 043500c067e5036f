// Flags of messages, in frames for moderators and administrators alone. A node that
// misses one over the bus shows the flag when the history is read again.
package actors

import (
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store/chat"
)

// hubFlag brings a flag to the sockets of this node.
type hubFlag struct{ flag chat.Flag }

// FlagChanged sends to the sockets in the message's room, on all nodes, of those who may
// know it that its flag was set or removed. It does not wait.
func (h *Hub) FlagChanged(f chat.Flag) {
	runtime.Tell(h.ref, hubFlag{f})
	if bus := h.cfg.Bus; bus != nil {
		bus.PublishFlag(f)
	}
}

func (a *hubActor) flag(f chat.Flag) {
	frame := wire.Encode(wire.MessageFlagged{RoomID: f.Room, MessageID: f.MessageID, IsFlagged: f.Flagged})
	for _, id := range f.To {
		who := a.presence.people[id]
		if who == nil {
			continue
		}
		for _, so := range who.sockets {
			if so.room != nil && so.room.ID == f.Room {
				so.out.Push(frame)
			}
		}
	}
}
