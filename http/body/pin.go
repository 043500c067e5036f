package body

import (
	"time"

	"muster/actors/wire"
)

// PinMessage names the message to pin or unpin.
type PinMessage struct {
	MessageID string `json:"messageId"`
}

// Pin is a pinned message.
type Pin struct {
	Message  wire.MessageBody `json:"message"`
	PinnedBy string           `json:"pinnedBy"` // username
	PinnedAt time.Time        `json:"pinnedAt"`
}

// Pins lists the pinned messages of a room, newest pin first.
type Pins struct {
	OK
	Pins []Pin `json:"pins"`
}
