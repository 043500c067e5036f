package rank

import (
	"strings"
	"time"

	"muster/store"
)

// Measure is what a badge counts.
type Measure string

const (
	MeasureMessages      Measure = "messages"      // that a member sent: only the first counts
	MeasureReplies       Measure = "replies"       // of others to its messages: only the first counts
	MeasureStreak        Measure = "streak"        // check-ins in a row
	MeasureContributions Measure = "contributions" // that were paid: only the first counts
	MeasurePoints        Measure = "points"        // that it held at once
	MeasureHelpful       Measure = "helpful"       // messages to which HelpfulReactions others reacted
	MeasureYears         Measure = "years"         // since it joined
	MeasureFounding      Measure = "founding"      // 1 for who joined within FoundingTime
)

// What the measures rest on.
const (
	// HelpfulReactions is how many others must have reacted to a message before it counts
	// as helpful: members, not emoji.
	HelpfulReactions = 5
	// FoundingTime is how long after its first member a community is being founded.
	FoundingTime = 30 * 24 * time.Hour
)

// EarnedRule is a badge that members earn, once and for ever: by Goal of what Measure
// counts.
type EarnedRule struct {
	ID, Name, Description string
	Measure               Measure
	Goal                  int
	// Hidden says that others see the badge only once its member chose so: it tells what a
	// profile keeps to itself otherwise, a rank or a contribution.
	Hidden bool
}

// EarnedRules are the badges that there are to earn, in the order in which they are shown.
//
// A badge keeps its id; one that is here no more is not given again, and shown no more.
// A new or easier rule needs a higher EarnedRulesVersion: the next start of a node then
// gives what it is due (Badges.Recompute). Nobody loses a badge to a harder rule.
var EarnedRules = append([]EarnedRule{
	{ID: "first_message", Name: "First Words", Description: "Sent a first message", Measure: MeasureMessages, Goal: 1},
	{ID: "first_reply", Name: "Heard", Description: "Received a first reply", Measure: MeasureReplies, Goal: 1},
	{ID: "helped", Name: "Helping Hand", Description: "Ten messages with reactions of five others", Measure: MeasureHelpful, Goal: 10},
	{ID: "streak_7", Name: "One Week Strong", Description: "Checked in 7 days in a row", Measure: MeasureStreak, Goal: 7},
	{ID: "streak_30", Name: "One Month Strong", Description: "Checked in 30 days in a row", Measure: MeasureStreak, Goal: 30},
	{ID: "streak_100", Name: "Hundred Days Strong", Description: "Checked in 100 days in a row", Measure: MeasureStreak, Goal: 100},
	{ID: "streak_365", Name: "One Year Strong", Description: "Checked in 365 days in a row", Measure: MeasureStreak, Goal: 365},
	{ID: "first_contribution", Name: "First Contribution", Description: "Contributed for the first time", Measure: MeasureContributions, Goal: 1, Hidden: true},
	{ID: "founder", Name: "Founding Month", Description: "Joined in the first month of the community", Measure: MeasureFounding, Goal: 1},
	{ID: "year_1", Name: "A Year Here", Description: "A member for one year", Measure: MeasureYears, Goal: 1},
}, rankRules()...)

// EarnedRulesVersion counts the changes of EarnedRules, and of what their measures mean.
const EarnedRulesVersion = 1

// rankRules are the badges for the ranks that points reach; everybody begins with the first.
func rankRules() (rules []EarnedRule) {
	for _, step := range Ladder {
		if step.Floor > 0 {
			rules = append(rules, EarnedRule{
				ID: "rank_" + strings.ToLower(string(step.Rank)), Name: string(step.Rank), Description: "Reached the rank of " + string(step.Rank),
				Measure: MeasurePoints, Goal: step.Floor, Hidden: true,
			})
		}
	}
	return rules
}

// EarnedRuleOf finds a rule by its id.
func EarnedRuleOf(id string) (EarnedRule, bool) {
	for _, r := range EarnedRules {
		if r.ID == id {
			return r, true
		}
	}
	return EarnedRule{}, false
}

