// The messages that name a member.

package chat

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/chat"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

// mentionsOf finds the messages that name member $1, behind the position $2, $3
// where there is one, newest first. By name and by @all are looked for apart, so
// that an index gives each in its order, which begins with member_id for "is null". An @all counts for those who were
// members then, also from an ignored sender.
var mentionsOf = `
	with found as (
		select * from (
			(select x.message_id, x.at from message_mentions x ` + mentionRows + `
			 where x.member_id = $1 and ` + mentionOpen + `
			   and x.sender_id <> all(array(select ignored_id from ignored_members where member_id = $1))
			 order by x.at desc, x.message_id desc limit $4)
			union
			(select x.message_id, x.at from message_mentions x ` + mentionRows + `
			 where x.member_id is null and x.sender_id <> $1 and ` + mentionOpen + `
			   and x.at >= (select created_at from members where id = $1)
			 order by x.member_id desc, x.at desc, x.message_id desc limit $4)
		) both_kinds order by at desc, message_id desc limit $4
	)
	select r.display_name, ` + logs.MessageColumns + `,` + logs.ReactionsOf + `
	from found f
	cross join lateral (select * from messages where id = f.message_id limit 1) e
	join rooms r on r.id = e.room_id` + logs.MessageRows + `
	order by f.at desc, f.message_id desc`

// mentionRows and mentionOpen keep what the member may see now.
const (
	mentionRows = `
			 join rooms r on r.id = x.room_id and r.deleted_at is null
			 join member_standing st on st.member_id = $1
			 left join room_access a on a.room_id = r.id and a.member_id = $1
			 join messages e on e.id = x.message_id and e.deleted_at is null`
	mentionOpen = `not x.withdrawn and (` + logs.HasRoomAccess + `) and ($2::timestamptz is null or (x.at, x.message_id) < ($2::timestamptz, $3::uuid))`
)

// Mentions lists the messages that name a member, newest first, in the rooms that
// the member may enter now, with the position behind the last one; nil at the
// end. limit is clamped to 1 … chat.MentionsPage. It fails with Forbidden
// (roomlog.ErrBanned).
func (ch *Chat) Mentions(ctx context.Context, memberID string, after *store.Position, limit int) (page []chat.MentionFound, next *store.Position, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, nil, store.ErrSessionEnded()
	}
	limit = min(max(limit, 1), chat.MentionsPage)
	at, id := postgres.After(after)
	err = ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		page = nil
		if after != nil {
			if err := postgres.IsRow(ctx, conn, `select from messages where id = $1`, id); err != nil {
				return err
			}
		}
		var banned bool
		var b pgx.Batch
		logs.QueueIsBanned(&b, member, &banned)
		b.Queue(mentionsOf, member, at, id, limit+1).Query(func(rows pgx.Rows) error {
			var err error
			page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (chat.MentionFound, error) {
				var f chat.MentionFound
				var m logs.MessageRow
				err := row.Scan(append(append([]any{&f.RoomName}, m.ScanTargets()...), &m.Reactions)...)
				if err == nil {
					f.Message = m.Value()
				}
				return f, err
			})
			return err
		})
		return logs.MemberRefusal(conn.SendBatch(ctx, &b).Close(), banned)
	})
	if err != nil {
		return nil, nil, err
	}
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1].Message
		next = &store.Position{At: last.CreatedAt, ID: last.ID}
	}
	return page, next, nil
}
