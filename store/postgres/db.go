// The pool of connections, and how every call runs on it.

package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Time limits: a sender is told within 5 s. The database's own
// limits are shorter than a call's, so that it answers before we give up.
const (
	callTimeout      = 4500 * time.Millisecond // one method of DB, retries included
	attemptTimeout   = 3200 * time.Millisecond // one transaction; leaves time to ask what became of it
	connectTimeout   = 3 * time.Second
	tcpUserTimeoutMs = 5000
)

// Config says where the database is and what the community decided.
type Config struct {
	URL      string
	MaxConns int32 // connections of the pool; 0 means 16
	// SessionLimits bound sessions; zero fields mean 168 h idle and 720 h at most.
	SessionLimits store.SessionLimits
	// ReservedUsernames are the community's reserved terms.
	ReservedUsernames []string
	Tracer            pgx.QueryTracer // nil: statements are not traced
}

// DB is the community's memory. It implements actors.Log and actors.Ledger.
type DB struct {
	pool     *pgxpool.Pool
	limits   store.SessionLimits
	reserved []string
}

// Open makes the pool. It does not wait for the database: a call made while it
// is away fails with Unavailable, and the pool reconnects by itself.
func Open(ctx context.Context, c Config) (*DB, error) {
	pc, err := pgxpool.ParseConfig(c.URL)
	if err != nil {
		return nil, &store.Error{Code: store.Invalid, Message: "The database URL is not valid", Err: err}
	}
	pc.MaxConns = c.MaxConns
	if pc.MaxConns <= 0 {
		pc.MaxConns = 16
	}
	pc.MaxConnIdleTime = 5 * time.Minute
	pc.MaxConnLifetime = time.Hour
	pc.MaxConnLifetimeJitter = 10 * time.Minute
	pc.HealthCheckPeriod = 15 * time.Second
	pc.PingTimeout = time.Second
	pc.ConnConfig.ConnectTimeout = connectTimeout
	pc.ConnConfig.DialFunc = dialer().DialContext
	pc.ConnConfig.Tracer = c.Tracer
	for name, value := range map[string]string{
		"application_name":                    "muster",
		"timezone":                            "UTC",
		"statement_timeout":                   "3000",
		"lock_timeout":                        "2000",
		"idle_in_transaction_session_timeout": "5000",
		// Everything on the live path is found through an index: a plan made
		// while a table was small must not scan it once it has grown. A query
		// that is better off with a scan says so for its own transaction.
		"enable_seqscan": "off",
		"jit":            "off",
		// No query here is better off with a plan for its very arguments, and
		// making one takes longer than most of them run.
		"plan_cache_mode": "force_generic_plan",
		// The database's side of a connection whose node vanished.
		"tcp_user_timeout": "10000",
	} {
		pc.ConnConfig.RuntimeParams[name] = value
	}
	pc.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		conn.TypeMap().RegisterType(&pgtype.Type{
			Name: "timestamptz", OID: pgtype.TimestamptzOID,
			Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
		})
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, pc)
	if err != nil {
		return nil, fault(err)
	}
	db := &DB{pool: pool, limits: c.SessionLimits, reserved: c.ReservedUsernames}
	if db.limits.Idle <= 0 {
		db.limits.Idle = 168 * time.Hour
	}
	if db.limits.Max <= 0 {
		db.limits.Max = 720 * time.Hour
	}
	return db, nil
}

// Close waits for running calls and ends every connection.
func (db *DB) Close() { db.pool.Close() }

// Pool is the pool itself, for what brings its own SQL (the job queue).
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

// Ping asks the database for a sign of life; Unavailable without one.
func (db *DB) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return fault(db.pool.Ping(ctx))
}

// querier is the pool, one connection of it, or a transaction.
type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// read runs fn on one connection, again on another while the connection is
// lost and time is left. fn must not write.
func (db *DB) read(ctx context.Context, fn func(ctx context.Context, conn *pgxpool.Conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	for try := 0; ; try++ {
		err := db.pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error { return fn(ctx, conn) })
		if err == nil || !(connectionLost(err) || isContention(err)) || !backoff(ctx, try) {
			return fault(err)
		}
	}
}

// write runs fn in one transaction and commits it. It is run again after a
// deadlock, and after a lost connection unless the commit itself was under
// way: then nobody knows what became of it and Unavailable is the answer.
func (db *DB) write(ctx context.Context, fn func(ctx context.Context, tx pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	for try := 0; ; try++ {
		committing := false
		err := func() error {
			tx, err := db.pool.Begin(ctx)
			if err != nil {
				return err
			}
			defer tx.Rollback(context.WithoutCancel(ctx))
			if err := fn(ctx, tx); err != nil {
				return err
			}
			committing = true
			return tx.Commit(ctx)
		}()
		again := isContention(err) || (connectionLost(err) && !committing)
		if err == nil || !again || !backoff(ctx, try) {
			return fault(err)
		}
	}
}

// backoff waits a little before another try, longer each time and never in step
// with others; false when the call's time is up.
func backoff(ctx context.Context, try int) bool {
	most := min(20<<min(try, 5), 400)
	wait := time.NewTimer(time.Duration(5+rand.IntN(most)) * time.Millisecond)
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-wait.C:
		return true
	}
}

// noRow says that a query found nothing.
func noRow(err error) bool { return errors.Is(err, pgx.ErrNoRows) }
