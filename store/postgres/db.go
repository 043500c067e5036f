// The database: pools of connections and the community's settings.

package postgres

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Connections of the pools. Chat needs few: its log writers, the poll and some
// reads. Long queries of the back office have a fifth of the rest.
const (
	defaultConns = 16
	mostLive     = 8
	leastOfPool  = 2
)

// DB answers calls and works jobs. It has a pool of its own, so that slow or
// many calls leave the connections of Live alone.
type DB struct {
	pool   pool
	live   *Live
	limits store.SessionLimits
	// adminSecondFactor says that administrators need a second factor.
	adminSecondFactor bool
	reserved          []string
	zone              *time.Location
	window            time.Duration // in which a contribution makes a recent contributor
	analytics         pool          // for long queries of the back office
	subjects          []Subject
	timeline          *timeline
	ends              *store.CertificateEnds
}

// Open makes the pools. It does not wait for the database: a call made while it
// is away fails with Unavailable, and the pools reconnect by themselves.
func Open(ctx context.Context, c Config) (*DB, error) {
	if c.MaxConns <= 0 {
		c.MaxConns = defaultConns
	}
	if c.SessionLimits.Idle <= 0 {
		c.SessionLimits.Idle = 168 * time.Hour
	}
	if c.SessionLimits.Max <= 0 {
		c.SessionLimits.Max = 720 * time.Hour
	}
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.ContributorWindow <= 0 {
		c.ContributorWindow = store.DefaultContributorWindow
	}
	callLock := max(callLockTimeout, c.LockTimeout)
	if c.LockTimeout <= 0 {
		c.LockTimeout = liveLockTimeout
	}
	liveConns := max(min(c.MaxConns/3, mostLive), leastOfPool)
	analyticsConns := max((c.MaxConns-liveConns)/5, 1)
	callConns := max(c.MaxConns-liveConns-analyticsConns, leastOfPool)
	line, ends := newTimeline(), &store.CertificateEnds{}
	calls, err := openPool(ctx, c, callConns, callLock, callParams, newGivenUp(callConns), line, ends)
	if err != nil {
		return nil, err
	}
	live, err := openPool(ctx, c, liveConns, c.LockTimeout, liveParams, newGivenUp(liveConns), line, ends)
	if err != nil {
		calls.Close()
		return nil, err
	}
	analytics, err := openPool(ctx, c, analyticsConns, callLock, callParams, nil, line, ends) // it only reads
	if err != nil {
		calls.Close()
		live.Close()
		return nil, err
	}
	line.reset = resetPools(calls, live, analytics)
	return &DB{
		timeline: line, ends: ends, pool: calls, live: newLive(live, liveConns), limits: c.SessionLimits, adminSecondFactor: c.AdminSecondFactor,
		reserved: c.ReservedUsernames, zone: c.Zone, window: c.ContributorWindow, analytics: analytics,
	}, nil
}

// Live is the connections that chat lives on, which no call takes.
func (db *DB) Live() *Live { return db.live }

// Close waits for running calls and ends every connection.
func (db *DB) Close() {
	db.live.pool.Close()
	db.pool.Close()
	db.analytics.Close()
}

// Pool is the pool of calls and jobs, for what brings its own SQL.
func (db *DB) Pool() *pgxpool.Pool { return db.pool.Pool }

// PoolStats are the statistics of the pools by name: live, calls and analytics.
func (db *DB) PoolStats() map[string]*pgxpool.Stat {
	return map[string]*pgxpool.Stat{"live": db.live.pool.Stat(), "calls": db.pool.Stat(), "analytics": db.analytics.Stat()}
}

// WriteWaits is how long callers have waited, all together, until a connection of a pool might
// be written on.
func (db *DB) WriteWaits() map[string]time.Duration {
	return map[string]time.Duration{"live": db.live.pool.givenUp.waitedSoFar(), "calls": db.pool.givenUp.waitedSoFar()}
}

// CertificateEnd is when the first of the certificates ends that the database's servers
// showed; zero without TLS.
func (db *DB) CertificateEnd() time.Time { return db.ends.First() }

// Ping asks the database for a sign of life; Unavailable without one.
func (db *DB) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	return Fault(db.pool.Ping(ctx))
}

// Read runs fn on a connection of calls, within CallTimeout, and again on another one while
// the connection is lost and time is left. fn must not write. Unavailable when the database
// did not answer.
func (db *DB) Read(ctx context.Context, fn func(ctx context.Context, conn *pgxpool.Conn) error) error {
	return db.pool.read(ctx, fn)
}

// Write runs fn in one transaction of calls, within CallTimeout, and commits it. fn runs again
// after a deadlock or a lost connection, so it changes nothing outside of tx that would count
// twice. Unavailable when the database did not answer, or the outcome of the commit is unknown.
func (db *DB) Write(ctx context.Context, fn func(ctx context.Context, tx pgx.Tx) error) error {
	return db.pool.write(ctx, CallTimeout, fn)
}

// WriteLong is Write for a transaction that writes a row for each of many members, and each of
// whose statements may take up to limit. It should lock at its end what others wait for.
func (db *DB) WriteLong(ctx context.Context, limit time.Duration, fn func(ctx context.Context, tx pgx.Tx) error) error {
	return db.pool.write(ctx, limit, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set local statement_timeout = `+strconv.FormatInt(limit.Milliseconds(), 10)); err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

// WriteEach runs fn on a connection that may be written on. Each of its statements commits by
// itself, and none is tried again.
func (db *DB) WriteEach(ctx context.Context, fn func(ctx context.Context, on *pgxpool.Conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	conn, release, err := db.pool.acquireToWrite(ctx)
	if err != nil {
		return Fault(db.pool.explain(err))
	}
	defer release()
	return Fault(db.pool.explain(fn(ctx, conn)))
}

// Exec runs one statement that writes.
func (db *DB) Exec(ctx context.Context, sql string, args ...any) error {
	return db.WriteEach(ctx, func(ctx context.Context, on *pgxpool.Conn) error {
		_, err := on.Exec(ctx, sql, args...)
		return err
	})
}

// ReservedUsernames are the community's reserved terms.
func (db *DB) ReservedUsernames() []string { return db.reserved }

// SessionLimits bound sessions.
func (db *DB) SessionLimits() store.SessionLimits { return db.limits }

// Zone is where the community's days begin and end.
func (db *DB) Zone() *time.Location { return db.zone }

// Analyze runs fn in a read-only transaction of one snapshot whose statements may
// take up to limit each. Counting and sorting whole tables is planned as the
// planner likes. It has connections of its own, so few of them run at once; others
// wait for their turn.
func (db *DB) Analyze(ctx context.Context, limit time.Duration, fn func(ctx context.Context, tx pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit+time.Second)
	defer cancel()
	return Fault(db.analytics.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return err
		}
		defer Rollback(ctx, tx)
		settings := "set local statement_timeout = " + strconv.FormatInt(limit.Milliseconds(), 10) +
			"; set local work_mem = '32MB'; set local plan_cache_mode = force_custom_plan"
		if _, err := tx.Exec(ctx, settings); err != nil {
			return err
		}
		return fn(ctx, tx)
	}))
}

// Join has a subject asked for its part. It is called while the node is wired, before
// anything uses the DB.
func (db *DB) Join(subject Subject) { db.subjects = append(db.subjects, subject) }

// Subjects are those that have joined.
func (db *DB) Subjects() []Subject { return db.subjects }
