// What a member's own screens show of it.

package people

import (
	"context"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Creator is the member id of the community's creator; "" while there is none.
func (pe *People) Creator(ctx context.Context) (string, error) {
	var id string
	err := pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `select id::text from members where is_creator`).Scan(&id)
		if postgres.NoRow(err) {
			return nil
		}
		return err
	})
	return id, err
}

// IsBanned says whether the member is kept out of chat now, by the database's
// clock: a ban ends without any job.
func (pe *People) IsBanned(ctx context.Context, memberID string) (bool, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return false, postgres.ErrMemberUnknown()
	}
	var is bool
	err := pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `select `+logs.IsBanned+` from member_standing st where st.member_id = $1`, id).Scan(&is)
		if postgres.NoRow(err) {
			return postgres.ErrMemberUnknown()
		}
		return err
	})
	return is, err
}
