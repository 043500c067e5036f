package roomlog

import (
	"muster/store"
	"time"
)

// MostUnread is the most that is counted of unread messages and of mentions.
const MostUnread = 100

// PreviewLength is the most of a message that a list of rooms shows, in code
// points.
const PreviewLength = 80

// ReadState is how far a member has read a room. A member who becomes one, or
// who is let into a room, has read what was said there before. From then on
// every message of somebody else is unread until the member says that it was
// read; sending does not say so.
type ReadState struct {
	MemberID string
	Room     string
	LastRead int64 // number of the last event that was read; never goes back
	Unread   int   // others' messages after it that stand, at most MostUnread
	Mentions int   // messages that name the member since then, by an edit too, at most MostUnread
}

// ReadMark is a ReadState without its counts.
type ReadMark struct {
	MemberID string
	Room     string
	LastRead int64
}

// LastMessage is the newest message of a room as a list of rooms shows it.
type LastMessage struct {
	ID         string
	SenderID   string
	SenderName string
	Preview    string // at most PreviewLength code points; "" once it is deleted
	Kind       MessageKind
	CreatedAt  time.Time
}

// ListedRoom is a room as a member's own list shows it.
type ListedRoom struct {
	Room
	Head          int64 // number of the last event
	Read          ReadState
	Last          *LastMessage // nil in an empty room
	Notifications RoomNotifications
}

// RoomMovement says that a room's log has grown.
type RoomMovement struct {
	Room    string
	Head    int64
	Private bool         // not every member may enter
	Last    *LastMessage // nil in a room without messages
	Named   []string     // members whom a new message or a new edit names
	// NamedAll are the senders of messages that have come to name everybody.
	NamedAll []string
}

// ErrReadSeq answers a mark that no log can have.
func ErrReadSeq() *store.Error {
	return store.NewErrorReason(store.Invalid, "seq_invalid", "seq must not be negative")
}
