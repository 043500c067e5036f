package body

import "muster/actors/wire"

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
