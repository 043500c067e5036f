package postgres_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// The clock costs nothing until it is moved, and nothing again when it was put right: it
// stood as a function of its own in every statement, for 28 µs each time it was asked.
func TestClockThatNobodyMovedIsPartOfTheStatement(t *testing.T) {
	w := newWorld(t)
	read := func() (ahead time.Duration, plan string) {
		w.Must(w.Owner().QueryRow(t.Context(), `select muster_now() - statement_timestamp()`).Scan(&ahead))
		w.Must(w.Owner().QueryRow(t.Context(), `explain (verbose, format json) select muster_now()`).Scan(&plan))
		return ahead, plan
	}
	for _, by := range []time.Duration{0, 25 * time.Hour, -time.Minute, 0} {
		storetest.MoveClock(t, w.URL, by)
		ahead, plan := read()
		if inline := strings.Contains(plan, "statement_timestamp"); ahead != by || inline != (by == 0) {
			t.Errorf("moved by %s: ahead %s, part of the statement: %t", by, ahead, inline)
		}
	}
}

// Links once ended by the clock of the node that was asked: a link signed on a node a minute
// ahead was refused on the next. Nodes whose machines differ have the database's time, also
// while it does not answer.
func TestNodesShareTheDatabasesClock(t *testing.T) {
	w := newWorld(t)
	var passed atomic.Int64
	began := time.Now()
	machine := func() time.Time { return began.Add(time.Duration(passed.Load())) }
	clockOf := func(ahead time.Duration) *postgres.Clock {
		return postgres.NewClock(w.DB, func() time.Time { return machine().Add(ahead) })
	}
	near := func(at time.Time, ahead time.Duration) bool { return at.Sub(machine().Add(ahead)).Abs() < time.Minute }
	later := func() { passed.Add(int64(clockAge)) }
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	// A measurement that a busy machine is too slow for is made again.
	agree := func(ahead time.Duration, clocks ...func() time.Time) {
		t.Helper()
		for _, read := range clocks {
			for tries := 0; !near(read(), ahead); tries++ {
				if tries == 1000 {
					t.Fatalf("%s, want %s", read(), machine().Add(ahead))
				}
				<-tick.C
				later()
			}
		}
	}
	fast, slow := clockOf(10*time.Minute), clockOf(-10*time.Minute)
	agree(0, fast.Time, slow.Time)
	storetest.MoveClock(t, w.URL, time.Hour)
	if !near(fast.Time(), 0) {
		t.Error("the difference is not kept for seconds")
	}
	later()
	agree(time.Hour, slow.Time, fast.Estimate)
	w.DB.Close()
	later()
	if !near(fast.Time(), time.Hour) || !near(slow.Estimate(), time.Hour) {
		t.Errorf("%s and %s without a database, want %s", fast.Time(), slow.Estimate(), machine().Add(time.Hour))
	}
}

// clockAge is longer than a difference is believed.
const clockAge = 6 * time.Second
