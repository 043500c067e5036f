// How far members have read the rooms, and their lists of rooms.

package roomlog

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// unreadScan is how many messages after a mark are looked at to count the unread
// ones, so that a room in which a member writes alone for months costs no more
// than another.
const unreadScan = 1000

// unreadColumns counts, for a member, what is unread in a room after a mark:
// others' messages that stand, and messages that name the member since then, by an
// edit too, without those of ignored members, whose @all counts nevertheless. Each
// count ends at roomlog.MostUnread and reads nothing but an index, which holds all that
// it looks at. The order is the index's, where "is null" needs member_id in it: where nearly
// all of a table is of one room, it was read as a whole for each of the others.
func unreadColumns(member, room, mark string) string {
	// For one member the ignored ones are hashed once.
	ignored := `not in (select ignored_id from ignored_members where member_id = ` + member + `)`
	if !strings.HasPrefix(member, "$") {
		ignored = `<> all(array(select ignored_id from ignored_members where member_id = ` + member + `))`
	}
	return strings.NewReplacer("MEMBER", member, "ROOM", room, "MARK", mark, "IGNORED", ignored,
		"SCAN", strconv.Itoa(unreadScan), "MOST", strconv.Itoa(roomlog.MostUnread)).Replace(`
	(select count(*) from (
		select 1 from (
			select sender_id, deleted_at from messages where room_id = ROOM and seq > MARK order by seq desc limit SCAN
		) x where x.sender_id <> MEMBER and x.deleted_at is null
			and x.sender_id IGNORED limit MOST
	) counted),
	(select count(*) from (
		(select message_id from message_mentions where member_id = MEMBER and room_id = ROOM and seq > MARK and not withdrawn and sender_id <> MEMBER
			and sender_id IGNORED order by seq desc limit MOST)
		union
		(select message_id from message_mentions where member_id is null and room_id = ROOM and seq > MARK and not withdrawn and sender_id <> MEMBER
			order by member_id desc, seq desc limit MOST)
		limit MOST
	) named)`)
}

// lastMessageColumns and lastMessageRow read the newest message "e" of a room
// and its sender "em"; both are missing in an empty room.
const (
	LastMessagePreview = `case when e.deleted_at is null then coalesce(left(e.body, 80),
		case e.kind when 'gif' then 'GIF' when 'image' then 'Image' when 'video' then 'Video' when 'voice' then 'Voice message' end, '') else '' end`
	lastMessageColumns = `e.id, e.sender_id, coalesce(em.username, ''), ` + LastMessagePreview + `,
	coalesce(e.kind, ''), coalesce(e.created_at, 'epoch')`
	lastMessageRow = `
	left join lateral (select * from messages where room_id = r.id order by seq desc limit 1) e on true
	left join lateral (select username from members where id = e.sender_id limit 1) em on true`
)

// lastMessageOf is one row of lastMessageColumns.
type lastMessageOf struct {
	roomlog.LastMessage
	id, sender pgtype.UUID
}

func (l *lastMessageOf) scanTargets() []any {
	return []any{&l.id, &l.sender, &l.SenderName, &l.Preview, &l.Kind, &l.CreatedAt}
}

// message is nil in an empty room.
func (l *lastMessageOf) message() *roomlog.LastMessage {
	if !l.id.Valid {
		return nil
	}
	m := l.LastMessage
	m.ID, m.SenderID = l.id.String(), l.sender.String()
	return &m
}

// memberRooms lists the rooms that member $1 may enter.
var memberRooms = `
	select ` + RoomColumns + `, h.seq, coalesce(k.seq, 0), ` + unreadColumns("$1", "r.id", "coalesce(k.seq, 0)") + `,
	       ` + lastMessageColumns + `,
	       coalesce(n.level, 'all'), case when n.muted_until > (select muster_now()) then n.muted_until end
	from member_standing st
	cross join rooms r
	join room_heads h on h.room_id = r.id
	left join lateral (select role from room_access where room_id = r.id and member_id = $1 limit 1) a on true
	left join lateral (select seq from room_reads where member_id = $1 and room_id = r.id limit 1) k on true
	left join lateral (select level, muted_until from room_notifications where member_id = $1 and room_id = r.id limit 1) n on true
	` + lastMessageRow + `
	where st.member_id = $1 and not ` + IsBanned + ` and r.deleted_at is null and (` + HasRoomAccess + `)
	order by ` + RoomOrder