// ErrBadgeNotEarned is the failure for a badge that the member has not earned, or that
// there is not: NotFound.
func ErrBadgeNotEarned() *store.Error {
	return store.NewErrorReason(store.NotFound, "badge_unknown", "You have not earned this badge")
}

// Earned is a badge that a member earned at a moment.
type Earned struct {
	ID string
	At time.Time
}

// LedgerEarned gives the badges that lines of the ledger earn, which took an account
// from before to after. A check-in among the lines made the streak.
func LedgerEarned(before, after PointsAccount, lines []PointsLine) []Earned {
	var earned []Earned
	held := before.Points
	for _, line := range lines {
		from := held
		held += line.Points
		for _, r := range EarnedRules {
			switch {
			case r.Measure == MeasurePoints && from < r.Goal && r.Goal <= held,
				r.Measure == MeasureStreak && line.Action == CheckInAction && before.Streak.Count < r.Goal && r.Goal <= after.Streak.Count:
				earned = append(earned, Earned{r.ID, line.At})
			}
		}
	}
	return earned
}

// MemberRecord is what the ledgers and logs say of a member, as far as badges count it.
// A zero moment is none.
type MemberRecord struct {
	Joined            time.Time
	Founding          bool // it joined within FoundingTime
	FirstMessage      time.Time
	FirstReply        time.Time
	FirstContribution time.Time
	Helpful           []time.Time  // when each helpful message became one, in order
	Ledger            []PointsLine // in order
}

// Earned gives the badges that a record earns by now, each with the moment of its
// cause: the same as were given when it happened.
func (m MemberRecord) Earned(now time.Time) []Earned {
	var all []Earned
	add := func(r EarnedRule, at time.Time) {
		if !at.IsZero() && !at.After(now) {
			all = append(all, Earned{r.ID, at})
		}
	}
	for _, r := range EarnedRules {
		switch r.Measure {
		case MeasureMessages:
			add(r, m.FirstMessage)
		case MeasureReplies:
			add(r, m.FirstReply)
		case MeasureContributions:
			add(r, m.FirstContribution)
		case MeasureHelpful:
			if len(m.Helpful) >= r.Goal {
				add(r, m.Helpful[r.Goal-1])
			}
		case MeasureYears:
			if m.Joined.IsZero() {
				continue
			}
			add(r, m.Joined.AddDate(r.Goal, 0, 0))
		case MeasureFounding:
			if m.Founding {
				add(r, m.Joined)
			}
		}
	}
	return append(all, ledgerRecord(m.Ledger)...)
}

// ledgerRecord gives the badges that a whole ledger earns, each for the first time.
func ledgerRecord(ledger []PointsLine) []Earned {
	var all []Earned
	var account PointsAccount
	has := map[string]bool{}
	for _, line := range ledger {
		before := account
		if line.Action == CheckInAction {
			account.Streak, _, _ = account.Streak.next(line.At)
		}
		for _, e := range LedgerEarned(before, account, []PointsLine{line}) {
			if !has[e.ID] {
				has[e.ID], all = true, append(all, e)
			}
		}
		account.Points += line.Points
	}
	return all
}

// EarnedProgress is how far a member has come, by measure.
type EarnedProgress map[Measure]float64

// Of is how far the member has come with a badge that it has not earned: 0 to 1.
func (p EarnedProgress) Of(r EarnedRule) float64 {
	return min(1, max(0, p[r.Measure]/float64(r.Goal)))
}

// EarnedBadge is a badge on its member's own wall.
type EarnedBadge struct {
	EarnedRule
	At    time.Time
	Shown bool // to others
	Seen  bool // its member was shown the moment
}

// OpenBadge is a badge that is still to be had, and how far its member is: 0 to 1.
type OpenBadge struct {
	EarnedRule
	Progress float64
}

// BadgeWall is what a member has earned, newest first, and what is still to be had.
type BadgeWall struct {
	Earned  []EarnedBadge
	Open    []OpenBadge
	Moments bool // the member wants to be shown the moment of a new badge
}

// HeldBadge is a badge with how many members hold it.
type HeldBadge struct {
	EarnedRule
	Holders int
}
