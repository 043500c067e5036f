// Long queries of the back office.

package postgres

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// analyze runs fn in a read-only transaction of one snapshot whose statements may
// take up to limit each. Counting and sorting whole tables is planned as the
// planner likes. At most a quarter of the connections of calls do so at once;
// others wait for their turn.
func (db *DB) analyze(ctx context.Context, limit time.Duration, fn func(ctx context.Context, tx pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit+time.Second)
	defer cancel()
	select {
	case db.analytics <- struct{}{}:
		defer func() { <-db.analytics }()
	case <-ctx.Done():
		return fault(ctx.Err())
	}
	return fault(db.pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return err
		}
		defer rollback(ctx, tx)
		settings := "set local statement_timeout = " + strconv.FormatInt(limit.Milliseconds(), 10) +
			"; set local work_mem = '32MB'; set local plan_cache_mode = force_custom_plan"
		if _, err := tx.Exec(ctx, settings); err != nil {
			return err
		}
		return fn(ctx, tx)
	}))
}
