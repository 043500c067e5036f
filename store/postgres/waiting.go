// What waits for an administrator.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Waiting counts what waits for an administrator.
func (db *DB) Waiting(ctx context.Context) (w store.Waiting, err error) {
	err = db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			select (select count(*) from reports where outcome is null), count(*), count(*) filter (where priority = 'critical')
			from emergency_messages where acknowledged_at is null and resolved_at is null`).
			Scan(&w.Reports, &w.Emergencies, &w.Critical)
	})
	return w, err
}
