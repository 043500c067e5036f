package body

import "time"

// Edit is an earlier text of a message, which stood until EditedAt.
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
