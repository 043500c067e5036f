// Deleting the events of rooms that are kept long enough. Messages are never deleted
// here: history stays whole.

package roomlog

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
)

// These delete one batch of rows older than an age (TrimRows).
const (
	trimRoomEvents = `
		delete from room_events where room_id = $1 and at < muster_now() - $2::interval and seq = any(array(
			select seq from room_events where room_id = $1 order by seq limit $3))`
	trimSends = `
		delete from sends where ctid = any(array(select ctid from sends where at < muster_now() - $1::interval limit $2))`
)

// TrimEvents deletes the events of rooms and the numbers of sends that are older than the
// retention says, until nothing is left or ctx ends; the next run goes on. It gives the
// number of rows deleted.
func (l *Log) TrimEvents(ctx context.Context, keep store.Retention) (deleted int64, err error) {
	if keep.Events > 0 {
		err = l.trimRooms(ctx, keep.Events, &deleted)
	}
	if err == nil && keep.Sends > 0 {
		err = l.db.TrimRows(ctx, &deleted, trimSends, keep.Sends, postgres.TrimBatch)
	}
	return deleted, err
}

// trimRooms deletes the events of all rooms that are older than age.
func (l *Log) trimRooms(ctx context.Context, age time.Duration, deleted *int64) error {
	var rooms []string
	err := l.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		res, err := conn.Query(ctx, `select room_id from room_heads order by room_id`)
		if err != nil {
			return err
		}
		rooms, err = pgx.CollectRows(res, pgx.RowTo[string])
		return err
	})
	for _, room := range rooms {
		if err == nil {
			err = l.db.TrimRows(ctx, deleted, trimRoomEvents, room, age, postgres.TrimBatch)
		}
	}
	return err
}
