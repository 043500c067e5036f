package body

import "time"

// CreateInvitation makes an invitation to apply. The header Idempotency-Key, a UUID, makes a
// repeated call give the same one.
type CreateInvitation struct {
	Uses      int        `json:"uses"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty"` // null: never
	Note      string     `json:"note,omitempty"`
}

// Invitation is an invitation to apply.
type Invitation struct {
	ID            string               `json:"id"`
	Code          string               `json:"code"`
	Uses          int                  `json:"uses"`
	Used          int                  `json:"used"`
	ExpiresAt     *time.Time           `json:"expiresAt"`
	EndedAt       *time.Time           `json:"endedAt"`
	Note          string               `json:"note"`
	CreatedBy     *string              `json:"createdBy"` // member id
	CreatedByName *string              `json:"createdByName"`
	CreatedAt     time.Time            `json:"createdAt"`
	Brought       []BroughtApplication `json:"brought"` // oldest first
}

// BroughtApplication is an application that an invitation brought.
type BroughtApplication struct {
	ApplicationID string `json:"applicationId"`
	Number        string `json:"number"`
	Status        string `json:"status"` // incomplete before it is submitted
}

// InvitationCreated is the reply.
type InvitationCreated struct {
	OK
	Invitation Invitation `json:"invitation"`
}

// Invitations is one page of GET /admin/invitations?limit&cursor, newest first.
type Invitations struct {
	OK
	Invitations []Invitation `json:"invitations"`
	NextCursor  *string      `json:"nextCursor"`
}
