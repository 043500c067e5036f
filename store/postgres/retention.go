// Deleting what is kept long enough.

package postgres

import (
	"context"
	"time"

	"muster/store"
)

// A batch is one short transaction, and the database rests between two, so that
// trimming does not delay chat.
const (
	TrimBatch = 1000
	trimPause = 20 * time.Millisecond
)

// These delete one batch of rows older than an age, in the order of the log: what is left
// of a log has no holes. A log is trimmed by its number, which its primary key finds, as long as
// the numbers are an array: joined with them, all of the log was read for each batch. The
// times in a log never go back.
const (
	trimSiteEvents = `
		delete from site_events where at < muster_now() - $1::interval and seq = any(array(
			select seq from site_events order by seq limit $2))`
	trimAudit = `select from generate_series(1, trim_audit($1::interval, $2))` // a row for each that is deleted
)

// Trim deletes what is older in the site log and in the audit log than the retention
// says, until nothing is left or ctx ends; the next run goes on. It gives the number of
// rows deleted.
func (db *DB) Trim(ctx context.Context, keep store.Retention) (deleted int64, err error) {
	if keep.Events > 0 {
		err = db.TrimRows(ctx, &deleted, trimSiteEvents, keep.Events, TrimBatch)
	}
	if err == nil && keep.Audit > 0 {
		err = db.TrimRows(ctx, &deleted, trimAudit, keep.Audit, TrimBatch)
	}
	return deleted, err
}

// TrimRows runs a statement, whose last argument is TrimBatch, until it finds less than a
// batch, and adds to deleted what it found.
func (db *DB) TrimRows(ctx context.Context, deleted *int64, statement string, args ...any) error {
	for {
		tag, err := db.pool.Exec(ctx, statement, args...)
		*deleted += tag.RowsAffected()
		if err != nil || tag.RowsAffected() < TrimBatch {
			return Fault(err)
		}
		select {
		case <-ctx.Done():
			return Fault(ctx.Err())
		case <-time.After(trimPause):
		}
	}
}
