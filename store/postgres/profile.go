// What a member's own screens show of it.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Creator is the member id of the community's creator; "" while there is none.
func (db *DB) Creator(ctx context.Context) (string, error) {
	var id string
	err := db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `select id::text from members where is_creator`).Scan(&id)
		if NoRow(err) {
			return nil
		}
		return err
	})
	return id, err
}

// IsBanned says whether the member is kept out of chat now, by the database's
// clock: a ban ends without any job.
func (db *DB) IsBanned(ctx context.Context, memberID string) (bool, error) {
	id, ok := ParseID(memberID)
	if !ok {
		return false, ErrMemberUnknown()
	}
	var is bool
	err := db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `select `+IsBanned+` from member_standing st where st.member_id = $1`, id).Scan(&is)
		if NoRow(err) {
			return ErrMemberUnknown()
		}
		return err
	})
	return is, err
}
