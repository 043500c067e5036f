package wire

import "time"

// Reaction is one member's emoji on a message.
type Reaction struct {
	MessageID string `json:"messageId"`
	UserID    string `json:"user_id"`
	Username  string `json:"username"`
	Reaction  string `json:"reaction"`
}

// MessageBody is a message as the HTTP history and the socket both
// carry it. Of a deleted message the text, media
// and reply fields are empty or null.
type MessageBody struct {
	ID                string     `json:"id"`
	RoomID            string     `json:"roomId"`
	Seq               int64      `json:"seq"`
	Text              string     `json:"message"`
	MessageType       string     `json:"message_type" ts:"MessageKind"`
	MessageTypeAlias  string     `json:"messageType" ts:"MessageKind"` // both names, equal
	Username          string     `json:"username"`
	UserID            string     `json:"user_id"`
	CreatedAt         time.Time  `json:"created_at"`
	DeletedAt         *time.Time `json:"deleted_at"`
	IsFlagged         bool       `json:"is_flagged"`
	ReplyToMessageID  *string    `json:"reply_to_message_id"`
	ReplyToUsername   *string    `json:"reply_to_username"`
	ReplyToText       *string    `json:"reply_to_text"`
	MediaURL          *string    `json:"media_url"`
	MediaThumbnailURL *string    `json:"media_thumbnail_url"`
	Reactions         []Reaction `json:"reactions"`
	ClientMsgID       *string    `json:"clientMsgId,omitempty"`
	// Mentions are the members whom the text names.
	Mentions []string   `json:"mentions"`
	EditedAt *time.Time `json:"edited_at"`
	// MentionsAll: the text has an @all that counts.
	MentionsAll bool `json:"mentionsAll,omitempty"`
	// MediaMetadata describes a picture, video or voice message.
	MediaMetadata *MediaMetadata `json:"media_metadata,omitempty"`
	Preview       *LinkPreview   `json:"preview,omitempty"`
}

// MessageHistory is at most 50 messages, oldest first.
type MessageHistory struct {
	RoomID   string        `json:"roomId"`
	Messages []MessageBody `json:"messages"`
}

// Message is one new message, to everyone in the room.
type Message struct {
	MessageBody
}

// MessageDeleted says that a message's text is gone.
type MessageDeleted struct {
	RoomID    string    `json:"roomId"`
	Seq       int64     `json:"seq"`
	MessageID string    `json:"messageId"`
	DeletedAt time.Time `json:"deleted_at"`
}

// ReactionAdded announces one more emoji.
type ReactionAdded struct {
	RoomID string `json:"roomId"`
	Seq    int64  `json:"seq"`
	Reaction
}

// ReactionRemoved announces one emoji less.
type ReactionRemoved struct {
	RoomID string `json:"roomId"`
	Seq    int64  `json:"seq"`
	Reaction
}

// MessageEdited carries the new text of a message.
type MessageEdited struct {
	RoomID    string    `json:"roomId"`
	Seq       int64     `json:"seq"`
	MessageID string    `json:"messageId"`
	Text      string    `json:"message"`
	EditedAt  time.Time `json:"editedAt"`
	Mentions  []string  `json:"mentions"`
	// MentionsAll: the text has an @all that counts.
	MentionsAll bool `json:"mentionsAll,omitempty"`
}

// MessagePinned says that a message was pinned, and by whom.
type MessagePinned struct {
	RoomID    string `json:"roomId"`
	Seq       int64  `json:"seq"`
	MessageID string `json:"messageId"`
	UserID    string `json:"userId"`
}

// MessageUnpinned says that a message is no longer pinned, and by whom.
type MessageUnpinned struct {
	RoomID    string `json:"roomId"`
	Seq       int64  `json:"seq"`
	MessageID string `json:"messageId"`
	UserID    string `json:"userId"`
}

// LinkPreview describes the first link of a message. Empty fields are unknown.
type LinkPreview struct {
	URL         string `json:"url"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Image       string `json:"image"`
}

// MediaMetadata describes an uploaded file. Zero fields are unknown.
type MediaMetadata struct {
	Width    int     `json:"width,omitempty"`    // pixels
	Height   int     `json:"height,omitempty"`   // pixels
	Duration float64 `json:"duration,omitempty"` // seconds
	FileSize int64   `json:"fileSize,omitempty"` // bytes
	MimeType string  `json:"mimeType,omitempty"`
	// Waveform is the loudness of a voice message over time, 0 to 100.
	Waveform []int `json:"waveform,omitempty"`
	// Transcript is what is said in a voice message.
	Transcript string `json:"transcript,omitempty"`
	// Captioned says that a video has captions, which GET /chat/message/{id}/media gives.
	Captioned bool `json:"captioned,omitempty"`
}

// MessagePreview adds a link preview to a message.
type MessagePreview struct {
	RoomID    string      `json:"roomId"`
	Seq       int64       `json:"seq"`
	MessageID string      `json:"messageId"`
	Preview   LinkPreview `json:"preview"`
}

// MessageMedia describes the media of a message anew: it has another transcript or other
// captions.
type MessageMedia struct {
	RoomID    string        `json:"roomId"`
	Seq       int64         `json:"seq"`
	MessageID string        `json:"messageId"`
	Metadata  MediaMetadata `json:"metadata"`
}

// MessageFlagged says to moderators and administrators that a message was reported, or
// that every report of it was dismissed. It is no event of the room's log.
type MessageFlagged struct {
	RoomID    string `json:"roomId"`
	MessageID string `json:"messageId"`
	IsFlagged bool   `json:"is_flagged"`
}
