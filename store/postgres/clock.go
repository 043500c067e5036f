package postgres

import (
	"context"
	"sync/atomic"
	"time"
)

// How long the difference between the clocks is believed, and how long the database is waited for.
const (
	clockAge  = 5 * time.Second
	clockWait = time.Second
)

// Clock gives the time of the database, by which everything else ends, without asking for it
// each time: it keeps the difference from this machine's clock for clockAge.
type Clock struct {
	db       *DB
	machine  func() time.Time
	ahead    atomic.Int64 // nanoseconds that the database is ahead
	measured atomic.Int64 // when, in nanoseconds of the machine's clock; 0: never
}

// NewClock returns the clock of a database, measured against this machine's.
func NewClock(db *DB, machine func() time.Time) *Clock {
	c := &Clock{db: db, machine: machine}
	c.Time()
	return c
}

// Time returns the database's time. While the database does not answer, the difference that
// was measured last stands.
func (c *Clock) Time() time.Time {
	if c.due() {
		c.measure()
	}
	return c.last()
}

// Estimate is Time for callers that must not wait: a difference that is due is measured
// meanwhile, for the callers after this one.
func (c *Clock) Estimate() time.Time {
	if c.due() {
		go c.measure()
	}
	return c.last()
}

func (c *Clock) last() time.Time { return c.machine().Add(time.Duration(c.ahead.Load())) }

// due is true of the one caller who has to measure the difference; the others go on with
// the one of before.
func (c *Clock) due() bool {
	now, last := c.machine(), c.measured.Load()
	return (last == 0 || now.UnixNano()-last >= int64(clockAge)) && c.measured.CompareAndSwap(last, now.UnixNano())
}

func (c *Clock) measure() {
	ctx, cancel := context.WithTimeout(context.Background(), clockWait)
	defer cancel()
	asked := c.machine()
	var at time.Time
	if err := c.db.pool.QueryRow(ctx, `select muster_now()`).Scan(&at); err != nil {
		return
	}
	middle := asked.Add(c.machine().Sub(asked) / 2)
	c.ahead.Store(int64(at.Sub(middle)))
}

// NullTime is null in a statement for a zero time.
func NullTime(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}
