package encrypted

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/encrypted"
	"muster/store/postgres"
)

// History lists at most limit of the codes that a member has opened, the last one first, from after
// a position, and says how many there are in all. older is where the next page begins, nil at the
// end. It fails with Invalid (cursor_invalid) for a position that no code of the member had.
func (d *Messages) History(ctx context.Context, memberID string, limit int, after *store.Position) (page []encrypted.Entry, total int, older *store.Position, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, 0, nil, postgres.ErrMemberUnknown()
	}
	at, id := postgres.After(after)
	err = d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if after != nil {
			if err := postgres.IsRow(ctx, conn, `select from decrypt_views where member_id = $1 and message_id = $2`, member, id); err != nil {
				return err
			}
		}
		if err := conn.QueryRow(ctx, `select count(*) from decrypt_views where member_id = $1`, member).Scan(&total); err != nil {
			return err
		}
		rows, err := conn.Query(ctx, `select m.id::text, m.key_version, m.sealed_code, v.first_at, v.last_at from decrypt_views v join decrypt_messages m on m.id = v.message_id
			where v.member_id = $1 and ($2::timestamptz is null or (v.last_at, v.message_id) < ($2, $3))
			order by v.last_at desc, v.message_id desc limit $4`, member, at, id, limit+1)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (e encrypted.Entry, err error) {
			var version int
			var code []byte
			if err = row.Scan(&e.MessageID, &version, &code, &e.First, &e.DecodedAt); err != nil {
				return e, err
			}
			e.Code, _ = d.keys.Open(e.MessageID, "code", version, code)
			return e, nil
		})
		return err
	})
	if len(page) > limit {
		last := page[limit-1]
		page, older = page[:limit], &store.Position{At: last.DecodedAt, ID: last.MessageID}
	}
	return page, total, older, err
}
