package body

import (
	"time"
)

// ChangeChatAccess enables or disables chat for a member. Enabled is required.
// BannedUntil (RFC 3339, at most ten years ahead) makes it a ban that ends by itself;
// enabling without it clears a ban. Confirm is required for an administrator. Reason, at
// most 500 characters, is kept in the audit log.
type ChangeChatAccess struct {
	Enabled     *bool   `json:"enabled"`
	BannedUntil *string `json:"bannedUntil,omitempty"`
	Confirm     bool    `json:"confirm,omitempty"`
	Reason      string  `json:"reason,omitempty"`
}

// ChangeAdminStatus makes a member an administrator or ends that.
type ChangeAdminStatus struct {
	IsAdmin *bool `json:"isAdmin"`
}

// AdminUser is a member after an administrator's change. A ban and disabled chat are
// separate fields; ChatBannedUntil may be in the past.
type AdminUser struct {
	ID                string     `json:"id"`
	Name              string     `json:"name"`
	Email             *string    `json:"email"`
	Phone             *string    `json:"phone"`
	Username          *string    `json:"username"`
	IsAdmin           bool       `json:"is_admin"`
	ChatAccessEnabled bool       `json:"chat_access_enabled"`
	ChatBannedUntil   *time.Time `json:"chat_banned_until"`
	MemberSince       time.Time  `json:"member_since"`
	CreatedAt         time.Time  `json:"created_at"`
}

// UserChanged is the reply to a change of a member, with the member as it is now.
type UserChanged struct {
	OK
	User AdminUser `json:"user"`
}

// AdminRoom is a room in the back office. MemberCount is the number of members with
// access, of all members for an open room; MessageCount leaves deleted messages out.
type AdminRoom struct {
	Room
	MemberCount  int `json:"member_count"`
	MessageCount int `json:"message_count"`
}

// AdminRooms lists every room.
type AdminRooms struct {
	OK
	Rooms []AdminRoom `json:"rooms"`
}

// CreateRoom creates a room; without a display name the name is shown. The header
// Idempotency-Key, a UUID, makes a repeated call give the same room.
type CreateRoom struct {
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	Description string `json:"description"`
}

// RoomCreated is the reply to CreateRoom.
type RoomCreated struct {
	OK
	Message string    `json:"message"`
	Room    AdminRoom `json:"room"`
}

// UpdateRoom changes the fields that are present. SlowModeSeconds is 0 to 3600.
type UpdateRoom struct {
	DisplayName     *string `json:"display_name,omitempty"`
	Description     *string `json:"description,omitempty"`
	SlowModeSeconds *int    `json:"slow_mode_seconds,omitempty"`
	ReadOnly        *bool   `json:"read_only,omitempty"`
}

// RoomUpdated is the reply to UpdateRoom, with the room as it is now.
type RoomUpdated struct {
	OK
	Room Room `json:"room"`
}

// RoomDeleted is the reply to a deletion, with the room as it was.
type RoomDeleted struct {
	OK
	Message string `json:"message"`
	Room    Room   `json:"room"`
}

// GrantRoomAccess gives a member access to a room. UserEmail may also be a phone
// number or a username.
type GrantRoomAccess struct {
	UserEmail   string `json:"user_email"`
	RoomID      string `json:"room_id"`
	AccessLevel string `json:"access_level" ts:"RoomRole"`
}

// RevokeRoomAccess ends a member's access to a room. UserID is the member's id, which
// is the id of its access entry too.
type RevokeRoomAccess struct {
	UserID string `json:"user_id"`
	RoomID string `json:"room_id"`
}

// AccessProfile is the member of an access entry.
type AccessProfile struct {
	ID       string  `json:"id"`
	Email    *string `json:"email"`
	Username *string `json:"username"`
}

// AccessEntry is one entry of a room's access list.
type AccessEntry struct {
	ID          string        `json:"id"`
	RoomID      string        `json:"room_id"`
	AccessLevel string        `json:"access_level" ts:"RoomRole"`
	GrantedAt   time.Time     `json:"granted_at"`
	Profiles    AccessProfile `json:"profiles"`
}

// RoomAccessList is a page of the access list of a room, of at most 500 entries. A default
// room is open to everybody and has no entries. NextCursor is null at the end.
type RoomAccessList struct {
	OK
	Users      []AccessEntry `json:"users"`
	RoomID     string        `json:"room_id"`
	RoomName   string        `json:"room_name"`
	IsDefault  bool          `json:"is_default"`
	NextCursor *string       `json:"nextCursor"`
}

// PersonPresent is one person in a room, with however many sockets. LastSeen is null
// when the session of the person has just ended.
type PersonPresent struct {
	UserID   string     `json:"user_id"`
	Username string     `json:"username"`
	LastSeen *time.Time `json:"last_seen"`
}

// RoomPresence lists who is in a room on all nodes, by name: at most 500 people.
// OnlineCount counts all of them, as the room itself does.
type RoomPresence struct {
	OK
	Presence    []PersonPresent `json:"presence"`
	OnlineCount int             `json:"onlineCount"`
}

// AccessChanged is the reply to a grant, with the entry as it is now, and to a
// revocation, with the entry as it was.
type AccessChanged struct {
	OK
	Message string      `json:"message"`
	Access  AccessEntry `json:"access"`
}

// Waiting is how much waits for an administrator: open reports, and emergency messages
// that nobody has acknowledged or resolved, of which some are critical, and applications
// that wait for a decision, of which some are late or soon will be.
type Waiting struct {
	OK
	Reports     int `json:"reports"`
	Emergencies int `json:"emergencies"`
	Critical    int `json:"critical"`

	Applications int `json:"applications"`
	DueSoon      int `json:"dueSoon"` // of the applications
}
