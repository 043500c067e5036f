package body

// MarkRead says up to which number the caller has read a room.
type MarkRead struct {
	Seq int64 `json:"seq"`
}

// ReadMarked is how far the caller has read a room. Unread and Mentions are at most 100.
type ReadMarked struct {
	OK
	LastReadSeq int64 `json:"lastReadSeq"`
	Unread      int   `json:"unread"`
	Mentions    int   `json:"mentions"`
}

// ChangeRoomNotifications sets what the caller is notified of in a room. MutedUntil is
// RFC 3339; null ends a mute.
type ChangeRoomNotifications struct {
	Level      string  `json:"level" ts:"NotificationLevel"`
	MutedUntil *string `json:"mutedUntil"`
}

// RoomNotificationsChanged is the reply to ChangeRoomNotifications.
type RoomNotificationsChanged struct {
	OK
	Notifications RoomNotifications `json:"notifications"`
}
