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

// CatalogueBadge is one of the badges that there are. Earned says that the caller has
// it; Description, when it was first given.
type CatalogueBadge struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Emoji       string `json:"emoji"`
	Color       string `json:"color"`
	Earned      bool   `json:"earned"`
}

// BadgeCatalogue is the reply to GET /profile/badges/all, by name.
type BadgeCatalogue struct {
	OK
	Badges []CatalogueBadge `json:"badges"`
}

// BadgeTags are badges as profiles show them.
func BadgeTags(badges []rank.BadgeTag) []BadgeTag {
	all := make([]BadgeTag, len(badges))
	for i, one := range badges {
		all[i] = BadgeTag(one)
	}
	return all
}

// Awards are a member's badges as awards.
func Awards(badges []rank.BadgeTag) []Badge {
	all := make([]Badge, len(badges))
	for i, b := range badges {
		all[i] = Badge{ID: rank.BadgeID(b.Text), Name: b.Text, Description: BadgeDescription(b)}
	}
	return all
}

// BadgeDescription says when a badge was given.
func BadgeDescription(b rank.BadgeTag) string {
	return "Given on " + b.AddedAt.UTC().Format("2 January 2006")
}
