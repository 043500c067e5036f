package rank

import (
	"math"
	"muster/store"
	"time"
)

// CheckInCurve says how the points of a check-in grow with the streak.
type CheckInCurve string

const (
	CompoundCurve CheckInCurve = "compound" // 5 % more than the day before
	LinearCurve   CheckInCurve = "linear"   // 5 % of the first day more than the day before
)

// Points and times of check-ins.
const (
	CheckInBase   = 50  // points of the first day
	CheckInMost   = 500 // points of any day
	StreakWindow  = 36 * time.Hour
	FreezeLasts   = 24 * time.Hour // how much longer a streak is safe with a freeze
	FreezeEvery   = 30             // days in a row that earn a freeze
	PenaltyDays   = 7              // missed days in a row that cost points
	penaltyShare  = 20             // one of so many points is lost: 5 %
	AlreadyToday  = "Already checked in today"
	CheckInFailed = "Check-in failed. Please try again."
)

// CheckInPoints are the points of the n-th day in a row, n from 1: the curve from
// 50, rounded half up, at most 500.
func (c CheckInCurve) CheckInPoints(n int) int {
	n = max(n, 1)
	if c == LinearCurve {
		// In twentieths of a point: 57.5 as a float would be a little less.
		return (min((n+19)*CheckInBase, 20*CheckInMost) + 10) / 20
	}
	return int(math.Floor(min(CheckInBase*math.Pow(1.05, float64(n-1)), CheckInMost) + 0.5))
}

// StreakBonus is how many percent more than on the first day the n-th day in a row
// earns, before the limit: 0 for no streak and for the first day.
func (c CheckInCurve) StreakBonus(n int) int {
	if n <= 1 {
		return 0
	}
	if c == LinearCurve {
		return 5 * (n - 1)
	}
	return int(math.Floor((math.Pow(1.05, float64(n-1))-1)*100 + 0.5))
}

// Streak is a member's check-ins so far. The zero Streak has none.
type Streak struct {
	Count   int // days in a row
	Highest int
	Freezes int       // 0 or 1
	Last    time.Time // of the last check-in
	Day     store.Day // that it counted for, in the community's zone of then; zero: that of Last
}

// SafeUntil is the last moment at which a check-in goes on with the streak, zero
// without one. A freeze gives one day more.
func (s Streak) SafeUntil() time.Time {
	if s.Last.IsZero() {
		return time.Time{}
	}
	return s.Last.Add(StreakWindow + time.Duration(s.Freezes)*FreezeLasts)
}

// CountAt is the streak as it stands at now: 0 once it has run out.
func (s Streak) CountAt(now time.Time) int {
	if s.Last.IsZero() || now.After(s.SafeUntil()) {
		return 0
	}
	return s.Count
}

// CanCheckIn says whether the member has not checked in yet on the day of now. A
// clock that was set back gives no second check-in.
func (s Streak) CanCheckIn(now time.Time, zone *time.Location) bool {
	return s.Last.IsZero() || store.DayOf(now, zone).Since(s.lastDay(zone)) > 0 && now.After(s.Last)
}

// lastDay is the last day that has its check-in. Where the community's zone became one further
// west, the day of a check-in begins once more.
func (s Streak) lastDay(zone *time.Location) store.Day {
	day := store.DayOf(s.Last, zone)
	if s.Day != (store.Day{}) && s.Day.Since(day) > 0 {
		return s.Day
	}
	return day
}

// NextCheckIn is when the member may check in next: now, when it may already.
func (s Streak) NextCheckIn(now time.Time, zone *time.Location) time.Time {
	if s.CanCheckIn(now, zone) {
		return now
	}
	return s.lastDay(zone).Add(1).Start(zone)
}

// CheckIn is one check-in as it counts.
type CheckIn struct {
	Streak    Streak // after it
	Points    int
	Restarted bool // an earlier streak had run out
	Froze     bool // a freeze kept the streak
}

// CheckIn checks in at now. It fails with Conflict on a day that has its check-in.
func (s Streak) CheckIn(now time.Time, zone *time.Location, curve CheckInCurve) (CheckIn, error) {
	if !s.CanCheckIn(now, zone) {
		return CheckIn{}, store.NewErrorReason(store.Conflict, "already_checked_in", AlreadyToday)
	}
	done := CheckIn{}
	done.Streak, done.Restarted, done.Froze = s.next(now)
	done.Streak.Day = store.DayOf(now, zone)
	done.Points = curve.CheckInPoints(done.Streak.Count)
	return done, nil
}

// next is the streak after a check-in at now, whether an earlier one had run out, and
// whether a freeze kept it. It asks nothing of the community's rules.
func (s Streak) next(now time.Time) (after Streak, restarted, froze bool) {
	after = Streak{Count: 1, Highest: s.Highest, Freezes: s.Freezes, Last: now}
	switch {
	case s.CountAt(now) == 0:
		restarted = !s.Last.IsZero()
		after.Freezes = 0
	default:
		after.Count = s.Count + 1
		if froze = now.Sub(s.Last) > StreakWindow; froze {
			after.Freezes--
		}
	}
	if after.Count%FreezeEvery == 0 {
		after.Freezes = 1
	}
	after.Highest = max(s.Highest, after.Count)
	return after, restarted, froze
}

// PenaltyDue is when the n-th run of seven missed days after the last check-in is
// over, n from 1; zero for a member who never checked in.
func (s Streak) PenaltyDue(n int, zone *time.Location) time.Time {
	if s.Last.IsZero() {
		return time.Time{}
	}
	return store.DayOf(s.Last, zone).Add(PenaltyDays*n + 1).Start(zone)
}

// PenaltiesDue is how many runs of seven missed days are over at now.
func (s Streak) PenaltiesDue(now time.Time, zone *time.Location) int {
	return s.missed(now, zone) / PenaltyDays
}

// missed is the number of whole days without a check-in since the last one.
func (s Streak) missed(now time.Time, zone *time.Location) int {
	if s.Last.IsZero() {
		return 0
	}
	return max(store.DayOf(now, zone).Since(store.DayOf(s.Last, zone))-1, 0)
}

// Penalty is what a run of seven missed days costs of points: 5 %, rounded down to
// whole points.
func Penalty(points int) int { return max(points, 0) / penaltyShare }

// InactivityWarning warns a member of a penalty to come.
type InactivityWarning struct {
	DaysMissed   int // of the present run: 5 or 6
	PointsAtRisk int
	At           time.Time // when the points are taken
}

// Warning is the warning that a member with these points is due at now; ok is false
// for none.
func (s Streak) Warning(points int, now time.Time, zone *time.Location) (w InactivityWarning, ok bool) {
	missed := s.missed(now, zone)
	run := missed % PenaltyDays
	if run < PenaltyDays-2 || Penalty(points) == 0 {
		return w, false
	}
	return InactivityWarning{DaysMissed: run, PointsAtRisk: Penalty(points), At: s.PenaltyDue(missed/PenaltyDays+1, zone)}, true
}
