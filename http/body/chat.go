package body

import "muster/actors/wire"

// UserStatus is how the caller stands in chat (CHAT-35, DASH-7).
type UserStatus struct {
	OK
	HasUsername bool    `json:"hasUsername"`
	Username    *string `json:"username"`
	IsAdmin     bool    `json:"isAdmin"`
	IsBanned    bool    `json:"isBanned"`
	// CreatorID is the member whose messages are shown as the creator's (CHAT-13).
	CreatorID *string `json:"creatorId"`
}

// Room is a chat room the caller may enter; Name equals ID (ROOM-4, ROOM-15).
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

// RoomAccess says whether the caller may enter a room; a closed room and an
// absent one answer alike, without a room (ROOM-7, ROOM-10).
type RoomAccess struct {
	OK
	HasAccess bool  `json:"hasAccess"`
	Room      *Room `json:"room"`
}

// Messages is one page of history, oldest first (CHAT-17).
type Messages struct {
	OK
	RoomID   string             `json:"roomId"`
	Messages []wire.MessageBody `json:"messages"`
	HasMore  bool               `json:"hasMore"`
}

// OnlineCount counts people in chat, not sockets (DASH-4, DASH-5).
type OnlineCount struct {
	OK
	Count int `json:"count"`
}

// UsernameCheck says whether a chat username can be taken (NAME-4); Reason is
// empty when it can.
type UsernameCheck struct {
	OK
	Available bool   `json:"available"`
	Reason    string `json:"reason"`
}

// SetUsername asks for a chat username (NAME-6).
type SetUsername struct {
	Username string `json:"username"`
}

// UsernameSet is the username as it is stored now.
type UsernameSet struct {
	OK
	Username string `json:"username"`
}
