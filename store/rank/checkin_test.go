package rank_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muster/store"
	"muster/store/rank"
)

func TestCheckInPoints_CHK6_CHK7(t *testing.T) {
	for n, want := range map[int]int{0: 50, 1: 50, 2: 53, 3: 55, 4: 58, 5: 61, 7: 67, 10: 78, 30: 206, 48: 495, 49: 500, 50: 500, 1 << 30: 500} {
		if got := rank.CompoundCurve.CheckInPoints(n); got != want {
			t.Errorf("compound, day %d: %d, want %d", n, got, want)
		}
	}
	// Halves are rounded up; those of days 4, 22, 160 and four others used to be lost to floating point.
	for n, want := range map[int]int{0: 50, 1: 50, 2: 53, 3: 55, 4: 58, 22: 103, 160: 448, 180: 498, 181: 500, 182: 500, 1 << 30: 500} {
		if got := rank.LinearCurve.CheckInPoints(n); got != want {
			t.Errorf("linear, day %d: %d, want %d", n, got, want)
		}
	}
}

func TestStreakBonus_CHK14(t *testing.T) {
	for n, want := range map[int]int{-1: 0, 0: 0, 1: 0, 2: 5, 3: 10, 15: 98} {
		if got := rank.CompoundCurve.StreakBonus(n); got != want {
			t.Errorf("compound, streak %d: %d %%, want %d %%", n, got, want)
		}
	}
	// What a day earns more than the first; it used to be the other curve's.
	for n, want := range map[int]int{-1: 0, 0: 0, 1: 0, 2: 5, 3: 10, 15: 70, 181: 900} {
		if got := rank.LinearCurve.StreakBonus(n); got != want {
			t.Errorf("linear, streak %d: %d %%, want %d %%", n, got, want)
		}
	}
}

var start = time.Date(2026, 5, 4, 8, 0, 0, 0, time.UTC)

func TestStreakWindow_CHK8(t *testing.T) {
	for gap, want := range map[time.Duration]int{
		16*time.Hour + time.Nanosecond: 2, 36 * time.Hour: 2, 36*time.Hour + time.Nanosecond: 1, 240 * time.Hour: 1,
	} {
		s := rank.Streak{Count: 1, Highest: 5, Last: start}
		done, err := s.CheckIn(start.Add(gap), time.UTC, rank.CompoundCurve)
		if err != nil || done.Streak.Count != want || done.Streak.Highest != 5 || done.Restarted != (want == 1) {
			t.Errorf("after %v: %+v, %v, want a streak of %d", gap, done, err, want)
		}
		if got := s.CountAt(start.Add(gap)); got != want-1 {
			t.Errorf("before the check-in after %v the streak is %d", gap, got)
		}
	}
}

func TestOneCheckInADay_CHK5_CHK9(t *testing.T) {
	s := rank.Streak{Count: 3, Highest: 3, Last: start}
	for _, now := range []time.Time{start, start.Add(time.Second), start.Add(15*time.Hour + 59*time.Minute), start.Add(-50 * time.Hour)} {
		if _, err := s.CheckIn(now, time.UTC, rank.CompoundCurve); err == nil || !strings.HasSuffix(err.Error(), rank.AlreadyToday) {
			t.Errorf("at %v: %v", now, err)
		}
	}
	if got, want := s.NextCheckIn(start.Add(time.Hour), time.UTC), time.Date(2026, 5, 5, 0, 0, 0, 0, time.UTC); !got.Equal(want) {
		t.Errorf("next at %v, want %v", got, want)
	}
	if now := start.Add(20 * time.Hour); !s.NextCheckIn(now, time.UTC).Equal(now) {
		t.Error("on the next day the member may check in now")
	}
}

// A freeze is earned by thirty days in a row, is one at most, and keeps the streak
// over one missed day.
func TestFreeze(t *testing.T) {
	var s rank.Streak
	at := start
	for day := 1; day <= 61; day++ {
		done, err := s.CheckIn(at, time.UTC, rank.CompoundCurve)
		if err != nil {
			t.Fatal(err)
		}
		s, at = done.Streak, at.Add(24*time.Hour)
		if want := min(day/30, 1); s.Freezes != want {
			t.Fatalf("day %d: %d freezes, want %d", day, s.Freezes, want)
		}
	}
	if want := s.Last.Add(60 * time.Hour); !s.SafeUntil().Equal(want) {
		t.Errorf("safe until %v, want %v", s.SafeUntil(), want)
	}
	done, err := s.CheckIn(s.Last.Add(60*time.Hour), time.UTC, rank.CompoundCurve)
	if err != nil || !done.Froze || done.Streak.Count != 62 || done.Streak.Freezes != 0 {
		t.Errorf("after 60 h: %+v, %v", done, err)
	}
	done, err = s.CheckIn(s.Last.Add(60*time.Hour+1), time.UTC, rank.CompoundCurve)
	if err != nil || done.Froze || done.Streak.Count != 1 || done.Streak.Freezes != 0 {
		t.Errorf("after more: %+v, %v", done, err)
	}
}

