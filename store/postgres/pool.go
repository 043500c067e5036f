// One pool of connections, and how a call runs on it.

package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres/dial"
)

// Time limits: a sender has an answer within 5 s. The database's own limits are
// shorter than a call's, so that it answers before the call gives up.
const (
	CallTimeout     = 4500 * time.Millisecond // one method, retries included
	AttemptTimeout  = 3200 * time.Millisecond // one transaction; leaves time to ask what became of it
	rollbackTimeout = time.Second
	callLockTimeout = 2 * time.Second
	// The first append that needs a row which somebody holds locked delays the
	// other commands of its log writer by this.
	liveLockTimeout = 500 * time.Millisecond
	connectTimeout  = 3 * time.Second
	peerSilence     = 5 * time.Second // unanswered bytes end a connection
)

// commonParams are set on every connection.
var commonParams = map[string]string{
	"application_name":                    "muster",
	"timezone":                            "UTC",
	"idle_in_transaction_session_timeout": "5000",
	"jit":                                 "off",
	// The database's side of a connection whose node vanished.
	"tcp_user_timeout": "10000",
}

// liveParams are for the statements that chat lives on.
var liveParams = map[string]string{
	"statement_timeout": "3000",
	// Every statement finds its rows through an index: a plan made while a table
	// was small must not scan it once it has grown.
	"enable_seqscan": "off",
	// No statement is better off with a plan for its very arguments, and making
	// one takes longer than most of them run.
	"plan_cache_mode": "force_generic_plan",
}

// callParams are for calls and jobs.
var callParams = map[string]string{
	"statement_timeout": "4000",
}

// pool is connections with the same settings.
type pool struct {
	*pgxpool.Pool
	givenUp *givenUp // nil: what is given up is cancelled
}

// Close waits for running calls and ends every connection.
func (p pool) Close() {
	p.Pool.Close()
	if p.givenUp != nil {
		p.givenUp.close()
	}
}

func openPool(ctx context.Context, c Config, conns int32, lockTimeout time.Duration, params map[string]string, given *givenUp, line *timeline, ends *store.CertificateEnds) (pool, error) {
	pc, err := pgxpool.ParseConfig(c.URL)
	if err != nil {
		return pool{}, &store.Error{Code: store.Invalid, Message: "The database URL is not valid", Err: err}
	}
	pc.MaxConns = conns
	pc.MaxConnIdleTime = 5 * time.Minute
	pc.MaxConnLifetime = time.Hour
	pc.MaxConnLifetimeJitter = 10 * time.Minute
	pc.HealthCheckPeriod = 15 * time.Second
	pc.PingTimeout = time.Second
	pc.ConnConfig.ConnectTimeout = connectTimeout
	pc.ConnConfig.DialFunc = dial.Dialer(connectTimeout, peerSilence).DialContext
	if given != nil {
		pc.BeforeConnect = given.use(pc.ConnConfig.DialFunc)
	}
	ends.Watch(pc.ConnConfig.TLSConfig)
	for _, other := range pc.ConnConfig.Fallbacks {
		ends.Watch(other.TLSConfig)
	}
	pc.ConnConfig.ValidateConnect = line.check(pc.ConnConfig.ValidateConnect)
	pc.ConnConfig.Tracer = c.Tracer
	maps.Copy(pc.ConnConfig.RuntimeParams, commonParams)
	maps.Copy(pc.ConnConfig.RuntimeParams, params)
	pc.ConnConfig.RuntimeParams["lock_timeout"] = strconv.FormatInt(lockTimeout.Milliseconds(), 10)
	pc.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		conn.TypeMap().RegisterType(&pgtype.Type{
			Name: "timestamptz", OID: pgtype.TimestamptzOID,
			Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
		})
		return nil
	}
	conn, err := pgxpool.NewWithConfig(ctx, pc)
	if err != nil {
		return pool{}, Fault(err)
	}
	return pool{conn, given}, nil
}

// Querier is the pool, one connection of it, or a transaction.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// read runs fn on one connection, and again on another while the connection is
// lost and time is left. fn must not write.
func (p pool) read(ctx context.Context, fn func(ctx context.Context, conn *pgxpool.Conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	for try := 0; ; try++ {
		err := p.AcquireFunc(ctx, func(conn *pgxpool.Conn) error { return fn(ctx, conn) })
		if err == nil || !(ConnectionLost(err) || IsContention(err)) || !Backoff(ctx, try) {
			return Fault(p.explain(err))
		}
	}
}

// write runs fn in one transaction within limit and commits it. It runs again after a
// deadlock, and after a lost connection unless the commit itself was under way:
// then the outcome is unknown and Unavailable is the answer.
func (p pool) write(ctx context.Context, limit time.Duration, fn func(ctx context.Context, tx pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for try := 0; ; try++ {
		committing := false
		err := func() error {
			conn, release, err := p.acquireToWrite(ctx)
			if err != nil {
				return err
			}
			defer release()
			tx, err := conn.Begin(ctx)
			if err != nil {
				return err
			}
			defer Rollback(ctx, tx)
			if err := fn(ctx, tx); err != nil {
				return err
			}
			committing = true
			return tx.Commit(ctx)
		}()
		again := IsContention(err) || (ConnectionLost(err) && !committing)
		if err == nil || !again || !Backoff(ctx, try) {
			return Fault(p.explain(err))
		}
	}
}

// acquireToWrite gives a connection to write on, and what gives it back. It is Unavailable
// while too many commits wait for a standby.
func (p pool) acquireToWrite(ctx context.Context) (*pgxpool.Conn, func(), error) {
	if err := p.givenUp.beginWrite(ctx); err != nil {
		return nil, nil, err
	}
	conn, err := p.Acquire(ctx)
	if err != nil {
		p.givenUp.endWrite(nil)
		return nil, nil, err
	}
	return conn, func() {
		p.givenUp.endWrite(conn.Conn())
		conn.Release()
	}, nil
}

// explain says what to do about a call whose time ran out while every connection
// was in use.
func (p pool) explain(err error) error {
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if stat := p.Stat(); stat.AcquiredConns() >= stat.MaxConns() {
		return fmt.Errorf("all %d connections were in use: look for slow statements in pg_stat_activity, or raise DATABASE_CONNECTIONS: %w", stat.MaxConns(), err)
	}
	return err
}

// Rollback ends a transaction that was not committed, also when ctx has ended.
// A frozen database answers no rollback: after rollbackTimeout the connection is
// closed instead.
func Rollback(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackTimeout)
	defer cancel()
	_ = tx.Rollback(ctx) // a failure closes the connection, which rolls back too
}

// Backoff waits a little before another try, longer each time and at random so
// that callers do not retry in step; false when the call's time is up.
func Backoff(ctx context.Context, try int) bool {
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

// NoRow is true when a query found nothing.
func NoRow(err error) bool { return errors.Is(err, pgx.ErrNoRows) }
