package body

import "time"

// EmergencyQuota is what the caller has used of the limits. NextAllowedAt is null while
// the caller may send.
type EmergencyQuota struct {
	OK
	CountThisHour int        `json:"countThisHour"`
	CountToday    int        `json:"countToday"`
	NextAllowedAt *time.Time `json:"nextAllowedAt"`
}

// EmergencyEntry is one of the caller's own messages.
type EmergencyEntry struct {
	ID         string    `json:"id"`
	Priority   string    `json:"priority" ts:"EmergencyPriority"`
	SentAt     time.Time `json:"sentAt"`
	Message    string    `json:"message"`
	IsResolved bool      `json:"isResolved"`
	Receipt    string    `json:"receipt" ts:"EmergencyReceipt"`
}

// EmergencyHistory lists the caller's own messages, newest first.
type EmergencyHistory struct {
	OK
	History    []EmergencyEntry `json:"history"`
	NextCursor *string          `json:"nextCursor"`
}

// SendEmergency sends a message to the creator. The server finds the priority itself.
// The header Idempotency-Key, a UUID, makes a repeated call the same message.
type SendEmergency struct {
	Message  string `json:"message"`
	Priority string `json:"priority,omitempty"`
}

// EmergencySent is the reply to SendEmergency.
type EmergencySent struct {
	OK
	Message string `json:"message"`
	ID      string `json:"id"`
}

// EmergencyMessage is a message in the administrators' inbox.
type EmergencyMessage struct {
	ID              string     `json:"id"`
	UserID          string     `json:"userId"`
	Username        *string    `json:"username"`
	Message         string     `json:"message"`
	Priority        string     `json:"priority" ts:"EmergencyPriority"`
	ClaimedPriority *string    `json:"claimedPriority"`
	SentAt          time.Time  `json:"sentAt"`
	HandedOverAt    *time.Time `json:"handedOverAt"`
	AcknowledgedAt  *time.Time `json:"acknowledgedAt"`
	IsResolved      bool       `json:"isResolved"`
	ResolvedAt      *time.Time `json:"resolvedAt"`
	Note            string     `json:"note"`
}

// EmergencyInbox is one page of messages, newest first.
type EmergencyInbox struct {
	OK
	Messages   []EmergencyMessage `json:"messages"`
	NextCursor *string            `json:"nextCursor"`
}

// ResolveEmergency closes a message.
type ResolveEmergency struct {
	Note string `json:"note,omitempty"`
}

// EmergencyChanged is the message after an administrator's change.
type EmergencyChanged struct {
	OK
	Message EmergencyMessage `json:"message"`
}
