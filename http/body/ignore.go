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

// Ignored lists whom the caller ignores, by name. AsOf is the position of the broadcasts at
// which it was read, SiteAsOf the head of the site log.
type Ignored struct {
	OK
	Ignored  []IgnoredMember `json:"ignored"`
	AsOf     string          `json:"asOf"`
	SiteAsOf string          `json:"siteAsOf"`
}

// IgnoredChanged is the reply to ignoring a member and to ignoring it no longer. Position is
// that of the change among the broadcasts.
type IgnoredChanged struct {
	OK
	Position int64 `json:"position"`
}
