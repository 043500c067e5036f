// Messages by themselves: pinned, edited, found.
package body

import (
	"time"

	"muster/actors/wire"
)

// PinMessage names the message to pin or unpin.
type PinMessage struct {
	MessageID string `json:"messageId"`
}

// Pin is a pinned message.
type Pin struct {
	Message  wire.MessageBody `json:"message"`
	PinnedBy string           `json:"pinnedBy"` // username
	PinnedAt time.Time        `json:"pinnedAt"`
}

// Pins lists the pinned messages of a room, newest pin first. AsOf is the head of the room's
// log at which they were read, SiteAsOf that of the site log.
type Pins struct {
	OK
	Pins     []Pin  `json:"pins"`
	AsOf     string `json:"asOf"`
	SiteAsOf string `json:"siteAsOf"`
}

// Edit is an earlier text of a message, or earlier words beside its media, which stood until
// EditedAt.
type Edit struct {
	Message  string    `json:"message"`
	EditedAt time.Time `json:"editedAt"`
}

// Edits lists the earlier texts of a message, oldest first.
type Edits struct {
	OK
	MessageID string `json:"messageId"`
	Edits     []Edit `json:"edits"`
}

// Mention is a message that names the caller.
type Mention struct {
	RoomID   string           `json:"roomId"`
	RoomName string           `json:"roomName"`
	Message  wire.MessageBody `json:"message"`
}

// Mentions lists messages that name the caller, newest first.
type Mentions struct {
	OK
	Mentions   []Mention `json:"mentions"`
	NextCursor *string   `json:"nextCursor"`
}

// SearchResult is a found message. Snippet is the part of its text around the first
// word found, plain text.
type SearchResult struct {
	RoomID   string           `json:"roomId"`
	RoomName string           `json:"roomName"`
	Message  wire.MessageBody `json:"message"`
	Snippet  string           `json:"snippet"`
}

// SearchResults is one page of a search, newest first.
type SearchResults struct {
	OK
	Results    []SearchResult `json:"results"`
	NextCursor *string        `json:"nextCursor"`
}
