package body

import "time"

// Notice is shown to the caller until the caller dismisses it.
type Notice struct {
	ID        string    `json:"id"`
	Kind      string    `json:"kind" ts:"NoticeKind"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}
