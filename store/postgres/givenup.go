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
// takes neither the connections that others read by nor all of the server's.
type givenUp struct {
	most int

	mu     sync.Mutex
	open   map[*countedConn]bool
	closed bool
}

func newGivenUp(most int32) *givenUp {
	return &givenUp{most: int(most), open: map[*countedConn]bool{}}
}

// errNoCancel answers the driver, which dials once more to have a statement cancelled.
var errNoCancel = errors.New("postgres: nothing is cancelled")

// use has the connections of a pool made through it.
func (g *givenUp) use(dial pgconn.DialFunc) func(context.Context, *pgx.ConnConfig) error {
	return func(_ context.Context, c *pgx.ConnConfig) error {
		connected := &atomic.Bool{}
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
			return &countedConn{Conn: conn, connected: connected, of: g}, nil
		}
		c.AfterConnect = func(context.Context, *pgconn.PgConn) error {
			connected.Store(true)
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
		_ = c.Conn.Close()
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
}

// endTime is how long a server may take to end a connection that it has nothing to do for.
const endTime = 100 * time.Millisecond

// Close implements net.Conn.
func (c *countedConn) Close() error {
	if !c.connected.Load() {
		return c.Conn.Close()
	}
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite() // the server ends once it has nothing more to do
	}
	_ = c.Conn.SetDeadline(time.Now().Add(endTime))
	if _, err := io.Copy(io.Discard, c.Conn); !errors.Is(err, os.ErrDeadlineExceeded) {
		return c.Conn.Close()
	}
	if c.Conn.SetDeadline(time.Time{}) != nil || !c.of.keep(c) {
		return c.Conn.Close()
	}
	return nil
}