// Rooms lists the rooms that the member may enter, default ones first, with what
// is unread in each, and the position of the broadcasts at which they were read;
// roomlog.ErrBanned for a member kept out of chat.
func (l *Log) Rooms(ctx context.Context, memberID string) (rooms []roomlog.ListedRoom, asOf store.AsOf, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, asOf, store.ErrSessionEnded()
	}
	err = l.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rooms = nil
		var banned bool
		var b pgx.Batch
		QueueIsBanned(&b, member, &banned)
		postgres.QueueAsOf(&b, &asOf)
		b.Queue(memberRooms, member).Query(func(rows pgx.Rows) error {
			var err error
			rooms, err = pgx.CollectRows(rows, scanListedRoom)
			return err
		})
		return MemberRefusal(conn.SendBatch(ctx, &b).Close(), banned)
	})
	if err != nil {
		return nil, asOf, err
	}
	for i := range rooms {
		rooms[i].Read.MemberID, rooms[i].Read.Room = memberID, rooms[i].ID
	}
	return rooms, asOf, nil
}

func scanListedRoom(row pgx.CollectableRow) (roomlog.ListedRoom, error) {
	var r roomlog.ListedRoom
	var last lastMessageOf
	var mutedUntil *time.Time
	targets := append(RoomTargets(&r.Room), &r.Head, &r.Read.LastRead, &r.Read.Unread, &r.Read.Mentions)
	targets = append(append(targets, last.scanTargets()...), &r.Notifications.Level, &mutedUntil)
	err := row.Scan(targets...)
	r.Last = last.message()
	if mutedUntil != nil {
		r.Notifications.MutedUntil = *mutedUntil
	}
	return r, err
}

// markRead moves the mark of member $1 in room $2 to $3, or to the head, and
// counts what is unread after it. A mark that is as far already is left alone:
// another call may have moved it while this one waited for the row. That of a member who
// was erased meanwhile does not come back.
var markRead = `
	with access as (
		select ` + IsBanned + ` as banned, r.id is not null and (` + HasRoomAccess + `) as open, coalesce(h.seq, 0) as head
		from member_standing st
		left join rooms r on r.id = $2 and r.deleted_at is null
		left join room_heads h on h.room_id = r.id
		left join room_access a on a.room_id = r.id and a.member_id = st.member_id
		where st.member_id = $1
	),
	before as (select coalesce((select seq from room_reads where member_id = $1 and room_id = $2), 0) as seq),
	further as materialized (
		select least($3::bigint, access.head) as seq from access, before, members m
		where access.open and not access.banned and least($3::bigint, access.head) > before.seq and m.id = $1 and m.erased_at is null
		for key share of m
	),
	moved as (
		insert into room_reads (member_id, room_id, seq)
		select $1, $2, seq from further
		on conflict (member_id, room_id) do update
		set seq = greatest(room_reads.seq, excluded.seq), xid = pg_current_xact_id()
		returning seq
	),
	mark as (select coalesce((select seq from moved), before.seq) as seq from before)
	select access.banned, access.open, exists (select from moved), mark.seq, ` + unreadColumns("$1", "$2", "mark.seq") + `
	from access, mark`

// MarkRead notes that a member has read a room up to a number; beyond the head it
// is the head. The mark never goes back; moved says whether it did go on. It
// fails with Invalid for a negative number and with Forbidden (roomlog.ErrBanned,
// roomlog.ErrNoRoomAccess).
func (l *Log) MarkRead(ctx context.Context, memberID, room string, seq int64) (state roomlog.ReadState, moved bool, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok || !store.ValidRoomID(room) {
		return roomlog.ReadState{}, false, roomlog.ErrNoRoomAccess()
	}
	if seq < 0 {
		return roomlog.ReadState{}, false, roomlog.ErrReadSeq()
	}
	state = roomlog.ReadState{MemberID: memberID, Room: room}
	err = l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var banned, open bool
		err := tx.QueryRow(ctx, markRead, member, room, seq).
			Scan(&banned, &open, &moved, &state.LastRead, &state.Unread, &state.Mentions)
		return EntryRefusal(err, banned, open)
	})
	if err != nil {
		return roomlog.ReadState{}, false, err
	}
	return state, moved, nil
}