func TestPenalty_CHK18(t *testing.T) {
	for points, want := range map[int]int{0: 0, 19: 0, 20: 1, 95: 4, 100: 5, 1999: 99, -5: 0} {
		if got := rank.Penalty(points); got != want {
			t.Errorf("%d points: %d, want %d", points, got, want)
		}
	}
	s := rank.Streak{Count: 1, Last: start} // on the 4th; the 5th to the 11th are missed
	for _, c := range []struct {
		now  time.Time
		want int
	}{
		{start, 0}, {time.Date(2026, 5, 11, 23, 59, 59, 0, time.UTC), 0}, {time.Date(2026, 5, 12, 0, 0, 0, 0, time.UTC), 1},
		{time.Date(2026, 5, 18, 23, 0, 0, 0, time.UTC), 1}, {time.Date(2026, 5, 19, 0, 0, 0, 0, time.UTC), 2},
	} {
		if got := s.PenaltiesDue(c.now, time.UTC); got != c.want {
			t.Errorf("at %v: %d due, want %d", c.now, got, c.want)
		}
	}
	if (rank.Streak{}).PenaltiesDue(start, time.UTC) != 0 {
		t.Error("a member who never checked in is due a penalty")
	}
	for day, want := range map[int]int{9: 0, 10: 5, 11: 6, 12: 0, 17: 5, 18: 6, 19: 0} {
		w, ok := s.Warning(1000, time.Date(2026, 5, day, 12, 0, 0, 0, time.UTC), time.UTC)
		if w.DaysMissed != want || ok != (want > 0) || ok && (w.PointsAtRisk != 50 || w.At.Day() != 12 && w.At.Day() != 19) {
			t.Errorf("on the %dth: %+v, %v", day, w, ok)
		}
	}
}

// In any zone and across every change of clocks a member has one check-in a day, its
// next one is on the next day, and the explanation ends with the same streak.
func TestCheckInsOverYears_CHK20_CHK21(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := anyZone(t)
		at := anyMoment(t, "first")
		var s rank.Streak
		var done []time.Time
		days := map[store.Day]bool{}
		for i := range rapid.IntRange(1, 120).Draw(t, "tries") {
			highest := s.Highest
			c, err := s.CheckIn(at, z, rank.CompoundCurve)
			switch {
			case err == nil && days[store.DayOf(at, z)]:
				t.Fatalf("two check-ins on %v", store.DayOf(at, z))
			case err == nil:
				days[store.DayOf(at, z)] = true
				s, done = c.Streak, append(done, at)
				if s.Highest < highest || s.Highest < s.Count {
					t.Fatalf("highest streak %d after %d", s.Highest, highest)
				}
				next := s.NextCheckIn(at, z)
				if store.DayOf(next, z).Since(store.DayOf(at, z)) < 1 || !s.CanCheckIn(next, z) || s.CanCheckIn(next.Add(-time.Nanosecond), z) {
					t.Fatalf("check-in %d at %v, next at %v", i, at, next)
				}
			case !days[store.DayOf(at, z)]:
				t.Fatalf("no check-in on %v: %v", store.DayOf(at, z), err)
			}
			at = at.Add(time.Duration(rapid.SampledFrom([]int{1, 13, 23, 24, 25, 36, 37, 50, 61}).Draw(t, "hours")) * time.Hour)
		}
		explained := rank.ExplainStreak(made(z, done...), s.Last, z, rank.CompoundCurve, 1<<20)
		if len(explained) == 0 || explained[0].Streak != s.Count || explained[0].Day != store.DayOf(s.Last, z) {
			t.Fatalf("explained as %+v, the streak is %+v", explained, s)
		}
		if !slices.IsSortedFunc(explained, func(a, b rank.StreakDay) int { return b.Day.Since(a.Day) }) {
			t.Fatal("days out of order")
		}
	})
}

// made are check-ins at these moments in a zone.
func made(zone *time.Location, moments ...time.Time) (all []rank.CheckInMade) {
	for _, at := range moments {
		all = append(all, rank.CheckInMade{At: at, Day: store.DayOf(at, zone)})
	}
	return all
}

