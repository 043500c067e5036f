package store

import "time"

// SiteEventKind names a change of somebody's rights, anywhere on the site. A
// node that does not know a kind checks again whoever the event names, so a new
// kind names them in the fields that are here: MemberID, SessionID or Room.
type SiteEventKind string

const (
	// SessionEnded: logout, revocation, sign-in disabled. SessionID is set.
	SessionEnded SiteEventKind = "session_ended"
	// MemberStatusChanged: ban, chat switched on or off, admin right. MemberID is set.
	MemberStatusChanged SiteEventKind = "standing_changed"
	// Renamed: MemberID, OldUsername ("" for the first one), NewUsername; Erased when the
	// member is called otherwise because it was erased.
	Renamed SiteEventKind = "renamed"
	// RoomAccessChanged: MemberID and Room.
	RoomAccessChanged SiteEventKind = "room_access_changed"
	// RoomChanged: a room was made, edited or deleted. Room is set.
	RoomChanged SiteEventKind = "room_changed"
)

// SiteEvent is one numbered entry of the site log.
type SiteEvent struct {
	Seq         int64         `json:"-"`
	Kind        SiteEventKind `json:"-"`
	At          time.Time     `json:"-"`
	SessionID   string        `json:"sessionId,omitempty"`
	MemberID    string        `json:"memberId,omitempty"`
	Room        string        `json:"room,omitempty"`
	OldUsername string        `json:"oldUsername,omitempty"`
	NewUsername string        `json:"newUsername,omitempty"`
	Erased      bool          `json:"erased,omitempty"`
	// Names are those that an erased member had and nobody has since, each with when it was
	// taken, while texts may still have them.
	Names map[string]time.Time `json:"names,omitempty"`
}
