// Which database this is.

package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Identity names the database among all there are: the cluster's system
// identifier and the database's own number in it. A physical standby has the
// same, so it outlives a fail-over; a dump that is restored has another,
// wherever that is. A copy of the files has the same too. Any role may ask
// unless somebody took the right away: then it fails with Forbidden.
func (db *DB) Identity(ctx context.Context) (string, error) {
	var system, number int64
	err := db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `select s.system_identifier, d.oid::bigint
			from pg_control_system() s, pg_database d where d.datname = current_database()`).Scan(&system, &number)
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == "42501" {
			return store.NewErrorReason(store.Forbidden, "identity_denied",
				"the database does not say which it is; a superuser must grant execute on function pg_control_system() to public")
		}
		return err
	})
	return fmt.Sprintf("%d/%d", system, number), err
}
