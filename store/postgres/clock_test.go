package postgres_test

import (
	"strings"
	"testing"
	"time"

	"muster/store/postgres/storetest"
)

// The clock costs nothing until it is moved, and nothing again when it was put right: it
// stood as a function of its own in every statement, for 28 µs each time it was asked.
func TestClockThatNobodyMovedIsPartOfTheStatement(t *testing.T) {
	w := newWorld(t)
	read := func() (ahead time.Duration, plan string) {
		w.must(w.owner().QueryRow(t.Context(), `select muster_now() - statement_timestamp()`).Scan(&ahead))
		w.must(w.owner().QueryRow(t.Context(), `explain (verbose, format json) select muster_now()`).Scan(&plan))
		return ahead, plan
	}
	for _, by := range []time.Duration{0, 25 * time.Hour, -time.Minute, 0} {
		storetest.MoveClock(t, w.url, by)
		ahead, plan := read()
		if inline := strings.Contains(plan, "statement_timestamp"); ahead != by || inline != (by == 0) {
			t.Errorf("moved by %s: ahead %s, part of the statement: %t", by, ahead, inline)
		}
	}
}
