// Whether the database keeps what it acknowledges.

package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// CheckDurability fails with Invalid, listing what is off, when the database
// may lose what it has committed: fsync, full_page_writes or
// synchronous_commit. A node asks at start and refuses to run on such a one.
func (db *DB) CheckDurability(ctx context.Context) error {
	return db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		res, err := conn.Query(ctx, `select name from pg_settings
			where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`)
		if err != nil {
			return err
		}
		off, err := pgx.CollectRows(res, pgx.RowTo[string])
		if err != nil || len(off) == 0 {
			return err
		}
		return store.NewErrorReason(store.Invalid, "unsafe_postgres",
			"Postgres can lose acknowledged messages: "+strings.Join(off, ", ")+" is off")
	})
}
