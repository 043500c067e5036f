// Connections that were given up while the database still worked on them.

package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/semaphore"
)

// givenUp keeps the connections of a pool that the driver gave up, until the server has
// ended them, and has nothing on them cancelled.
//
// The driver asks the server to cancel what runs on a connection that it gives up. A commit
// that waits for its synchronous standby cannot be undone any more: when it is cancelled,
// the server ends the wait and shows the rows to everybody. So a message would be read back
// and acknowledged that is on the primary alone, and is lost with it. Statements need no
// cancelling: they end by the server's own limits. What is kept open counts: while half as
// many as the pool has wait, nothing more is written, so that a standby that never confirms
// does not take all of the server's connections. What is written on, and what was and has not
// ended, is a part of the pool at most, so that it does not take those that others read by.
type givenUp struct {
	most   int
	writes *semaphore.Weighted
	waited atomic.Int64 // nanoseconds that callers waited for writes

	mu     sync.Mutex
	open   map[*countedConn]bool
	closed bool
}

func newGivenUp(most int32) *givenUp {
	return &givenUp{most: int(most), writes: semaphore.NewWeighted(int64(most - most/4)), open: map[*countedConn]bool{}}
}

// beginWrite waits until one more connection may be written on; endWrite has to follow.
func (g *givenUp) beginWrite(ctx context.Context) error {
	if g == nil {
		return nil
	}
	if err := g.writable(); err != nil {
		return err
	}
	if g.writes.TryAcquire(1) {
		return nil
	}
	began := time.Now()
	err := g.writes.Acquire(ctx, 1)
	g.waited.Add(int64(time.Since(began)))
	if err != nil {
		return fmt.Errorf("postgres: no connection may be written on: do commits wait for a standby, or take long? %w", err)
	}
	return nil
}

func (g *givenUp) waitedSoFar() time.Duration { return time.Duration(g.waited.Load()) }

// endWrite says that a connection is written on no more, before it goes back to the pool; nil
// is one that was not had. The place of one that was given up is free when the server has
// ended it.
func (g *givenUp) endWrite(conn *pgx.Conn) {
	switch {
	case g == nil:
	case conn == nil || !conn.IsClosed():
		g.writes.Release(1)
	default:
		go func() {
			<-conn.PgConn().CleanupDone()
			if c, ok := conn.PgConn().CustomData()[countedKey].(*countedConn); ok {
				<-c.ended
			}
			g.writes.Release(1)
		}()
	}
}

// countedKey is where a connection has its countedConn.
const countedKey = "counted"

// errNoCancel answers the driver, which dials once more to have a statement cancelled.
var errNoCancel = errors.New("postgres: nothing is cancelled")

// use has the connections of a pool made through it.
func (g *givenUp) use(dial pgconn.DialFunc) func(context.Context, *pgx.ConnConfig) error {
	return func(_ context.Context, c *pgx.ConnConfig) error {
		connected := &atomic.Bool{}
		var last *countedConn
		c.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
			if connected.Load() {
				return nil, errNoCancel
			}
			if n := g.count(); n >= g.most {
				return nil, errWaiting(n)
			}
			conn, err := dial(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			last = &countedConn{Conn: conn, connected: connected, of: g, ended: make(chan struct{})}
			return last, nil
		}
		c.AfterConnect = func(_ context.Context, conn *pgconn.PgConn) error {
			connected.Store(true)
			conn.CustomData()[countedKey] = last
			return nil
		}
		return nil
	}
}

func errWaiting(n int) error {
	return fmt.Errorf("postgres: %d connections that were given up have not ended: does the standby confirm what is committed?", n)
}

// writable is an error while too many commits wait.
func (g *givenUp) writable() error {
	if g == nil {
		return nil
	}
	if n := g.count(); n >= max(2, g.most/2) {
		return Unavailable(errWaiting(n))
	}
	return nil
}

func (g *givenUp) count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.open)
}

// close closes what is still open; what is given up from now on is closed at once.
func (g *givenUp) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	g.drop()
}

// forget closes what is open to a server that another one has replaced.
func (g *givenUp) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.drop()
}

func (g *givenUp) drop() {
	for c := range g.open {
		_ = c.Conn.Close() // the peer may have
	}
}

// keep waits, elsewhere, until the server has ended a connection; false once the pool is
// closed.
func (g *givenUp) keep(c *countedConn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed || g.open[c] {
		return g.open[c]
	}
	g.open[c] = true
	go func() {
		_, _ = io.Copy(io.Discard, c.Conn) // ends with the connection
		_ = c.end()
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.open, c)
	}()
	return true
}

// countedConn is one connection to the server.
type countedConn struct {
	net.Conn
	connected *atomic.Bool // the server has let it in
	of        *givenUp
	ended     chan struct{}
	once      sync.Once
}

// endTime is how long a server may take to end a connection that it has nothing to do for.
const endTime = 100 * time.Millisecond

// Close implements net.Conn.
func (c *countedConn) Close() error {
	if !c.connected.Load() {
		return c.end()
	}
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite() // the server ends once it has nothing more to do
	}
	_ = c.Conn.SetDeadline(time.Now().Add(endTime))
	if _, err := io.Copy(io.Discard, c.Conn); !errors.Is(err, os.ErrDeadlineExceeded) {
		return c.end()
	}
	if c.Conn.SetDeadline(time.Time{}) != nil || !c.of.keep(c) {
		return c.end()
	}
	return nil
}

// end closes it for good.
func (c *countedConn) end() error {
	c.once.Do(func() { close(c.ended) })
	return c.Conn.Close()
}
