package application

import (
	"crypto/rand"
	"strings"
	"time"
	"unicode/utf8"

	"muster/store"
)

// Intake says who may begin an application.
type Intake string

// The intakes.
const (
	IntakeOpen       Intake = "open"
	IntakeClosed     Intake = "closed"
	IntakeInvitation Intake = "invitation" // with an invitation
)

// Known says whether the intake is one of those.
func (i Intake) Known() bool {
	return i == IntakeOpen || i == IntakeClosed || i == IntakeInvitation
}

// IntakeRules are what the community decided about new applications.
type IntakeRules struct {
	Intake Intake
	Text   string // shown to whoever may not begin one; "" is the usual text
}

// Shown is the text for a person.
func (r IntakeRules) Shown() string {
	switch {
	case r.Text != "":
		return r.Text
	case r.Intake == IntakeClosed:
		return "APPLICATIONS ARE CLOSED AT THE MOMENT"
	case r.Intake == IntakeInvitation:
		return "APPLICATIONS ARE BY INVITATION ONLY"
	}
	return ""
}

// ErrIntakeClosed refuses a new application.
func (r IntakeRules) ErrIntakeClosed() *store.Error {
	return store.NewErrorReason(store.Forbidden, "intake_closed", r.Shown())
}

// ErrInvitationInvalid is the same without an invitation and for one that is unknown, has
// ended or is used up.
func ErrInvitationInvalid() *store.Error {
	return store.NewErrorReason(store.Forbidden, "invitation_invalid", "THIS INVITATION IS NOT VALID")
}

// ErrInvitationUnknown answers an administrator for an invitation that is not there.
func ErrInvitationUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "invitation_unknown", "Invitation not found")
}

// NewInvitationCode draws the code of an invitation, INV-XXXX-XXXX-XXXX-XXXX: 80 bits,
// so that none is guessed.
func NewInvitationCode() string {
	var b [16]byte
	rand.Read(b[:])
	code := "INV"
	for i := range b {
		if i%4 == 0 {
			code += "-"
		}
		code += string(numberAlphabet[int(b[i])%len(numberAlphabet)])
	}
	return code
}

// ParseInvitation reads a code as a person types it, "" for what can be none.
func ParseInvitation(raw string) string {
	code := strings.ToUpper(strings.TrimSpace(raw))
	if len(code) > 64 || strings.ContainsFunc(code, func(r rune) bool { return r != '-' && !strings.ContainsRune(numberAlphabet+"INV", r) }) {
		return ""
	}
	return code
}

// Limits of an invitation.
const (
	maxInvitationUses = 1000
	maxInvitationNote = 200
)

// NewInvitation is an invitation that an administrator makes.
type NewInvitation struct {
	Uses      int
	ExpiresAt time.Time // zero: never
	Note      string
	Attempt   string // idempotency key, "" for none
}

// Check cleans an invitation at now. It fails with Invalid.
func (n NewInvitation) Check(now time.Time) (NewInvitation, error) {
	n.Note = clean(n.Note)
	switch {
	case n.Uses < 1 || n.Uses > maxInvitationUses:
		return n, store.NewErrorReason(store.Invalid, "uses_invalid", "An invitation has 1 to 1000 uses")
	case utf8.RuneCountInString(n.Note) > maxInvitationNote:
		return n, store.NewErrorReason(store.Invalid, "note_too_long", "A note has at most 200 characters")
	case !n.ExpiresAt.IsZero() && !n.ExpiresAt.After(now):
		return n, store.NewErrorReason(store.Invalid, "expiry_past", "The expiry must be in the future")
	}
	return n, nil
}

// Invitation is an invitation as administrators see it.
type Invitation struct {
	ID, Code   string
	Uses, Used int
	ExpiresAt  time.Time // zero: never
	EndedAt    time.Time // zero: not ended
	Note       string
	CreatedBy  string // member id
	Creator    string // name of that member
	CreatedAt  time.Time
	Brought    []BroughtApplication
}

// Describes is whether an invitation is one that was made from n.
func (n NewInvitation) Describes(i Invitation) bool {
	return clean(n.Note) == i.Note && n.Uses == i.Uses && n.ExpiresAt.Truncate(time.Microsecond).Equal(i.ExpiresAt.Truncate(time.Microsecond))
}

// BroughtApplication is an application that was begun by an invitation.
type BroughtApplication struct {
	ID     string `json:"id"`
	Number string `json:"number"`
	Status string `json:"status"` // "incomplete" before it is submitted
}
