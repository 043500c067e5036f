package store

import (
	"context"
	"time"
)

// Mail is one e-mail to one person. Subject holds no line break.
type Mail struct {
	To      string
	From    string // the name beside the sender's address; "": the one that the sender has
	Subject string
	Text    string
	HTML    string
	// Unsubscribe is the address of a one-click unsubscription (RFC 8058), "" for
	// mails that nobody can opt out of.
	Unsubscribe string
}

// SMSMessage is one text message to one phone in E.164.
type SMSMessage struct {
	To   string
	Body string
}

// Mailer sends mail (http/gateway, or the dev outbox). A permanent refusal is
// Invalid: it must not be tried again; everything else is Unavailable, with one of
// the reasons of sends (SendTemporary …) where it is known what happened. No error
// names the recipient or holds a part of the mail.
type Mailer interface {
	SendMail(ctx context.Context, mail Mail) error
}

// SMSSender sends text messages, with the errors of Mailer.
type SMSSender interface {
	SendSMS(ctx context.Context, text SMSMessage) error
}

// SentMessage is one mail or text that the dev outbox caught.
type SentMessage struct {
	ID        string // UUID
	Channel   Channel
	To        string
	Subject   string // "" for a text
	Text      string
	CreatedAt time.Time
}
