package store

import (
	"strings"
	"time"
	"unicode/utf8"
)

// MaxName is the longest name of a member, in characters.
const MaxName = 100

// CheckName trims a member's name and gives its stored form; "" stays "". A
// name stands in lists and mails, so it is one visible line. It fails with
// Invalid for one that is too long or no such line.
func CheckName(raw string) (string, error) {
	name := strings.TrimSpace(raw)
	switch {
	case utf8.RuneCountInString(name) > MaxName:
		return "", NewErrorReason(Invalid, "name_too_long", "Name must be 100 characters or less")
	case name != "" && !VisibleLine(name):
		return "", NewErrorReason(Invalid, "name_form", "Name can only be one visible line of text")
	}
	return name, nil
}

// Member is a soldier: one person with a verified e-mail address or phone.
type Member struct {
	ID        string // UUID
	Name      string
	Email     string // lower case, "" when none
	Phone     string // E.164, "" when none
	Username  string // chat username, "" until one is set
	IsAdmin   bool
	IsCreator bool
	Status    MemberStatus
	// FaceEnrolled is true when sign-in can compare a face with an enrolled one.
	FaceEnrolled bool
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// MemberStatus is what permits a member to take part in chat. It is kept in a
// narrow row of its own so that appends can lock it cheaply.
type MemberStatus struct {
	ChatEnabled bool
	// BannedUntil is when a ban ends; the zero time means no ban.
	BannedUntil time.Time
	// SignInDisabled closes every session at once.
	SignInDisabled bool
}

// Banned says whether the member is kept out of chat at now: a ban that has
// not run out, or chat switched off.
func (s MemberStatus) Banned(now time.Time) bool {
	return !s.ChatEnabled || s.BannedUntil.After(now)
}

// NewMember is what a member is made from. Identifiers are canonical
// (ParseIdentifier); one of them is needed.
type NewMember struct {
	Name      string
	Email     string
	Phone     string
	Username  string // "" for none yet
	IsAdmin   bool
	IsCreator bool
}
