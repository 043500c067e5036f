package store

import (
	"time"
)

// DefaultContributorWindow is how long a contribution makes a recent contributor.
const DefaultContributorWindow = 30 * 24 * time.Hour

// ContributorChangedKind is the kind of the broadcasts of NewContributorChanged.
const ContributorChangedKind = "contributor_changed"

// ContributorChanged is the value of such a broadcast.
type ContributorChanged struct {
	UserID              string `json:"userId"`
	Username            string `json:"username"`
	IsRecentContributor bool   `json:"isRecentContributor"`
}

// NewContributorChanged is the broadcast that a member is a recent contributor, or no
// longer.
func NewContributorChanged(c ContributorChanged) (Broadcast, error) {
	return NewBroadcast("contributor:"+c.UserID, ContributorChangedKind, c)
}
