package body

import (
	"muster/store/rank"
)

// BadgeUser is a member with its badges, as administrators see it.
type BadgeUser struct {
	ID        string     `json:"id"`
	Username  *string    `json:"username"`
	Name      string     `json:"name"`
	BadgeTags []BadgeTag `json:"badge_tags"`
}

// BadgeUsers are members by a search, or a page of those with badges. NextCursor is
// null at the end and for a search.
type BadgeUsers struct {
	OK
	Users      []BadgeUser `json:"users"`
	NextCursor *string     `json:"nextCursor"`
}

// NewBadge is a badge to give. Color is one of ten names.
type NewBadge struct {
	Text  string `json:"text"`
	Emoji string `json:"emoji,omitempty"`
	Color string `json:"color"`
}

// AssignBadge gives a member a badge.
type AssignBadge struct {
	UserID string   `json:"userId"`
	Badge  NewBadge `json:"badge"`
}

// RemoveBadge takes a badge back by its text.
type RemoveBadge struct {
	UserID    string `json:"userId"`
	BadgeText string `json:"badgeText"`
}

// BadgesChanged is the reply to a change of badges.
type BadgesChanged struct {
	OK
	Message string    `json:"message"`
	User    BadgeUser `json:"user"`
}

// BadgeTags are badges as profiles show them.
func BadgeTags(badges []rank.BadgeTag) []BadgeTag {
	all := make([]BadgeTag, len(badges))
	for i, one := range badges {
		all[i] = BadgeTag(one)
	}
	return all
}
