package body

// IgnoreMember names the member to ignore, or to ignore no longer.
type IgnoreMember struct {
	UserID string `json:"userId"`
}

// IgnoredMember is a member whom the caller ignores.
type IgnoredMember struct {
	UserID   string  `json:"userId"`
	Username *string `json:"username"`
}

// Ignored lists whom the caller ignores, by name.
type Ignored struct {
	OK
	Ignored []IgnoredMember `json:"ignored"`
}
