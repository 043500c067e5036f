package rank

import (
	"muster/store"
	"slices"
	"time"
)

// StreakDayKind says what happened to a streak on a day.
type StreakDayKind string

const (
	StreakCheckIn StreakDayKind = "checkin"
	StreakFreeze  StreakDayKind = "freeze"
	StreakMiss    StreakDayKind = "miss"
	StreakRestart StreakDayKind = "restart" // a check-in that began anew
)

// StreakDay is one day of the explanation of a streak.
type StreakDay struct {
	Day    store.Day
	Kind   StreakDayKind
	Streak int // after the day
	Points int
}

// ExplainStreak derives from the moments of all check-ins, oldest first, how the streak
// came about, day by day up to the day of now, newest first. The streak it ends with
// is the one that Streak.CheckIn arrived at. At most limit days are returned.
func ExplainStreak(checkIns []time.Time, now time.Time, zone *time.Location, curve CheckInCurve, limit int) []StreakDay {
	var days []StreakDay
	var s Streak
	gap := func(upTo store.Day, frozen bool) {
		if s.Last.IsZero() {
			return
		}
		for d := store.DayOf(s.Last, zone).Add(1); upTo.Since(d) > 0; d = d.Add(1) {
			if frozen {
				days = append(days, StreakDay{d, StreakFreeze, s.Count, 0})
			} else {
				days = append(days, StreakDay{d, StreakMiss, 0, 0})
			}
		}
	}
	for _, at := range checkIns {
		done, err := s.CheckIn(at, zone, curve)
		if err != nil {
			continue // the ledger never has two on one day
		}
		gap(store.DayOf(at, zone), !done.Restarted)
		kind := StreakCheckIn
		if done.Restarted {
			kind = StreakRestart
		}
		days = append(days, StreakDay{store.DayOf(at, zone), kind, done.Streak.Count, done.Points})
		s = done.Streak
	}
	gap(store.DayOf(now, zone), !s.Last.IsZero() && s.CountAt(now) > 0)
	slices.Reverse(days)
	return days[:min(len(days), limit)]
}
