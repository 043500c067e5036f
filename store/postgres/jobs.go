// Queries of the job queue besides its own statements.

package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// MediaRemovalJob is the kind of the job that removes the files of an upload
// (store/queue).
const MediaRemovalJob = "media_removal"

// Now is the product's clock, muster_now().
func (db *DB) Now(ctx context.Context) (time.Time, error) {
	var now time.Time
	err := db.pool.QueryRow(ctx, `select muster_now()`).Scan(&now)
	return now, Fault(err)
}

// UnfinishedJobs counts the jobs of all nodes that are not finished, by state.
func (db *DB) UnfinishedJobs(ctx context.Context) (map[string]int, error) {
	depth := make(map[string]int)
	err := db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		clear(depth)
		rows, err := conn.Query(ctx, `select state::text, count(*)::int from river_job
			where state in ('available', 'scheduled', 'retryable', 'running') group by state`)
		if err != nil {
			return err
		}
		var state string
		var n int
		_, err = pgx.ForEachRow(rows, []any{&state, &n}, func() error {
			depth[state] = n
			return nil
		})
		return err
	})
	return depth, err
}

// RemoveFilesIn queues the removal of stored files whose rows go in the transaction.
func RemoveFilesIn(ctx context.Context, tx pgx.Tx, ids ...string) error {
	_, err := tx.Exec(ctx, `insert into river_job (kind, args, max_attempts, scheduled_at)
		select '`+MediaRemovalJob+`', jsonb_build_object('upload', id), 25, 'epoch' from unnest($1::text[]) id`, ids)
	return err
}
