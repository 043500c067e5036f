package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// ReturnJobs has those jobs worked again that have been running for longer than an attempt may
// take, since their node ended in the middle of it, and says how many. longest has the times by
// the kinds of jobs; those of other kinds are left alone. What has used up its attempts is
// discarded. No wait is longer than half a minute, whatever a job's own attempts wait. The times
// are the database's.
func (db *DB) ReturnJobs(ctx context.Context, longest map[string]time.Duration) (n int64, err error) {
	var names []string
	var times []time.Duration
	for kind, most := range longest {
		names, times = append(names, kind), append(times, most)
	}
	err = db.WriteEach(ctx, func(ctx context.Context, on *pgxpool.Conn) error {
		tag, err := on.Exec(ctx, `
			update river_job set
				state = case when attempt < max_attempts then 'available' else 'discarded' end::river_job_state,
				scheduled_at = now() + make_interval(secs => least(power(attempt - 1, 4), 30)),
				finalized_at = case when attempt < max_attempts then null else now() end,
				errors = array_append(errors, jsonb_build_object('at', now(), 'attempt', attempt, 'error', 'the node ended', 'trace', ''))
			where id in (
				select id from river_job join unnest($1::text[], $2::interval[]) as k (kind, longest) using (kind)
				where state = 'running' and attempted_at < now() - k.longest for update of river_job skip locked)`, names, times)
		n = tag.RowsAffected()
		return err
	})
	return n, err
}

// HoldJob notes that a node is still at an attempt of a job, so that ReturnJobs counts anew. held
// is false once the attempt is another node's, or over.
func (db *DB) HoldJob(ctx context.Context, job int64, attempt int) (held bool, err error) {
	err = db.WriteEach(ctx, func(ctx context.Context, on *pgxpool.Conn) error {
		tag, err := on.Exec(ctx, `update river_job set attempted_at = now() where id = $1 and state = 'running' and attempt = $2`, job, attempt)
		held = tag.RowsAffected() > 0
		return err
	})
	return held, err
}
