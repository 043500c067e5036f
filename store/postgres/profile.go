// What a member's own screens show of it.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Barred says whether the member is kept out of chat now, by the database's
// clock: a ban ends without any job (CHAT-35).
func (db *DB) Barred(ctx context.Context, memberID string) (bool, error) {
	id, ok := parseID(memberID)
	if !ok {
		return false, errMemberUnknown()
	}
	var is bool
	err := db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `select `+barred+` from member_standing st where st.member_id = $1`, id).Scan(&is)
		if noRow(err) {
			return errMemberUnknown()
		}
		return err
	})
	return is, err
}
