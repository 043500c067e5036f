package body

import (
	"time"

	"muster/actors/wire"
)

// OnlineUser is somebody who is in chat, or was seen within five minutes. Who has no
// Username has a Name. LastSeen is null when the session has just ended.
type OnlineUser struct {
	UserID   string     `json:"user_id"`
	Username string     `json:"username"`
	Name     string     `json:"name,omitempty"`
	LastSeen *time.Time `json:"last_seen"`
	InChat   bool       `json:"in_chat"`
}

// RoomLabel names a room.
type RoomLabel struct {
	DisplayName string `json:"display_name"`
}

// RecentMessage is a message in the feed of activity: at most 100 characters of it.
type RecentMessage struct {
	ID          string    `json:"id"`
	UserID      string    `json:"user_id"`
	RoomID      string    `json:"room_id"`
	Username    string    `json:"username"`
	ChatRooms   RoomLabel `json:"chat_rooms"`
	MessageType string    `json:"message_type"`
	Message     string    `json:"message"`
	CreatedAt   time.Time `json:"created_at"`
}

// Realtime is what happens now: at most 500 users, those in chat first, the newest 50
// messages that stand, and the newest 50 activities that are stored besides.
// OnlineCount counts the people in chat.
type Realtime struct {
	OK
	OnlineUsers    []OnlineUser        `json:"onlineUsers"`
	OnlineCount    int                 `json:"onlineCount"`
	RecentMessages []RecentMessage     `json:"recentMessages"`
	RecentActivity []wire.ActivityBody `json:"recentActivity"`
}

// NodeStatus is one node by its last report of itself. LagMs is how late its hub was at
// worst within ten seconds, LogAgeMs the time since the log last answered it, -1 before
// the first answer.
type NodeStatus struct {
	ID        string    `json:"id"`
	Host      string    `json:"host"`
	Build     string    `json:"build"`
	StartedAt time.Time `json:"startedAt"`
	Sockets   int       `json:"sockets"`
	People    int       `json:"people"`
	Rooms     int       `json:"rooms"`
	LagMs     int64     `json:"lagMs"`
	LogAgeMs  int64     `json:"logAgeMs"`
	At        time.Time `json:"at"`
}

// Nodes lists the nodes that were heard of within nine seconds, the one that answers
// first. Redis is the state of what connects them: "up", "down", "silent", or "off" for
// a node without others.
type Nodes struct {
	OK
	Nodes []NodeStatus `json:"nodes"`
	Redis string       `json:"redis"`
}
