package loadtest

import (
	"context"
	"testing"
	"time"

	"muster/store/postgres"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// The ledger that is made agrees with its sums, and what is there is left alone.
func TestFillLedger(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db, err := postgres.Open(ctx, postgres.Config{URL: storetest.URL(t), MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	members, err := Prepare(ctx, db.Pool(), time.Hour, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int64{93, 0} {
		if lines, err := FillLedger(ctx, db.Pool(), rank.DefaultPointsRules, members, 31); err != nil || lines != want {
			t.Errorf("%d lines, want %d, %v", lines, want, err)
		}
	}
	points := ranks.NewPoints(db, rank.DefaultPointsRules)
	if wrong, err := points.LedgerDifferences(ctx); wrong != 0 || err != nil {
		t.Errorf("%d members differ, %v", wrong, err)
	}
	state, err := points.State(ctx, members[2].ID)
	if err != nil || state.Streak.Count != 31 || state.Streak.Freezes != 1 || len(state.Recent) != 5 || state.Points != state.Earned {
		t.Errorf("%+v, %v", state, err)
	}
}