// ReadMarks gives the marks that may have moved since the read that gave after,
// and what to read after next time. The first read, after 0, gives none. As with
// Broadcasts, next is the oldest transaction that was still running, so no mark
// is missed and one may be given again.
func (l *Log) ReadMarks(ctx context.Context, after int64) (marks []roomlog.ReadMark, next int64, err error) {
	err = l.live.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		marks, next = nil, 0
		res, err := conn.Query(ctx, `
			select null::uuid, '', pg_snapshot_xmin(pg_current_snapshot())::text::bigint
			union all
			select member_id, room_id, seq from room_reads where $1::bigint > 0 and xid >= $1::bigint::text::xid8`, after)
		if err != nil {
			return err
		}
		var member pgtype.UUID
		var m roomlog.ReadMark
		_, err = pgx.ForEachRow(res, []any{&member, &m.Room, &m.LastRead}, func() error {
			if !member.Valid {
				next = m.LastRead
				return nil
			}
			m.MemberID = member.String()
			marks = append(marks, m)
			return nil
		})
		return err
	})
	return marks, next, err
}

// ReadStates gives the states of the rooms and members that marks name, as they
// are now.
func (l *Log) ReadStates(ctx context.Context, marks []roomlog.ReadMark) ([]roomlog.ReadState, error) {
	members, rooms := make([]pgtype.UUID, len(marks)), make([]string, len(marks))
	for i, m := range marks {
		members[i], _ = postgres.ParseID(m.MemberID)
		rooms[i] = m.Room
	}
	var states []roomlog.ReadState
	err := l.live.ReadBulk(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		states = nil
		res, err := conn.Query(ctx, `
			select g.member_id, g.room_id, k.seq, `+unreadColumns("g.member_id", "g.room_id", "k.seq")+`
			from unnest($1::uuid[], $2::text[]) as g(member_id, room_id)
			cross join lateral (select seq from room_reads where member_id = g.member_id and room_id = g.room_id limit 1) k`,
			members, rooms)
		if err != nil {
			return err
		}
		var member pgtype.UUID
		var s roomlog.ReadState
		_, err = pgx.ForEachRow(res, []any{&member, &s.Room, &s.LastRead, &s.Unread, &s.Mentions}, func() error {
			s.MemberID = member.String()
			states = append(states, s)
			return nil
		})
		return err
	})
	return states, err
}

// Which rooms have just been opened to a member.
const (
	AnyRoom      = `true`
	GrantedRoom  = `r.id = $2 and r.access_level <> 'all' and not st.is_admin` // by a new grant
	PrivateRooms = `r.access_level <> 'all' and a.role is null`                // by the administrator's right
)

// MarkAdmitted gives a member a mark at the head of the rooms that have just been
// opened to the member: who comes has read what was said before.
func MarkAdmitted(ctx context.Context, tx pgx.Tx, rooms string, member pgtype.UUID, args ...any) error {
	_, err := tx.Exec(ctx, `
		insert into room_reads (member_id, room_id, seq)
		select st.member_id, r.id, h.seq
		from member_standing st
		cross join rooms r
		join room_heads h on h.room_id = r.id
		left join room_access a on a.room_id = r.id and a.member_id = st.member_id
		where st.member_id = $1 and r.deleted_at is null and h.seq > 0 and `+rooms+` and (`+HasRoomAccess+`)
		on conflict (member_id, room_id) do nothing`, append([]any{member}, args...)...)
	return err
}

// ForgetReads removes the marks of a member in rooms that the member may no
// longer enter, so that who is let in again later has read what was said
// meanwhile.
func ForgetReads(ctx context.Context, tx pgx.Tx, member pgtype.UUID) error {
	_, err := tx.Exec(ctx, `
		delete from room_reads k using rooms r, member_standing st
		where k.member_id = $1 and r.id = k.room_id and st.member_id = k.member_id
		  and r.access_level <> 'all' and not st.is_admin
		  and not exists (select from room_access a where a.room_id = r.id and a.member_id = st.member_id)`, member)
	return err
}
