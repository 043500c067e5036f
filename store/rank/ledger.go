package rank

import (
	"muster/store"
	"time"
)

// PointsAction says why a line of the points ledger was written.
type PointsAction string

const (
	CheckInAction           PointsAction = "check_in"
	InactivityPenaltyAction PointsAction = "inactivity_penalty"
	AdminAdjustAction       PointsAction = "admin_adjust"
	ContributionBonusAction PointsAction = "contribution_bonus"
)

// PointsLine is one line of a member's points ledger. A member's points are the sum
// of the lines, and the points earned in all the sum of the positive ones.
type PointsLine struct {
	ID     string
	Action PointsAction
	Points int // signed, never 0
	At     time.Time
}

// MaxAdjustment is the most points that an administrator gives or takes at once.
const MaxAdjustment = 1_000_000

// CheckAdjustment checks an administrator's change of a member's points. It fails
// with Invalid for 0 and without a reason (amount, reason), with Conflict when it would take
// more than the member has (below_zero), and with Invalid for more than MaxAdjustment
// (amount_too_large).
func CheckAdjustment(points, amount int, reason string) error {
	switch {
	case amount == 0:
		return store.NewErrorReason(store.Invalid, "amount", "The amount must be a whole number other than 0")
	case reason == "":
		return store.NewErrorReason(store.Invalid, "reason", "A reason is required")
	case amount < -points:
		return store.NewErrorReason(store.Conflict, "below_zero", "The member does not have that many points")
	case amount > MaxAdjustment || amount < -MaxAdjustment:
		return store.NewErrorReason(store.Invalid, "amount_too_large", "At most 1,000,000 points can be given or taken at once")
	}
	return nil
}
