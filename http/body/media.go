package body

import (
	"time"

	"muster/actors/wire"
)

// MediaUploaded is the reply to an upload. The links are signed for the caller.
type MediaUploaded struct {
	OK
	MediaURL     string             `json:"mediaUrl"`
	ThumbnailURL string             `json:"thumbnailUrl"`
	MediaType    string             `json:"mediaType" ts:"MediaKind"`
	Metadata     wire.MediaMetadata `json:"metadata"`
}

// RoomMediaItem is a message's media. The links are signed for the caller.
type RoomMediaItem struct {
	ID                string             `json:"id"`
	MessageID         string             `json:"messageId"`
	MediaURL          string             `json:"media_url"`
	MediaThumbnailURL *string            `json:"media_thumbnail_url"`
	MediaType         string             `json:"media_type" ts:"MediaKind"`
	Metadata          wire.MediaMetadata `json:"metadata"`
	Username          string             `json:"username"`
	CreatedAt         time.Time          `json:"created_at"`
}

// RoomMedia is one page of a room's media, newest first.
type RoomMedia struct {
	OK
	Media []RoomMediaItem `json:"media"`
}

// ChangeMediaWords gives a message's media other words: a voice message its transcript, a
// video its captions as WebVTT. What is left out stays as it is; "" takes it away.
type ChangeMediaWords struct {
	Transcript *string `json:"transcript,omitempty"`
	Captions   *string `json:"captions,omitempty"`
}

// MessageMedia is the reply to GET and PUT /chat/message/{id}/media: fresh links to one
// message's media, and a video's captions as WebVTT, "" for none.
type MessageMedia struct {
	OK
	Media    RoomMediaItem `json:"media"`
	Captions string        `json:"captions"`
}
