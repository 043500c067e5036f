// A room's access list and when its people were last seen, for the back office.

package chat

import (
	"context"
	"encoding/base64"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// grantCursor is the cursor after a member in the access list of a room.
func grantCursor(room, member string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(room + " " + member))
}

// RoomGrants reads at most limit entries of the access list of a room, in the order of the
// members' names, that come after cursor, which is "" for the first page. A default room has
// none. It fails with NotFound for an unknown room, and with Invalid for a cursor that was not
// given here.
func (ch *Chat) RoomGrants(ctx context.Context, room string, limit int, cursor string) (roomlog.RoomGrants, error) {
	var out roomlog.RoomGrants
	var after pgtype.UUID
	if cursor != "" {
		raw, err := base64.RawURLEncoding.DecodeString(cursor)
		_, id, _ := strings.Cut(string(raw), " ")
		if after, _ = postgres.ParseID(id); err != nil || grantCursor(room, after.String()) != cursor {
			return out, store.ErrCursor()
		}
	}
	if !store.ValidRoomID(room) {
		return out, postgres.ErrRoomUnknown()
	}
	err := ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		out = roomlog.RoomGrants{}
		if after.Valid {
			if err := postgres.IsRow(ctx, conn, `select from members where id = $1`, after); err != nil {
				return err
			}
		}
		var batch pgx.Batch
		batch.Queue(`select `+logs.RoomColumns+` from rooms r where r.id = $1 and r.deleted_at is null`, room).QueryRow(func(row pgx.Row) error {
			return row.Scan(logs.RoomTargets(&out.Room)...)
		})
		batch.Queue(`
			select a.role, a.granted_at, `+postgres.MemberColumns+` from room_access a
			join rooms r on r.id = a.room_id and not r.is_default
			join members m on m.id = a.member_id join member_standing st on st.member_id = m.id
			where a.room_id = $1 and ($2::uuid is null
				or (lower(coalesce(m.username, m.name)), m.id) > (select lower(coalesce(username, name)), id from members where id = $2))
			order by lower(coalesce(m.username, m.name)), m.id limit $3`, room, after, limit+1).Query(func(rows pgx.Rows) error {
			var err error
			out.Grants, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (roomlog.RoomGrant, error) {
				g := roomlog.RoomGrant{Room: room}
				var m postgres.MemberRow
				err := row.Scan(append([]any{&g.Role, &g.GrantedAt}, m.ScanTargets()...)...)
				g.Member = m.Value()
				return g, err
			})
			return err
		})
		err := conn.SendBatch(ctx, &batch).Close()
		if postgres.NoRow(err) {
			return postgres.ErrRoomUnknown()
		}
		return err
	})
	if err != nil {
		return roomlog.RoomGrants{}, err
	}
	if len(out.Grants) > limit {
		out.Grants, out.Next = out.Grants[:limit], grantCursor(room, out.Grants[limit-1].Member.ID)
	}
	return out, nil
}

// LastSeen returns when members were last seen by any of their live sessions, by
// member id. Members without one are left out. It fails with NotFound for an unknown
// room; "" is the whole chat.
func (ch *Chat) LastSeen(ctx context.Context, room string, memberIDs []string) (map[string]time.Time, error) {
	if room != "" && !store.ValidRoomID(room) {
		return nil, postgres.ErrRoomUnknown()
	}
	var members []pgtype.UUID
	for _, raw := range memberIDs {
		if id, ok := postgres.ParseID(raw); ok {
			members = append(members, id)
		}
	}
	var seen map[string]time.Time
	err := ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		seen = map[string]time.Time{}
		var batch pgx.Batch
		var one int
		batch.Queue(`select 1 from (select id from rooms where deleted_at is null union all select '') r where id = $1`, room).QueryRow(func(row pgx.Row) error {
			return row.Scan(&one)
		})
		batch.Queue(`
			select s.person_id, max(seen.last_seen_at) from sessions s
			cross join lateral (select last_seen_at from session_seen where session_id = s.id limit 1) seen -- by its index: never all sessions
			where s.person_id = any($1::uuid[]) and s.kind = 'member' and s.revoked_at is null
			group by s.person_id`, members).Query(func(rows pgx.Rows) error {
			var id pgtype.UUID
			var at time.Time
			_, err := pgx.ForEachRow(rows, []any{&id, &at}, func() error {
				seen[id.String()] = at
				return nil
			})
			return err
		})
		err := conn.SendBatch(ctx, &batch).Close()
		if postgres.NoRow(err) {
			return postgres.ErrRoomUnknown()
		}
		return err
	})
	return seen, err
}
