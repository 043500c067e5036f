package queue

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// clockInterval is the time between two comparisons of the clocks.
const clockInterval = time.Minute

// databaseClock gives River the database's time. Jobs are fetched when the
// database's clock says so; times from a node whose clock is an hour ahead would
// keep them waiting for an hour.
type databaseClock struct {
	node  func() time.Time
	ahead atomic.Int64 // of the database's clock, in nanoseconds
}

func newDatabaseClock() *databaseClock { return &databaseClock{node: time.Now} }

// Now is the time of the database, by this node's clock and their difference.
func (c *databaseClock) Now() time.Time { return c.node().Add(time.Duration(c.ahead.Load())) }

// NowOrNil has River's statements take the database's own time.
func (c *databaseClock) NowOrNil() *time.Time { return nil }

// NextRetry implements river.ClientRetryPolicy: River's own spacing from the
// database's time.
func (c *databaseClock) NextRetry(job *rivertype.JobRow) time.Time {
	next := (&river.DefaultClientRetryPolicy{}).NextRetry(job)
	return c.Now().Add(time.Until(next))
}

// backoff is the end of a wait of 1 s, 2 s, 4 s … between attempts of a job, at
// most longest.
func (c *databaseClock) backoff(job *rivertype.JobRow, longest time.Duration) time.Time {
	return c.Now().Add(min(longest, time.Second<<min(job.Attempt-1, 10)))
}

// compare reads the database's clock.
func (c *databaseClock) compare(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) error {
	before := c.node()
	var database time.Time
	// The clock by which jobs are fetched, which tests do not move.
	if err := db.QueryRow(ctx, "select clock_timestamp()").Scan(&database); err != nil {
		return err
	}
	after := c.node()
	c.ahead.Store(int64(database.Sub(before.Add(after.Sub(before) / 2))))
	return nil
}

// followClock compares the clocks now and every minute until Stop. A database
// that does not answer leaves the difference as it was.
func (q *Queue) followClock(ctx context.Context) {
	_ = q.clock.compare(ctx, q.db.Pool())
	q.background(func(ctx context.Context) {
		tick := time.NewTicker(clockInterval)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				_ = q.clock.compare(ctx, q.db.Pool())
			}
		}
	})
}
