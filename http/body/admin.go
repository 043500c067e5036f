package body

import "time"

// ChangeChatAccess decides about a member's chat (AUSR-12). Enabled is needed.
// BannedUntil (RFC 3339) makes it a ban that ends by itself, at most 720 hours
// ahead; enabled without it clears a ban. Confirm is needed to keep an
// administrator out (AUSR-13).
type ChangeChatAccess struct {
	Enabled     *bool   `json:"enabled"`
	BannedUntil *string `json:"bannedUntil,omitempty"`
	Confirm     bool    `json:"confirm,omitempty"`
}

// ChangeAdminStatus gives or takes the administrator's right (AUSR-10).
type ChangeAdminStatus struct {
	IsAdmin *bool `json:"isAdmin"`
}

// AdminUser is a member as an administrator's change leaves it. A ban and chat
// switched off are told apart (Z-70); ChatBannedUntil may lie in the past.
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

// UserChanged answers a change of a member with the member as it is now (Z-38).
type UserChanged struct {
	OK
	User AdminUser `json:"user"`
}

// AdminRoom is a room as the back office lists it (ADM-6): MemberCount counts
// who was granted access, everybody for an open room; MessageCount the messages
// that were not deleted.
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

// CreateRoom asks for a room (ADM-7); without a display name the name is shown.
type CreateRoom struct {
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	Description string `json:"description"`
}

// RoomCreated answers with the new room (Z-38).
type RoomCreated struct {
	OK
	Message string    `json:"message"`
	Room    AdminRoom `json:"room"`
}

// RoomDeleted answers with the room as it was (Z-38).
type RoomDeleted struct {
	OK
	Message string `json:"message"`
	Room    Room   `json:"room"`
}

// GrantRoomAccess opens a room to a member (ADM-12). UserEmail also takes a
// phone or a username (ADM-18); AccessLevel is member, moderator or admin.
type GrantRoomAccess struct {
	UserEmail   string `json:"user_email"`
	RoomID      string `json:"room_id"`
	AccessLevel string `json:"access_level" ts:"RoomRole"`
}

// RevokeRoomAccess closes a room to a member (ADM-13). UserID is the member's
// id, which is the id of its entry in the list too (ADM-19).
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

// AccessEntry is one entry of a room's access list (ADM-11).
type AccessEntry struct {
	ID          string        `json:"id"`
	RoomID      string        `json:"room_id"`
	AccessLevel string        `json:"access_level" ts:"RoomRole"`
	GrantedAt   time.Time     `json:"granted_at"`
	Profiles    AccessProfile `json:"profiles"`
}

// AccessChanged answers with the entry as it is now, or as it was when it
// ended (Z-38).
type AccessChanged struct {
	OK
	Message string      `json:"message"`
	Access  AccessEntry `json:"access"`
}
