package store

import "time"

// Cents is a sum of money in hundredths of a dollar.
type Cents int64

// Dollars is the sum as JSON shows it, with at most two decimals.
func (c Cents) Dollars() float64 { return float64(c) / 100 }

// ContributionPurpose is what a contribution is for.
type ContributionPurpose string

// The purposes of contributions.
const (
	ForCommunity  ContributionPurpose = "contribution"
	ForServerCost ContributionPurpose = "server_cost"
)

// ContributionStatus is where a contribution stands.
type ContributionStatus string

// The statuses of contributions.
const (
	ContributionPending           ContributionStatus = "pending"
	ContributionCompleted         ContributionStatus = "completed"
	ContributionFailed            ContributionStatus = "failed" // declined or expired
	ContributionRefunded          ContributionStatus = "refunded"
	ContributionPartiallyRefunded ContributionStatus = "partially_refunded"
	ContributionDisputed          ContributionStatus = "disputed"
)

// Contribution is money that a member has paid.
type Contribution struct {
	MemberID  string
	Purpose   ContributionPurpose
	Amount    Cents
	Anonymous bool // nobody is shown who paid, and it makes no recent contributor
}

// Contributor is a member who contributed recently, and until when that counts.
type Contributor struct {
	MemberID, Username string
	Until              time.Time
}

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
