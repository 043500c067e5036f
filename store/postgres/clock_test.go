package postgres_test

import (
	"strings"
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

// Links once ended by the clock of the node that was asked: a link signed on a node a minute
// ahead was refused on the next. Nodes whose machines differ have the database's time, also
// while it does not answer.
func TestNodesShareTheDatabasesClock(t *testing.T) {
	w := newWorld(t)
	var machine time.Time
	clockOf := func(ahead time.Duration) *postgres.Clock {
		return postgres.NewClock(w.DB, func() time.Time { return machine.Add(ahead) })
	}
	machine = time.Now()
	near := func(c *postgres.Clock, want time.Time) bool { return c.Time().Sub(want).Abs() < 30*time.Second }
	fast, slow := clockOf(10*time.Minute), clockOf(-10*time.Minute)
	if !near(fast, machine) || !near(slow, machine) {
		t.Fatalf("%s and %s, want %s", fast.Time(), slow.Time(), machine)
	}
	storetest.MoveClock(t, w.url, time.Hour)
	if !near(fast, machine) {
		t.Error("the difference is kept for seconds")
	}
	machine = machine.Add(6 * time.Second)
	if !near(fast, machine.Add(time.Hour)) || !near(slow, machine.Add(time.Hour)) {
		t.Errorf("%s and %s, want %s", fast.Time(), slow.Time(), machine.Add(time.Hour))
	}
	w.DB.Close()
	machine = machine.Add(6 * time.Second)
	if !near(fast, machine.Add(time.Hour)) {
		t.Errorf("%s without a database, want %s", fast.Time(), machine.Add(time.Hour))
	}
}
