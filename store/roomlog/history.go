package roomlog

import (
	"muster/store"
	"time"
)

// HistoryWindow is a part of a room's history, oldest first, and whether there are
// messages before and after it.
type HistoryWindow struct {
	Messages     []Message
	Older, Newer bool
	AsOf         store.AsOf
}

// PastText is an earlier text of a message, or earlier words beside its media, which stood
// until an edit.
type PastText struct {
	Text  string
	Until time.Time
}
