package chat

import "muster/store/roomlog"

// MentionsPage is the most of a member's mentions that one call lists.
const MentionsPage = 50

// MentionFound is a message that names a member, with its room.
type MentionFound struct {
	RoomName string
	Message  roomlog.Message
}
