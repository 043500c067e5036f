package rank_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// rulesIn are the rules of a community that keeps its days in a zone.
func rulesIn(t *testing.T, zone string) rank.PointsRules {
	t.Helper()
	rules := rank.DefaultPointsRules
	var err error
	if rules.Zone, err = time.LoadLocation(zone); err != nil {
		t.Fatal(err)
	}
	return rules
}

// The community's zone changes while members have checked in. What a member is shown is what
// the check-in then does, and the explanation ends with the member's streak. The day after a
// zone further west, members were shown all day that they could check in, and were refused.
func TestCheckInIsShownAsItIsAfterAChangeOfZone_CHK9(t *testing.T) {
	at := time.Date(2026, 11, 29, 23, 30, 0, 0, time.UTC)
	opened, move := storetest.WorldAt(t, time.UTC, at)
	w := &world{opened}
	ann, ctx := w.Join("ann"), context.Background()
	check := func(zone string, later time.Duration, want bool, streak int) {
		t.Helper()
		move(later)
		p := w.points(rulesIn(t, zone))
		shown := w.state(p, ann.ID)
		can := shown.Streak.CanCheckIn(shown.Now, p.Rules().Zone)
		_, err := p.CheckIn(ctx, ann.ID)
		if err != nil && store.AsError(err).Reason != "already_checked_in" {
			t.Fatal(err)
		}
		if can != want || (err == nil) != want {
			t.Errorf("%s, %v: shown %v, then %v", zone, shown.Now, can, err)
		}
		next := shown.Streak.NextCheckIn(shown.Now, p.Rules().Zone)
		if can != next.Equal(shown.Now) || !shown.Streak.CanCheckIn(next, p.Rules().Zone) {
			t.Errorf("%s, %v: may check in %v, next at %v", zone, shown.Now, can, next)
		}
		days, err := p.Explain(ctx, ann.ID)
		w.Must(err)
		if now := w.state(p, ann.ID).Streak; now.Count != streak || days[0].Streak != streak {
			t.Errorf("%s: a streak of %d, explained as %v", zone, now.Count, fmt.Sprint(days))
		}
	}
	check("Europe/Vienna", 0, true, 1) // 00:30 on the 30th
	check("Europe/London", 9*time.Hour, false, 1)
	check("Europe/London", 16*time.Hour, true, 2)    // 00:30 on the 1st
	check("Pacific/Auckland", time.Hour, false, 2)   // 14:30 on the 1st
	check("Pacific/Auckland", 10*time.Hour, true, 3) // 00:30 on the 2nd
	check("Pacific/Auckland", 24*time.Hour, true, 4)
	check("Europe/London", 2*time.Hour, false, 4) // 13:30 on the 2nd
	check("Asia/Tokyo", 12*time.Hour, false, 4)   // 10:30 on the 3rd, which it was in Auckland
	check("Asia/Tokyo", 14*time.Hour, true, 5)
}

// Two days of a community can lie on one day of the zone that it has later: the explanation
// left the second check-in out.
func TestStreakIsExplainedByTheDaysThatCounted_CHK9(t *testing.T) {
	opened, move := storetest.WorldAt(t, time.UTC, time.Date(2026, 5, 4, 13, 0, 0, 0, time.UTC))
	w := &world{opened}
	ann := w.Join("ann")
	old, ctx := w.points(rank.DefaultPointsRules), context.Background()
	w.Must(storetest.Second(old.CheckIn(ctx, ann.ID)))
	move(12 * time.Hour)
	w.Must(storetest.Second(old.CheckIn(ctx, ann.ID)))
	days, err := w.points(rulesIn(t, "Pacific/Auckland")).Explain(ctx, ann.ID)
	w.Must(err)
	if len(days) != 2 || days[0].Streak != 2 || days[0].Day.String() != "2026-05-05" || days[1].Day.String() != "2026-05-04" {
		t.Errorf("%+v", days)
	}
}
