// Deleting what is kept long enough. Messages are never deleted here: history
// stays whole.

package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// A batch is one short transaction, and the database rests between two, so that
// trimming does not delay chat.
const (
	trimBatch = 1000
	trimPause = 20 * time.Millisecond
)

// profileViewsAge is longer than a day lasts in any zone.
const profileViewsAge = 72 * time.Hour

// The statements delete one batch of rows older than an age, in the order of the
// log: what is left of a log has no holes. A log is trimmed by its number, which
// its primary key finds; the times in a log never go back.
const (
	trimRoomEvents = `
		delete from room_events where room_id = $1 and at < muster_now() - $2::interval and seq in
			(select seq from room_events where room_id = $1 order by seq limit $3)`
	trimSiteEvents = `
		delete from site_events where at < muster_now() - $1::interval and seq in
			(select seq from site_events order by seq limit $2)`
	trimSends = `
		delete from sends where ctid = any(array(select ctid from sends where at < muster_now() - $1::interval limit $2))`
	trimViews = `
		delete from profile_views where day < muster_now() - $1::interval and (day, member_id, viewer_id) in
			(select day, member_id, viewer_id from profile_views order by day limit $2)`
	trimAudit = `select from generate_series(1, trim_audit($1::interval, $2))` // a row for each that is deleted
)

// Trim deletes what is older than the retention says, until nothing is left or
// ctx ends; the next run goes on. It gives the number of rows deleted.
func (db *DB) Trim(ctx context.Context, keep store.Retention) (int64, error) {
	deleted := int64(0)
	if keep.Events > 0 {
		if err := db.trimRooms(ctx, keep.Events, &deleted); err != nil {
			return deleted, Fault(err)
		}
	}
	var err error
	for _, table := range []struct {
		statement string
		age       time.Duration
	}{{trimSiteEvents, keep.Events}, {trimSends, keep.Sends}, {trimViews, profileViewsAge}, {trimAudit, keep.Audit}} {
		if err == nil && table.age > 0 {
			err = db.trimAll(ctx, &deleted, table.statement, table.age, trimBatch)
		}
	}
	return deleted, Fault(err)
}

// trimRooms deletes the events of all rooms that are older than age.
func (db *DB) trimRooms(ctx context.Context, age time.Duration, deleted *int64) error {
	var rooms []string
	err := db.pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		res, err := conn.Query(ctx, `select room_id from room_heads order by room_id`)
		if err != nil {
			return err
		}
		rooms, err = pgx.CollectRows(res, pgx.RowTo[string])
		return err
	})
	for _, room := range rooms {
		if err == nil {
			err = db.trimAll(ctx, deleted, trimRoomEvents, room, age, trimBatch)
		}
	}
	return err
}

// trimAll runs a statement until it finds less than a batch.
func (db *DB) trimAll(ctx context.Context, deleted *int64, statement string, args ...any) error {
	for {
		tag, err := db.pool.Exec(ctx, statement, args...)
		*deleted += tag.RowsAffected()
		if err != nil || tag.RowsAffected() < trimBatch {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(trimPause):
		}
	}
}
