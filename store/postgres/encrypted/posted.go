package encrypted

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/encrypted"
	"muster/store/postgres"
)

// maxPostedCodes is how many codes of one message are looked up.
const maxPostedCodes = 5

// PostedCodes gives the codes that a message, which is not deleted, shows and that can still
// open something, and the clock. Only what administrators post is looked at: anybody else
// could try codes by posting them. It fails with NotFound for a message of a room that
// is closed to the member.
func (d *Messages) PostedCodes(ctx context.Context, memberID, messageID string) (codes []encrypted.PostedCode, now time.Time, err error) {
	gone := store.NewErrorReason(store.NotFound, "message_unknown", "Message not found")
	message, ok := postgres.ParseID(messageID)
	if !ok {
		return nil, now, gone
	}
	var room, text string
	var admin bool
	err = d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `select m.room_id, coalesce(m.body, ''), st.is_admin, muster_now() from messages m
			join member_standing st on st.member_id = m.sender_id
			where m.id = $1 and m.deleted_at is null and m.kind = 'text'`, message).Scan(&room, &text, &admin, &now)
		if postgres.NoRow(err) {
			return gone
		}
		return err
	})
	if err != nil {
		return nil, now, err
	}
	if _, err := d.log.CheckRoomAccess(ctx, memberID, room); err != nil {
		return nil, now, gone
	}
	shown := encrypted.CodesIn(text, maxPostedCodes)
	if !admin || len(shown) == 0 {
		return nil, now, nil
	}
	var macs [][]byte
	var places []int
	for i, code := range shown {
		for _, mac := range d.keys.CodeMACs(code) {
			macs, places = append(macs, mac), append(places, i)
		}
	}
	err = d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select g.place, m.opens_at, m.expires_at from unnest($1::bytea[], $2::int[]) g(mac, place)
			join decrypt_messages m on m.code_mac = g.mac and m.deleted_at is null
			where (m.expires_at is null or m.expires_at > muster_now()) and (m.max_views is null or m.view_count < m.max_views) order by g.place`, macs, places)
		if err != nil {
			return err
		}
		codes, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (c encrypted.PostedCode, err error) {
			var place int
			var opens, expires *time.Time
			if err = row.Scan(&place, &opens, &expires); err != nil {
				return c, err
			}
			c.Code = shown[place]
			if opens != nil {
				c.OpensAt = *opens
			}
			if expires != nil {
				c.ExpiresAt = *expires
			}
			return c, nil
		})
		return err
	})
	return codes, now, err
}
