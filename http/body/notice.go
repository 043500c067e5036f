package body

import "time"

// Notice is something that the caller is told until it dismisses it.
type Notice struct {
	ID        string    `json:"id"`
	Kind      string    `json:"kind" ts:"NoticeKind"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}
