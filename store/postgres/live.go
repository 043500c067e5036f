// The live pool of chat: appending to the logs, reading them, and admission.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Live has the connections that chat lives on. Only the logs of rooms, admission, and
// what each node reads all the time use it.
//
// Appends take at most three quarters of the connections, the poll as many as there
// are. Bulk reads (opening rooms, resumes, admission) take at most half, so that a
// thousand members who come back at once do not delay a message.
type Live struct {
	pool pool
	bulk chan struct{}
}

func newLive(p pool, conns int32) *Live {
	return &Live{pool: p, bulk: make(chan struct{}, max(conns/2, 1))}
}

// AcquireToWrite gives a connection of the pool to write on, and what gives it back. It is
// Unavailable while too many commits wait for a standby.
func (l *Live) AcquireToWrite(ctx context.Context) (*pgxpool.Conn, func(), error) {
	return l.pool.acquireToWrite(ctx)
}

// Read runs fn on a connection, and again where that can help.
func (l *Live) Read(ctx context.Context, fn func(ctx context.Context, conn *pgxpool.Conn) error) error {
	return l.pool.read(ctx, fn)
}

// ReadBulk is Read with one of the slots for bulk reads.
func (l *Live) ReadBulk(ctx context.Context, fn func(ctx context.Context, conn *pgxpool.Conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	select {
	case l.bulk <- struct{}{}:
		defer func() { <-l.bulk }()
	case <-ctx.Done():
		return Fault(ctx.Err())
	}
	return l.pool.read(ctx, fn)
}
