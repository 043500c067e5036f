package roomlog

import (
	"muster/store"
	"time"
)

// MaxPins is how many messages of a room may be pinned.
const MaxPins = 20

// Pin is a pinned message.
type Pin struct {
	Message  Message
	ByName   string // username of who pinned it, as it is now
	PinnedAt time.Time
}

// ErrTooManyPins answers a pin beyond MaxPins.
func ErrTooManyPins() *store.Error {
	return store.NewErrorReason(store.Conflict, "too_many_pins", "A room can have at most 20 pinned messages")
}
