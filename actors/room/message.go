package room

import (
	"time"

	livelog "muster/actors/roomlog"
	"muster/store/bus"
	"muster/store/roomlog"
)

// Messages to a room.
type (
	// Announced are committed events, in order.
	Announced struct{ Events []livelog.Announcement }
	// Stored are events that this node committed at a moment.
	Stored struct {
		Events []livelog.Announcement
		At     time.Time
	}
	// Behind says which number the log has reached.
	Behind struct{ Head int64 }
	// Typing: the member of a socket types or stopped.
	Typing struct {
		Session Session
		On      bool
	}
	// Renamed renames a member. With Erased the member is gone, and messages have changed
	// beside the log.
	Renamed struct {
		Member, Before, After string
		SiteSeq               int64
		Erased                bool
	}
	// RemoteChanged: people came or left on other nodes.
	RemoteChanged struct{ Changes []bus.PresenceChange }
	// RemoteTyping: somebody types on another node, or stopped.
	RemoteTyping struct{ Typing bus.Typing }
	// People is replied to with the names by member id. The channel holds one reply, so
	// that sending it never blocks.
	People struct{ Reply chan<- map[string]string }
)

// Messages of a room to itself.
type (
	// opened is the answer to reading the room from the log.
	opened struct {
		state  roomlog.RoomState
		events []livelog.Announcement
		err    error
	}
	// caughtUp is the answer to reading what was missed.
	caughtUp struct {
		events []livelog.Announcement
		err    error
	}
	// reread is the answer to reading the room again.
	reread struct {
		state  roomlog.RoomState
		events []livelog.Announcement
		err    error
	}
	// readAgain has the room read again.
	readAgain struct{}
	// timer is the room's own timer.
	timer struct{ generation int }
)
