package body

import "time"

// PointsTransaction is one line of the caller's points ledger.
type PointsTransaction struct {
	ID         string    `json:"id"`
	ActionType string    `json:"action_type"`
	Points     int       `json:"points"`
	CreatedAt  time.Time `json:"created_at"`
}

// PointsTransactions is one page of the ledger, newest first.
type PointsTransactions struct {
	OK
	Transactions []PointsTransaction `json:"transactions"`
	NextCursor   *string             `json:"nextCursor"`
}

// InactivityWarning warns of points that will be taken At.
type InactivityWarning struct {
	DaysMissed   int       `json:"daysMissed"`
	PointsAtRisk int       `json:"pointsAtRisk"`
	At           time.Time `json:"at"`
}

// PointsStatus is the caller's points, rank and streak. NextRank and PointsToNextRank
// are null at General and for a Guardian; ProgressToNextRank is percent, null for a
// Guardian. NextCheckInPoints are what the next check-in earns.
type PointsStatus struct {
	OK
	Rank                  string    `json:"rank"`
	Points                int       `json:"points"`
	NextRank              *string   `json:"nextRank"`
	PointsToNextRank      *int      `json:"pointsToNextRank"`
	ProgressToNextRank    *float64  `json:"progressToNextRank"`
	TotalPointsEarned     int       `json:"totalPointsEarned"`
	StreakCount           int       `json:"streakCount"`
	HighestStreak         int       `json:"highestStreak"`
	CanCheckIn            bool      `json:"canCheckIn"`
	AlreadyCheckedInToday bool      `json:"alreadyCheckedInToday"`
	NextCheckInTime       time.Time `json:"nextCheckInTime"`
	NextCheckInPoints     int       `json:"nextCheckInPoints"`
	// TomorrowPoints are what tomorrow's check-in earns when today's is done.
	TomorrowPoints int `json:"tomorrowPoints"`
	// Today is the community's day, YYYY-MM-DD.
	Today              string              `json:"today"`
	StreakSafeUntil    *time.Time          `json:"streakSafeUntil"`
	StreakBonusPercent int                 `json:"streakBonusPercent"`
	Freezes            int                 `json:"freezes"`
	InactivityWarning  *InactivityWarning  `json:"inactivityWarning"`
	InactivityPenalty  bool                `json:"inactivityPenalty"`
	CheckInCurve       string              `json:"checkInCurve" ts:"CheckInCurve"`
	IsGuardian         bool                `json:"isGuardian"`
	ServerTime         time.Time           `json:"serverTime"`
	RecentTransactions []PointsTransaction `json:"recentTransactions"`
}

// Streak is the caller's streak; one that has run out is 0.
type Streak struct {
	OK
	StreakCount           int  `json:"streakCount"`
	HighestStreak         int  `json:"highestStreak"`
	CanCheckIn            bool `json:"canCheckIn"`
	AlreadyCheckedInToday bool `json:"alreadyCheckedInToday"`
}

// CheckedIn is the reply to a check-in. Points were earned by it, TotalPoints are the
// points after it; NextCheckIn and NextCheckInTime are the same moment.
type CheckedIn struct {
	OK
	Points           int       `json:"points"`
	TotalPoints      int       `json:"totalPoints"`
	StreakCount      int       `json:"streakCount"`
	NextCheckIn      time.Time `json:"nextCheckIn"`
	NextCheckInTime  time.Time `json:"nextCheckInTime"`
	RankChanged      bool      `json:"rankChanged"`
	NewRank          *string   `json:"newRank"`
	AlreadyCheckedIn bool      `json:"alreadyCheckedIn"`
	FreezeUsed       bool      `json:"freezeUsed"`
}

// StreakDay is what happened to the caller's streak on a day, YYYY-MM-DD.
type StreakDay struct {
	Day    string `json:"day"`
	Kind   string `json:"kind" ts:"StreakDayKind"`
	Streak int    `json:"streak"`
	Points int    `json:"points"`
}

// StreakExplained says how the caller's streak came about, newest first.
type StreakExplained struct {
	OK
	Streak []StreakDay `json:"streak"`
}

// LadderStep is a rank of the ladder. From is null where points do not reach it.
type LadderStep struct {
	Rank    string `json:"rank"`
	From    *int   `json:"from"`
	Reached string `json:"reached" ts:"RankReached"`
}

// Ladder is every rank, lowest first.
type Ladder struct {
	OK
	Ladder []LadderStep `json:"ladder"`
}

// AdjustPoints gives points to a member or takes them. Amount is a whole number. The header
// Idempotency-Key, a UUID, makes a repeated call the same change.
type AdjustPoints struct {
	Amount *int   `json:"amount"`
	Reason string `json:"reason"`
}

// ChangeGuardian makes a member a Guardian or ends that.
type ChangeGuardian struct {
	IsGuardian *bool `json:"isGuardian"`
}

// ChangeHonoraryRank gives a member an honorary rank; null takes it back.
type ChangeHonoraryRank struct {
	Rank *string `json:"rank"`
}

// MemberPoints is a member's points and rank after an administrator's change.
type MemberPoints struct {
	OK
	UserID       string  `json:"userId"`
	Points       int     `json:"points"`
	Rank         string  `json:"rank"`
	IsGuardian   bool    `json:"isGuardian"`
	HonoraryRank *string `json:"honoraryRank"`
}
