package body

import (
	"time"

	"muster/store/rank"
)

// EarnedBadge is a badge that the caller earned. Shown says whether others see it, Seen
// whether the caller was shown the moment.
type EarnedBadge struct {
	Badge
	EarnedAt time.Time `json:"earnedAt"`
	Shown    bool      `json:"shown"`
	Seen     bool      `json:"seen"`
}

// OpenBadge is a badge that is still to be had. Progress is 0 to 1.
type OpenBadge struct {
	Badge
	Progress float64 `json:"progress"`
}

// EarnedBadges is the reply to GET /profile/badges/earned: what is earned, newest first,
// and what is open, in the order of the rules. Moments says whether the caller wants to be
// shown the moment of a new badge.
type EarnedBadges struct {
	OK
	Earned  []EarnedBadge `json:"earned"`
	Open    []OpenBadge   `json:"open"`
	Moments bool          `json:"moments"`
}

// ShowBadge shows a badge to others, or no longer.
type ShowBadge struct {
	Shown *bool `json:"shown"`
}

// BadgesSeen names badges whose moments the caller was shown, at most 100.
type BadgesSeen struct {
	IDs []string `json:"ids"`
}

// BadgeMoments turns the moments of new badges on or off.
type BadgeMoments struct {
	Moments *bool `json:"moments"`
}

// CatalogueBadge is one of the badges that there are to earn. Earned says that the caller
// has it.
type CatalogueBadge struct {
	Badge
	Earned bool `json:"earned"`
}

// BadgeCatalogue is the reply to GET /profile/badges/all, in the order of the rules.
type BadgeCatalogue struct {
	OK
	Badges []CatalogueBadge `json:"badges"`
}

// HeldBadge is a badge with how many members hold it.
type HeldBadge struct {
	Badge
	Holders int `json:"holders"`
}

// HeldBadges is the reply to GET /admin/badges/earned.
type HeldBadges struct {
	OK
	Badges []HeldBadge `json:"badges"`
}

// BadgeOf is a badge that members earn.
func BadgeOf(r rank.EarnedRule) Badge {
	return Badge{ID: r.ID, Name: r.Name, Description: r.Description}
}

// BadgesOf are badges that a member earned.
func BadgesOf(earned []rank.EarnedBadge) []Badge {
	all := make([]Badge, len(earned))
	for i, b := range earned {
		all[i] = BadgeOf(b.EarnedRule)
	}
	return all
}
