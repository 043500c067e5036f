// The live pool of chat: appending to the logs, reading them, and admission.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Live has the connections that chat lives on. It implements actors.Log and
// actors.Admission; nothing else may use it.
//
// Appends and the poll take a connection as they come. Bulk reads (opening
// rooms, resumes, admission) take at most half of the connections, so that a
// thousand members who come back at once do not delay a message.
type Live struct {
	pool   pool
	limits store.SessionLimits
	locked lockedRows
	slow   slowRooms
	bulk   chan struct{}

	faceGate bool // chat is open only to members whose face was recognised
	previews bool // messages with links queue jobs
}

func newLive(p pool, conns int32, c Config) *Live {
	return &Live{pool: p, limits: c.SessionLimits, bulk: make(chan struct{}, max(conns/2, 1)), previews: c.LinkPreviews}
}

// readBulk is pool.read with one of the slots for bulk reads.
func (l *Live) readBulk(ctx context.Context, fn func(ctx context.Context, conn *pgxpool.Conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	select {
	case l.bulk <- struct{}{}:
		defer func() { <-l.bulk }()
	case <-ctx.Done():
		return Fault(ctx.Err())
	}
	return l.pool.read(ctx, fn)
}

// RequireFaces opens chat only to sessions in which a face was recognised. It is called
// while the node is wired.
func (l *Live) RequireFaces() { l.faceGate = true }
