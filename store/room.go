package store

import "regexp"

// AccessLevel says who may enter a room.
type AccessLevel string

const (
	// OpenAccess admits every member with chat enabled.
	OpenAccess AccessLevel = "all"
	// AdminAccess admits administrators and members with a room_access row; it
	// marks a private room.
	AdminAccess AccessLevel = "admin"
)

// RoomRole is what a member is in a room it was granted (ADM-12).
type RoomRole string

const (
	RoomMember    RoomRole = "member"
	RoomModerator RoomRole = "moderator" // may delete messages there (ADM-14)
	RoomAdmin     RoomRole = "admin"     // may too
)

// Room is a chat room. ID is its slug and its name at once: one canonical form
// (ROOM-15).
type Room struct {
	ID          string
	DisplayName string
	Description string
	IsDefault   bool
	AccessLevel AccessLevel
}

var roomID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// ValidRoomID says whether id has the form of a room id: 1 to 40 of a-z, 0-9
// and dash, not starting with a dash. A link to anything else falls back to
// the default room (ROOM-9).
func ValidRoomID(id string) bool { return roomID.MatchString(id) }

// Texts of the room door (D2 section 8).
const (
	NoRoomAccess     = "You do not have access to this chat room"
	BannedFromChat   = "You are currently banned from chat"
	UsernameRequired = "Username required for chat access"
	NotAuthenticated = "Not authenticated"
	MustJoinRoom     = "You must join a room first"
)

// ErrNoRoomAccess answers for a room that is closed to the caller and for one
// that does not exist, alike (ROOM-10).
func ErrNoRoomAccess() *Error { return Because(Forbidden, "no_room_access", NoRoomAccess) }

// ErrBanned answers a member who is banned or has chat switched off (CHAT-34).
func ErrBanned() *Error { return Because(Forbidden, "banned", BannedFromChat) }

// ErrUsernameRequired answers a member without a chat username (WS-22).
func ErrUsernameRequired() *Error {
	return Because(Forbidden, "username_required", UsernameRequired)
}
