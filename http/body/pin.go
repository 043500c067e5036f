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

// Pins lists the pinned messages of a room, newest pin first. AsOf is the head of the room's
// log at which they were read, SiteAsOf that of the site log.
type Pins struct {
	OK
	Pins     []Pin `json:"pins"`
	AsOf     int64 `json:"asOf"`
	SiteAsOf int64 `json:"siteAsOf"`
}