func TestExplainStreak(t *testing.T) {
	day := func(n int) time.Time { return start.AddDate(0, 0, n) }
	got := rank.ExplainStreak(made(time.UTC, day(0), day(1), day(4)), day(6), time.UTC, rank.CompoundCurve, 6)
	want := []rank.StreakDay{
		{Day: store.DayOf(day(5), time.UTC), Kind: rank.StreakMiss},
		{Day: store.DayOf(day(4), time.UTC), Kind: rank.StreakRestart, Streak: 1, Points: 50},
		{Day: store.DayOf(day(3), time.UTC), Kind: rank.StreakMiss},
		{Day: store.DayOf(day(2), time.UTC), Kind: rank.StreakMiss},
		{Day: store.DayOf(day(1), time.UTC), Kind: rank.StreakCheckIn, Streak: 2, Points: 53},
		{Day: store.DayOf(day(0), time.UTC), Kind: rank.StreakCheckIn, Streak: 1, Points: 50},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

// A day between two check-ins within 36 hours ends no streak and takes no freeze; a freeze
// keeps the days after that.
func TestExplainMissedDays_CHK8(t *testing.T) {
	at := func(day, hour int) time.Time { return time.Date(2026, 5, day, hour, 0, 0, 0, time.UTC) }
	days := func(now time.Time, checkIns ...time.Time) (kinds []string) {
		for _, d := range rank.ExplainStreak(made(time.UTC, checkIns...), now, time.UTC, rank.CompoundCurve, 3) {
			kinds = append(kinds, fmt.Sprintf("%s %s %d", d.Day, d.Kind, d.Streak))
		}
		return kinds
	}
	for name, c := range map[string]struct{ got, want []string }{
		"came in time":  {days(at(3, 10), at(1, 23), at(3, 9)), []string{"2026-05-03 checkin 2", "2026-05-02 miss 1", "2026-05-01 checkin 1"}},
		"may still":     {days(at(3, 10), at(1, 23)), []string{"2026-05-02 miss 1", "2026-05-01 checkin 1"}},
		"came too late": {days(at(3, 14), at(1, 23), at(3, 13)), []string{"2026-05-03 restart 1", "2026-05-02 miss 0", "2026-05-01 checkin 1"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
	month := make([]time.Time, 30) // earns a freeze
	for i := range month {
		month[i] = time.Date(2026, 4, 1+i, 23, 0, 0, 0, time.UTC)
	}
	if got, want := days(at(2, 12), append(month, at(2, 10))...), []string{"2026-05-02 checkin 31", "2026-05-01 miss 30", "2026-04-30 checkin 30"}; !slices.Equal(got, want) {
		t.Errorf("with a freeze in time: %v, want %v", got, want)
	}
	if got, want := days(at(2, 20), append(month, at(2, 18))...), []string{"2026-05-02 checkin 31", "2026-05-01 freeze 30", "2026-04-30 checkin 30"}; !slices.Equal(got, want) {
		t.Errorf("kept by a freeze: %v, want %v", got, want)
	}
	if got, want := days(at(2, 20), month...), []string{"2026-05-01 freeze 30", "2026-04-30 checkin 30", "2026-04-29 checkin 29"}; !slices.Equal(got, want) {
		t.Errorf("a freeze keeps it until tomorrow: %v, want %v", got, want)
	}
}

// Each refusal of an adjustment names what is wrong: a large amount used to be called no
// whole number, also where it would have taken more than the member has.
func TestAdjustment(t *testing.T) {
	for _, c := range []struct {
		points, amount int
		reason         string
		refused        string
	}{
		{10, 5, "thanks", ""}, {10, -10, "spam", ""}, {10, -11, "spam", "below_zero"}, {10, 0, "x", "amount"}, {10, 1, "", "reason"},
		{0, rank.MaxAdjustment, "x", ""}, {0, rank.MaxAdjustment + 1, "x", "amount_too_large"}, {10, math.MinInt, "x", "below_zero"},
		{2 * rank.MaxAdjustment, -rank.MaxAdjustment - 1, "x", "amount_too_large"}, {10, math.MaxInt, "x", "amount_too_large"},
	} {
		err := rank.CheckAdjustment(c.points, c.amount, c.reason)
		if (err == nil) != (c.refused == "") || err != nil && store.AsError(err).Reason != c.refused {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// anyZone draws a zone whose clocks change at midnight, at 02:00, by half an hour, or never.
func anyZone(t *rapid.T) *time.Location {
	name := rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Tehran"}).Draw(t, "zone")
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func anyMoment(t *rapid.T, name string) time.Time {
	return time.Unix(rapid.Int64Range(978307200, 2208988800).Draw(t, name), 0) // 2001 to 2040
}
