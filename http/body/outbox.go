package body

import "time"

// SentMessage is one mail or text the dev outbox caught.
type SentMessage struct {
	ID        string    `json:"id"`
	Channel   string    `json:"channel"` // "email" or "sms"
	To        string    `json:"to"`
	Subject   string    `json:"subject"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}

// Outbox lists what the dev outbox caught, newest first.
type Outbox struct {
	Messages []SentMessage `json:"messages"`
}
