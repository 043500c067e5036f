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
	StreakFreeze  StreakDayKind = "freeze"  // without a check-in, kept by a freeze
	StreakMiss    StreakDayKind = "miss"    // the streak is 0 unless the next check-in came, or may come, within StreakWindow
	StreakRestart StreakDayKind = "restart" // a check-in that began anew
)

// StreakDay is one day of the explanation of a streak.
type StreakDay struct {
	Day    store.Day
	Kind   StreakDayKind
	Streak int // after the day
	Points int
}

// CheckInMade is a check-in of the ledger.
type CheckInMade struct {
	At  time.Time
	Day store.Day // that it counted for, in the community's zone of then
}

// ExplainStreak derives from all check-ins, oldest first, how the streak came about, day
// by day up to the day of now, newest first. The streak it ends with is the one that
// Streak.CheckIn arrived at, also where the zone has changed since. At most limit days are
// returned.
func ExplainStreak(checkIns []CheckInMade, now time.Time, zone *time.Location, curve CheckInCurve, limit int) []StreakDay {
	var days []StreakDay
	var s Streak
	gap := func(upTo store.Day, kind StreakDayKind, count int) {
		if s.Last.IsZero() {
			return
		}
		for d := s.Day.Add(1); upTo.Since(d) > 0; d = d.Add(1) {
			days = append(days, StreakDay{d, kind, count, 0})
		}
	}
	for _, c := range checkIns {
		after, restarted, froze := s.next(c.At)
		kind, missed, kept := StreakCheckIn, StreakMiss, s.Count
		switch {
		case restarted:
			kind, kept = StreakRestart, 0
		case froze:
			missed = StreakFreeze
		}
		gap(c.Day, missed, kept)
		days = append(days, StreakDay{c.Day, kind, after.Count, curve.CheckInPoints(after.Count)})
		s, s.Day = after, c.Day
	}
	missed, kept := StreakMiss, s.CountAt(now)
	if kept > 0 && now.Sub(s.Last) > StreakWindow {
		missed = StreakFreeze
	}
	gap(store.DayOf(now, zone), missed, kept)
	slices.Reverse(days)
	return days[:min(len(days), limit)]
}
