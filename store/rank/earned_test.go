package rank

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"
	"time"
)

// The rules and their version go together: a changed rule without a higher version would
// reach nobody who has fulfilled it already.
func TestEarnedRulesHaveAVersion(t *testing.T) {
	t.Parallel()
	var text string
	ids := map[string]bool{}
	for _, r := range EarnedRules {
		if ids[r.ID] || r.ID == "" || r.Name == "" || r.Description == "" || r.Goal < 1 {
			t.Errorf("%+v", r)
		}
		ids[r.ID] = true
		text += fmt.Sprintln(r.ID, r.Measure, r.Goal)
	}
	const version, digest = 1, "7944c1698385"
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:12]; EarnedRulesVersion != version || got != digest {
		t.Errorf("the rules of version %d are %s, not those of version %d, %s: raise EarnedRulesVersion and write both here", EarnedRulesVersion, got, version, digest)
	}
}

// What is given line by line as it happens is what the whole ledger gives afterwards, with
// the same days: across a freeze, a streak that ran out, penalties and points taken back.
func TestALedgerEarnsTheSameAfterwards(t *testing.T) {
	t.Parallel()
	start := time.Date(2025, 3, 1, 9, 0, 0, 0, time.UTC)
	var account PointsAccount
	var ledger []PointsLine
	given := map[string]time.Time{}
	write := func(after PointsAccount, line PointsLine) {
		for _, e := range LedgerEarned(account, after, []PointsLine{line}) {
			if _, has := given[e.ID]; !has {
				given[e.ID] = e.At
			}
		}
		ledger = append(ledger, line)
		account = after
		account.Points += line.Points
	}
	for day := range 460 {
		at := start.AddDate(0, 0, day)
		switch {
		case day == 5: // the first streak runs out
			continue
		case day == 50: // a freeze keeps the second
			continue
		case day == 60 || day == 61 || day == 62: // and it runs out
			continue
		case day == 20:
			write(account, PointsLine{Action: AdminAdjustAction, Points: -account.Points / 2, At: at.Add(-time.Hour)})
		}
		c, err := account.Streak.CheckIn(at, time.UTC, CompoundCurve)
		if err != nil {
			t.Fatal(err)
		}
		after := account
		after.Streak = c.Streak
		write(after, PointsLine{Action: CheckInAction, Points: c.Points, At: at})
	}
	later := MemberRecord{Joined: start, Ledger: ledger}.Earned(start.AddDate(2, 0, 0))
	later = slices.DeleteFunc(later, func(e Earned) bool { return e.ID == "year_1" })
	if len(later) != len(given) || len(given) != 10 {
		t.Errorf("%d badges afterwards, %d given", len(later), len(given))
	}
	for _, e := range later {
		if !given[e.ID].Equal(e.At) {
			t.Errorf("%s: %v afterwards, given on %v", e.ID, e.At, given[e.ID])
		}
	}
	if day := given["streak_7"]; !day.Equal(start.AddDate(0, 0, 12)) {
		t.Errorf("seven days in a row on %v", day)
	}
	if day := given["streak_365"]; !day.Equal(start.AddDate(0, 0, 63+364)) {
		t.Errorf("a year in a row on %v", day)
	}
}

// Without the day that a cause happened there is no badge, and not before its time.
func TestEarnedByNow(t *testing.T) {
	t.Parallel()
	joined := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	year := joined.AddDate(1, 0, 0)
	for now, want := range map[time.Time]int{joined: 0, year.Add(-time.Second): 0, year: 1} {
		if got := (MemberRecord{Joined: joined}).Earned(now); len(got) != want {
			t.Errorf("%v: %v", now, got)
		}
	}
	if got := (MemberRecord{Joined: joined, Helpful: make([]time.Time, 9)}).Earned(joined); len(got) != 0 {
		t.Errorf("nine are not ten: %v", got)
	}
	p := EarnedProgress{MeasureStreak: 3, MeasurePoints: -5, MeasureYears: 2}
	for id, want := range map[string]float64{"streak_7": 3.0 / 7, "rank_private": 0, "year_1": 1, "helped": 0} {
		if r, _ := EarnedRuleOf(id); p.Of(r) != want {
			t.Errorf("%s: %v, want %v", id, p.Of(r), want)
		}
	}
}
