package body

import "time"

// SentMessage is one mail or SMS in the development outbox.
type SentMessage struct {
	ID        string    `json:"id"`
	Channel   string    `json:"channel"` // "email" or "sms"
	To        string    `json:"to"`
	Subject   string    `json:"subject"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}

// Outbox lists the messages of the development outbox, newest first.
type Outbox struct {
	Messages []SentMessage `json:"messages"`
}
