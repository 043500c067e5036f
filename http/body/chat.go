package body

import "muster/actors/wire"

// UserStatus is the caller's status in chat.
type UserStatus struct {
	OK
	HasUsername bool    `json:"hasUsername"`
	Username    *string `json:"username"`
	IsAdmin     bool    `json:"isAdmin"`
	IsBanned    bool    `json:"isBanned"`
	// CreatorID is the member whose messages are shown as the creator's.
	CreatorID *string `json:"creatorId"`
}

// Room is a chat room; Name equals ID.
type Room struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	Description string `json:"description"`
	IsDefault   bool   `json:"is_default"`
	AccessLevel string `json:"access_level"`
}

// Rooms lists the rooms the caller may enter.
type Rooms struct {
	OK
	Rooms []Room `json:"rooms"`
}

// RoomAccess says whether the caller may enter a room. For a closed room and for one
// that does not exist it is the same, without a room.
type RoomAccess struct {
	OK
	HasAccess bool  `json:"hasAccess"`
	Room      *Room `json:"room"`
	// Role is the caller's role in the room: administrators are "admin" in every
	// room. Moderators and admins may delete others' messages.
	Role *string `json:"role" ts:"RoomRole"`
}

// Messages is one page of history, oldest first.
type Messages struct {
	OK
	RoomID   string             `json:"roomId"`
	Messages []wire.MessageBody `json:"messages"`
	HasMore  bool               `json:"hasMore"`
}

// OnlineCount counts people in chat, not sockets.
type OnlineCount struct {
	OK
	Count int `json:"count"`
}

// UsernameCheck says whether a username is available; Reason is empty when it is.
type UsernameCheck struct {
	OK
	Available bool   `json:"available"`
	Reason    string `json:"reason"`
}

// SetUsername sets the caller's username.
type SetUsername struct {
	Username string `json:"username"`
}

// UsernameSet is the username as stored.
type UsernameSet struct {
	OK
	Username string `json:"username"`
}
