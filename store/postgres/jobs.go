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

// ReturnJobs has those jobs worked again that have been running for longer than an attempt may
// take, since their node ended in the middle of it, and says how many: longer than most, and of
// kinds than theirs. What has used up its attempts is discarded. No wait is longer than half a
// minute, whatever a job's own attempts wait. The times are the database's.
func (db *DB) ReturnJobs(ctx context.Context, most time.Duration, kinds map[string]time.Duration) (n int64, err error) {
	var names []string
	var times []time.Duration
	for kind, longest := range kinds {
		names, times = append(names, kind), append(times, longest)
	}
	err = db.WriteEach(ctx, func(ctx context.Context, on *pgxpool.Conn) error {
		tag, err := on.Exec(ctx, `
			update river_job set
				state = case when attempt < max_attempts then 'available' else 'discarded' end::river_job_state,
				scheduled_at = now() + make_interval(secs => least(power(attempt - 1, 4), 30)),
				finalized_at = case when attempt < max_attempts then null else now() end,
				errors = array_append(errors, jsonb_build_object('at', now(), 'attempt', attempt, 'error', 'the node ended', 'trace', ''))
			where id in (
				select id from river_job left join unnest($2::text[], $3::interval[]) as k (kind, longest) using (kind)
				where state = 'running' and attempted_at < now() - coalesce(k.longest, $1) for update of river_job skip locked)`, most, names, times)
		n = tag.RowsAffected()
		return err
	})
	return n, err
}

// RemoveFilesIn queues the removal of stored files whose rows go in the transaction.
func RemoveFilesIn(ctx context.Context, tx pgx.Tx, ids ...string) error {
	_, err := tx.Exec(ctx, `insert into river_job (kind, args, max_attempts, scheduled_at)
		select '`+MediaRemovalJob+`', jsonb_build_object('upload', id), 25, 'epoch' from unnest($1::text[]) id`, ids)
	return err
}
