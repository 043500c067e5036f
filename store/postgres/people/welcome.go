// Whether a member has been through its first steps.

package people

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
)

// WelcomeDue says whether a member has not been led through its first steps yet.
func (pe *People) WelcomeDue(ctx context.Context, memberID string) (due bool, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return false, store.ErrSessionEnded()
	}
	err = pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select not exists (select from welcomes where member_id = $1)`, member).Scan(&due)
	})
	return due, err
}

// Welcomed notes that a member went through its first steps, or left them; twice is
// harmless.
func (pe *People) Welcomed(ctx context.Context, memberID string) error {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return store.ErrSessionEnded()
	}
	return pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := postgres.KeepMemberIn(ctx, tx, member); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into welcomes (member_id) values ($1) on conflict do nothing`, member)
		return err
	})
}
