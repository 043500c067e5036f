package body

import "muster/actors/wire"

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
