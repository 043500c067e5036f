package store

import "time"

// Member is a soldier: one person with a verified e-mail address or phone.
type Member struct {
	ID        string // UUID
	Name      string
	Email     string // lower case, "" when none
	Phone     string // E.164, "" when none
	Username  string // chat username, "" until one is set
	IsAdmin   bool
	IsCreator bool
	Standing  Standing
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Standing is what permits a member to take part in chat. It is kept in a
// narrow row of its own so that appends can lock it cheaply.
type Standing struct {
	ChatEnabled bool
	// BannedUntil is when a ban ends; the zero time means no ban.
	BannedUntil time.Time
	// SignInDisabled closes every session at once (AUTH-39).
	SignInDisabled bool
}

// Banned says whether the member is kept out of chat at now: a ban that has
// not run out, or chat switched off (CHAT-35, Z-70).
func (s Standing) Banned(now time.Time) bool {
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
