package rank

import "time"

// PointsRules are what the community decided about check-ins.
type PointsRules struct {
	Zone    *time.Location
	Curve   CheckInCurve
	Penalty bool // seven missed days cost points
}

// DefaultPointsRules are those of a community that decided nothing.
var DefaultPointsRules = PointsRules{Zone: time.UTC, Curve: CompoundCurve, Penalty: true}

// PointsAccount is a member's points and streak.
type PointsAccount struct {
	Merit
	Earned    int // the sum of all that was ever given
	Streak    Streak
	Penalties int // runs of missed days since the last check-in that cost points, or were over while the penalty was off
}

// With is the account after lines of its ledger.
func (a PointsAccount) With(lines ...PointsLine) PointsAccount {
	for _, l := range lines {
		a.Points += l.Points
		a.Earned += max(l.Points, 0)
	}
	return a
}

// PointsState is an account at one moment, with its newest lines.
type PointsState struct {
	PointsAccount
	Now    time.Time
	Recent []PointsLine // newest first
}

// CheckedIn is a check-in that was stored.
type CheckedIn struct {
	CheckIn
	Points int       // that were earned
	Total  int       // points after it
	Next   time.Time // when the member may check in again
	// Rank is the member's rank after it, and RankChanged says whether it was another
	// one before.
	Rank        Rank
	RankChanged bool
}
