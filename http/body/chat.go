// Rooms, who is in them, and how far the caller has read them.
package body

import (
	"time"

	"muster/actors/wire"
)

// UserStatus is the caller's status in chat.
type UserStatus struct {
	OK
	HasUsername bool    `json:"hasUsername"`
	Username    *string `json:"username"`
	IsAdmin     bool    `json:"isAdmin"`
	IsBanned    bool    `json:"isBanned"`
	// CreatorID is the member whose messages are shown as the creator's.
	CreatorID *string `json:"creatorId"`
	// WelcomeDue says that the caller has not been led through its first steps yet; SetupDue
	// that no administrator has been through those of the community, and the caller is one.
	WelcomeDue bool `json:"welcomeDue"`
	SetupDue   bool `json:"setupDue"`
	// Notices are what the caller has not dismissed yet, oldest first.
	Notices []Notice `json:"notices"`
}

// Room is a chat room.
type Room struct {
	wire.RoomBody
}

// RoomNotifications says what a member is notified of in a room: every message, mentions
// only, or nothing. Until MutedUntil it is nothing.
type RoomNotifications struct {
	Level      string     `json:"level" ts:"NotificationLevel"`
	MutedUntil *time.Time `json:"mutedUntil"`
}

// ListedRoom is a room in the caller's list, read when LastSeq was the head of its log. Unread counts others' messages after
// LastReadSeq and Mentions those that name the caller, both at most 100.
type ListedRoom struct {
	wire.RoomBody
	LastSeq       int64             `json:"lastSeq"`
	LastReadSeq   int64             `json:"lastReadSeq"`
	Unread        int               `json:"unread"`
	Mentions      int               `json:"mentions"`
	LastMessage   *wire.LastMessage `json:"lastMessage"`
	OnlineCount   int               `json:"onlineCount"`
	Notifications RoomNotifications `json:"notifications"`
}

// Rooms lists the rooms the caller may enter. AsOf is the position of the broadcasts at
// which it was read, SiteAsOf the head of the site log.
type Rooms struct {
	OK
	Rooms    []ListedRoom `json:"rooms"`
	AsOf     string       `json:"asOf"`
	SiteAsOf string       `json:"siteAsOf"`
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

// Messages is one page of history, oldest first. HasMore: there may be older messages;
// HasNewer: there may be newer ones. AsOf is the head of the room's log at which it was
// read, SiteAsOf that of the site log.
type Messages struct {
	OK
	RoomID   string             `json:"roomId"`
	Messages []wire.MessageBody `json:"messages"`
	HasMore  bool               `json:"hasMore"`
	HasNewer bool               `json:"hasNewer,omitempty"`
	AsOf     string             `json:"asOf"`
	SiteAsOf string             `json:"siteAsOf"`
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

// PersonInRoom is one person in a room now, on any node.
type PersonInRoom struct {
	UserID      string `json:"userId"`
	Username    string `json:"username"`
	Role        string `json:"role" ts:"PersonRole"`
	Contributor bool   `json:"contributor"`
}

// RoomPeople is one page of the people in a room, by name. AsOf is the position of the
// broadcasts at which it was read; who is in a room is no log's, and counts from when it is asked.
type RoomPeople struct {
	OK
	People     []PersonInRoom `json:"people"`
	Total      int            `json:"total"`
	NextCursor *string        `json:"nextCursor"`
	AsOf       string         `json:"asOf"`
}

// MarkRead says up to which number the caller has read a room.
type MarkRead struct {
	Seq *int64 `json:"seq"`
}

// ReadMarked is how far the caller has read a room. Unread and Mentions are at most 100.
type ReadMarked struct {
	OK
	LastReadSeq int64 `json:"lastReadSeq"`
	Unread      int   `json:"unread"`
	Mentions    int   `json:"mentions"`
}

// ChangeRoomNotifications sets what the caller is notified of in a room. MutedUntil is
// RFC 3339; null ends a mute. Without it a mute stays.
type ChangeRoomNotifications struct {
	Level      string  `json:"level" ts:"NotificationLevel"`
	MutedUntil *string `json:"mutedUntil"`
}

// RoomNotificationsChanged is the reply to ChangeRoomNotifications.
type RoomNotificationsChanged struct {
	OK
	Notifications RoomNotifications `json:"notifications"`
}
