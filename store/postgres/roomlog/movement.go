// Which rooms' logs have grown, for members who are in other rooms.

package roomlog

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/roomlog"
)

// movementScan is how many of a room's new events are searched for mentions.
const movementScan = 1000

// Movements reads the rooms whose logs have grown beyond the heads that are
// known, with their newest message and whom the new ones name; a room that is
// not among the known ones has grown from 0. Whom a room's events named up to the number
// in named is left out.
func (l *Log) Movements(ctx context.Context, known, named map[string]int64) ([]roomlog.RoomMovement, error) {
	rooms, heads, nameless := make([]string, 0, len(known)), make([]int64, 0, len(known)), make([]int64, 0, len(known))
	for room, head := range known {
		rooms, heads, nameless = append(rooms, room), append(heads, head), append(nameless, max(head, named[room]))
	}
	var moved []roomlog.RoomMovement
	err := l.live.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		moved = nil
		res, err := conn.Query(ctx, `
			select r.id, r.seq, r.access_level <> 'all', n.named, n.everybody, `+lastMessageColumns+`
			from (
				select r.id, r.access_level, h.seq, coalesce(k.nameless, 0) as nameless from room_heads h
				left join unnest($1::text[], $2::bigint[], $4::bigint[]) as k(room_id, seq, nameless) on k.room_id = h.room_id
				cross join lateral (select * from rooms where id = h.room_id and deleted_at is null limit 1) r
				where h.seq > coalesce(k.seq, 0)
			) r
			cross join lateral (
				select array_agg(distinct x.member_id) filter (where x.member_id is not null and not exists (
				           select from ignored_members where member_id = x.member_id and ignored_id = x.sender_id)) as named,
				       array_agg(distinct x.sender_id) filter (where x.member_id is null) as everybody
				from (
					select message_id, seq, kind from room_events
					where room_id = r.id and seq > r.nameless order by seq desc limit $3
				) v
				join message_mentions x on x.message_id = v.message_id and x.seq = v.seq and not x.withdrawn
				where v.kind in ('message', 'message_edited')
			) n`+lastMessageRow, rooms, heads, movementScan, nameless)
		if err != nil {
			return err
		}
		var m roomlog.RoomMovement
		var members, everybody []pgtype.UUID
		var last lastMessageOf
		_, err = pgx.ForEachRow(res, append([]any{&m.Room, &m.Head, &m.Private, &members, &everybody}, last.scanTargets()...), func() error {
			m.Last, m.Named, m.NamedAll = last.message(), WrittenIDs(members), WrittenIDs(everybody)
			moved = append(moved, m)
			return nil
		})
		return err
	})
	return moved, err
}

// RoomGuests lists the members who may enter a private room: those who were
// granted access and the administrators.
func (l *Log) RoomGuests(ctx context.Context, room string) ([]string, error) {
	var guests []string
	err := l.live.ReadBulk(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		res, err := conn.Query(ctx, `
			select member_id::text from room_access where room_id = $1
			union select member_id::text from member_standing where is_admin`, room)
		if err != nil {
			return err
		}
		guests, err = pgx.CollectRows(res, pgx.RowTo[string])
		return err
	})
	return guests, err
}
