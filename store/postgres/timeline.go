// Which of several servers is the primary, when more than one takes writes.

package postgres

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// readTimeline is the timeline that a primary writes, one higher after each promotion; 0
// on a standby.
const readTimeline = `select case when pg_is_in_recovery() then 0
	else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint end`

// timeline is the highest timeline of any server that this program has met. A server that
// writes an older one was replaced by a promotion: what target_session_attrs takes for a
// primary is one that has come back, or was never ended, and nothing may be written there.
type timeline struct {
	highest atomic.Int64  // 0: not known
	reset   func()        // ends every connection
	rose    chan struct{} // holds a signal after highest has grown
}

func newTimeline() *timeline {
	// No connection is made before the first is asked for, and so none is to be ended.
	return &timeline{reset: func() {}, rose: make(chan struct{}, 1)}
}

// overtakenError says that a server takes writes that another one has replaced.
type overtakenError struct{ its, highest int64 }

func (e *overtakenError) Error() string {
	return fmt.Sprintf("postgres: two primaries: timeline %d takes writes, and timeline %d has replaced it", e.its, e.highest)
}

// check returns an error for a connection to a server that was replaced, so that the driver
// goes on to the next host of the address.
func (t *timeline) check(before pgconn.ValidateConnectFunc) pgconn.ValidateConnectFunc {
	return func(ctx context.Context, conn *pgconn.PgConn) error {
		if before != nil {
			if err := before(ctx, conn); err != nil {
				return err
			}
		}
		its, err := timelineOf(ctx, conn)
		if err != nil {
			return err
		}
		return t.meet(its)
	}
}

// configOf is the configuration of connections to address with that check.
func (t *timeline) configOf(address string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	config.ValidateConnect = t.check(config.ValidateConnect)
	return config, nil
}

func (t *timeline) connect(ctx context.Context, address string) (*pgx.Conn, error) {
	config, err := t.configOf(address)
	if err != nil {
		return nil, err
	}
	return pgx.ConnectConfig(ctx, config)
}

// Connect makes a connection of its own to this database at another address, as of its
// owner's role, and to no server that another one has replaced.
func (db *DB) Connect(ctx context.Context, address string) (*pgx.Conn, error) {
	return db.timeline.connect(ctx, address)
}

// meet notes the timeline of a server; 0 means that it is not known. After a promotion every
// connection is made anew.
func (t *timeline) meet(its int64) error {
	for {
		highest := t.highest.Load()
		switch {
		case its == 0 || its == highest:
			return nil
		case its < highest:
			return &overtakenError{its, highest}
		}
		if highest > 0 {
			t.reset() // before it is noted: who reads the new number reads from the new server
		}
		if t.highest.CompareAndSwap(highest, its) {
			select {
			case t.rose <- struct{}{}:
			default: // one waits to be read
			}
			return nil
		}
	}
}

// timelineOf asks a server. One that does not say, as some that are rented do not, cannot be
// distinguished from others.
func timelineOf(ctx context.Context, conn *pgconn.PgConn) (int64, error) {
	result := conn.ExecParams(ctx, readTimeline, nil, nil, nil, nil).Read()
	if result.Err != nil {
		if conn.IsClosed() {
			return 0, result.Err
		}
		return 0, nil
	}
	if len(result.Rows) != 1 {
		return 0, nil
	}
	return strconv.ParseInt(string(result.Rows[0][0]), 10, 64)
}

// Timeline is the timeline of the database's log, one higher after each promotion of a
// standby; 0 while it is not known. Whoever reads from the database after Timeline has
// returned a number reads from a server of that timeline, or a later one.
func (db *DB) Timeline() int64 { return db.timeline.highest.Load() }

// TimelineRose holds a signal after Timeline has grown. It is for one reader.
func (db *DB) TimelineRose() <-chan struct{} { return db.timeline.rose }

// ComparePrimaries asks every host of the address whether it takes writes, and from then on
// keeps to the one that was promoted last. It returns how many take writes. A host that
// does not answer is left out.
func (db *DB) ComparePrimaries(ctx context.Context) int {
	primaries, _ := db.timeline.compare(ctx, db.pool.Config().ConnConfig)
	return primaries
}

// PromotedLast is address with one of its hosts alone, the one that was promoted last, where
// several take writes, and how many do: Postgres's own programs cannot tell them apart.
func PromotedLast(ctx context.Context, address string) (string, int, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return "", 0, err
	}
	config.ConnectTimeout = connectTimeout
	primaries, latest := newTimeline().compare(ctx, config)
	u, err := url.Parse(address)
	if primaries < 2 || err != nil || u.Scheme == "" {
		return address, primaries, nil
	}
	query := u.Query()
	query.Set("host", latest.Host)
	query.Set("port", strconv.Itoa(int(latest.Port)))
	u.Host, u.RawQuery = "", query.Encode()
	return u.String(), primaries, nil
}

// compare asks every host of an address, and gives how many take writes and the one of them
// with the highest timeline.
func (t *timeline) compare(ctx context.Context, config *pgx.ConnConfig) (primaries int, latest *pgconn.FallbackConfig) {
	hosts := append([]*pgconn.FallbackConfig{{Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig}}, config.Fallbacks...)
	met := map[string]bool{}
	for _, host := range hosts {
		name := host.Host + " " + strconv.Itoa(int(host.Port))
		if met[name] {
			continue // a second way to one host is the one without TLS
		}
		one := config.Copy()
		one.Host, one.Port, one.TLSConfig, one.Fallbacks = host.Host, host.Port, host.TLSConfig, nil
		one.ValidateConnect = nil
		conn, err := pgx.ConnectConfig(ctx, one)
		if err != nil {
			continue
		}
		met[name] = true
		its, err := timelineOf(ctx, conn.PgConn())
		_ = conn.Close(ctx) // it was only asked
		if err == nil && its > 0 {
			primaries++
			if t.meet(its) == nil { // an older one is what the others are compared for
				latest = host
			}
		}
	}
	return primaries, latest
}

// resetPools ends every connection, those in use when they are given back.
func resetPools(pools ...pool) func() {
	return func() {
		for _, p := range pools {
			p.Reset()
			if p.givenUp != nil {
				p.givenUp.forget()
			}
		}
	}
}
