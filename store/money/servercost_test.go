package money

import (
	"muster/store"
	"testing"
)

// A month of cost begins on its reset day, in every month and over the year's end.
func TestCostMonth(t *testing.T) {
	for _, x := range []struct {
		today       string
		day         int
		first, next string
	}{
		{"2026-11-22", 1, "2026-11-01", "2026-12-01"},
		{"2026-11-01", 1, "2026-11-01", "2026-12-01"},
		{"2026-12-31", 1, "2026-12-01", "2027-01-01"},
		{"2026-11-14", 15, "2026-10-15", "2026-11-15"},
		{"2026-11-15", 15, "2026-11-15", "2026-12-15"},
		{"2026-01-03", 28, "2025-12-28", "2026-01-28"},
		{"2024-02-29", 28, "2024-02-28", "2024-03-28"},
	} {
		today, err := store.ParseDay(x.today)
		if err != nil {
			t.Fatal(err)
		}
		first, next := CostMonth(today, x.day)
		if first.String() != x.first || next.String() != x.next {
			t.Errorf("%s, reset on %d: %s to %s", x.today, x.day, first, next)
		}
	}
}

func TestCheckServerCost(t *testing.T) {
	for _, ok := range []struct {
		base Cents
		day  int
	}{{0, 1}, {MaxMonthlyBase, 28}} {
		if err := CheckServerCost(ok.base, ok.day); err != nil {
			t.Errorf("%v: %v", ok, err)
		}
	}
	for _, bad := range []struct {
		base Cents
		day  int
	}{{-1, 1}, {MaxMonthlyBase + 1, 1}, {0, 0}, {0, 29}} {
		if store.CodeOf(CheckServerCost(bad.base, bad.day)) != store.Invalid {
			t.Errorf("%v was accepted", bad)
		}
	}
	if Cents(-1999).Dollars() != -19.99 {
		t.Error(Cents(-1999).Dollars())
	}
}
