// The reads of the search for messages to push.

package chat

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store/chat"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

// newMessages reads the first messages of each room after its cursor, by room and
// in order. An edit that names somebody anew stands among them under its own number and
// time, with those alone whom it names anew.
func newMessages(ctx context.Context, tx pgx.Tx, rooms []string, cursors []int64) (map[string][]chat.SaidMessage, error) {
	return readSaid(tx.Query(ctx, `
		select e.*, answered.sender_id::text
		from unnest($1::text[], $2::bigint[]) as g(room_id, seq)
		cross join lateral (
			(select id::text, room_id, seq, sender_id::text, mentions, mentions_all, created_at, deleted_at, false as edit, reply_to
			 from messages where room_id = g.room_id and seq > g.seq order by seq limit $3)
			union all
			(select t.id::text, v.room_id, v.seq, t.sender_id::text, x.members, x.everybody, v.at, t.deleted_at, true, null
			 from room_events v
			 cross join lateral (
			 	select array_agg(member_id) filter (where member_id is not null) as members, bool_or(member_id is null) as everybody
			 	from message_mentions where message_id = v.message_id and seq = v.seq and not withdrawn having count(*) > 0) x
			 cross join lateral (select * from messages where id = v.message_id limit 1) t
			 where v.room_id = g.room_id and v.seq > g.seq and v.kind = 'message_edited' order by v.seq limit $3)
			order by seq limit $3
		) e
		left join lateral (select sender_id from messages where id = e.reply_to limit 1) answered on true
		order by e.room_id, e.seq`, rooms, cursors, pushScan))
}

// recentMessages reads, by room and in order, the newest messages of each room that has
// members whose pause is over: those since the first of these members was notified.
func recentMessages(ctx context.Context, tx pgx.Tx, rooms []searchedRoom) (map[string][]chat.SaidMessage, error) {
	var ids []string
	var pushedSeqs []int64
	for _, r := range rooms {
		if r.PushedSeq != nil {
			ids, pushedSeqs = append(ids, r.ID), append(pushedSeqs, *r.PushedSeq)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return readSaid(tx.Query(ctx, `
		select e.id::text, e.room_id, e.seq, e.sender_id::text, e.mentions, e.mentions_all, e.created_at, e.deleted_at, false, e.reply_to,
		       answered.sender_id::text
		from unnest($1::text[], $2::bigint[]) as g(room_id, seq)
		cross join lateral (select * from messages where room_id = g.room_id and seq > g.seq order by seq desc limit $3) e
		left join lateral (select sender_id from messages where id = e.reply_to limit 1) answered on true
		order by e.room_id, e.seq`, ids, pushedSeqs, pushScan))
}

func readSaid(rows pgx.Rows, err error) (map[string][]chat.SaidMessage, error) {
	if err != nil {
		return nil, err
	}
	said := map[string][]chat.SaidMessage{}
	var m chat.SaidMessage
	var named []pgtype.UUID
	var deleted *time.Time
	var edit bool
	var replyTo pgtype.UUID
	var answered *string
	targets := []any{&m.ID, &m.Room, &m.Seq, &m.SenderID, &named, &m.MentionsAll, &m.CreatedAt, &deleted, &edit, &replyTo, &answered}
	_, err = pgx.ForEachRow(rows, targets, func() error {
		one := m
		if edit {
			one.EditedAt = m.CreatedAt
		}
		one.Mentions = logs.WrittenIDs(named)
		if deleted != nil {
			one.DeletedAt = *deleted
		}
		if answered != nil {
			one.Answered = *answered
		}
		said[m.Room] = append(said[m.Room], one)
		return nil
	})
	return said, err
}

// spokenRoom is a room with messages to notify of, the newest of which is Newest.
// ToSomebody says that a new one names or answers somebody.
type spokenRoom struct {
	ID         string
	Newest     int64
	ToSomebody bool
}

// readers are the members who are in rooms now, as columns.
type readers struct {
	rooms   []string
	members []pgtype.UUID
}

func (p *readers) add(room string, members map[string]bool) {
	for member := range members {
		if id, ok := postgres.ParseID(member); ok {
			p.rooms, p.members = append(p.rooms, room), append(p.members, id)
		}
	}
}

// pushCandidates are the members with a browser who may be notified of the rooms $2, and their
// browsers. It is asked every second while rooms talk: the sessions of those alone are looked up
// who have passed everything else. Joined with all browsers, all sessions were read each time.
var pushCandidates = `
	with wants as materialized (
		select r.id as room_id, st.member_id, coalesce(n.level, 'all') as level, coalesce(n.muted_until, 'epoch') as muted_until,
		       coalesce(k.seq, 0) as read, q.at, coalesce(q.seq, 0) as pushed
		from (select distinct member_id from push_subscriptions) b
		join member_standing st on st.member_id = b.member_id
		cross join unnest($2::text[], $3::bigint[], $6::boolean[]) as g(room_id, newest, to_somebody)
		join rooms r on r.id = g.room_id and r.deleted_at is null
		left join room_access a on a.room_id = r.id and a.member_id = st.member_id
		left join room_reads k on k.room_id = r.id and k.member_id = st.member_id
		left join room_notifications n on n.room_id = r.id and n.member_id = st.member_id
		left join push_pauses q on q.room_id = r.id and q.member_id = st.member_id
		where not ` + logs.IsBanned + ` and (` + logs.HasRoomAccess + `) and coalesce(k.seq, 0) < g.newest
		  and coalesce(n.level, 'all') <> 'none' and coalesce(n.muted_until <= muster_now(), true)
		  and (g.to_somebody or coalesce(q.at <= $7, true))
		  and (g.room_id, b.member_id) not in (select * from unnest($4::text[], $5::uuid[]))
	),
	open as materialized (
		select w.*, array(
			select b.id::text from push_subscriptions b
			where b.member_id = w.member_id and (select ` + postgres.SessionLive + ` and (s.face_verified or not $8) from ` + postgres.SessionRows + ` where s.id = b.session_id)
			order by b.id) as browsers
		from wants w
	)
	select o.room_id, o.member_id::text, o.level, o.muted_until, ` + pushSettingsColumns + `,
	       o.read, array(select ignored_id::text from ignored_members where member_id = o.member_id), o.browsers, o.at, o.pushed
	from open o left join push_settings p on p.member_id = o.member_id
	where o.browsers <> '{}'`

// pushCandidates reads, by room, the members with a browser who may enter it, are not
// in it, have not read all of it and want its notifications. While a pause holds, it
// reads them only where a message is to somebody. Pauses that began by over are over.
// In a large room, where nearly everybody with a browser is reading or was notified
// lately, it returns hardly a row.
func (ch *Chat) pushCandidates(ctx context.Context, tx pgx.Tx, rooms []spokenRoom, present readers, over time.Time) (map[string][]chat.PushCandidate, error) {
	found := map[string][]chat.PushCandidate{}
	if len(rooms) == 0 {
		return found, nil
	}
	ids, newest, toSomebody := make([]string, len(rooms)), make([]int64, len(rooms)), make([]bool, len(rooms))
	for i, r := range rooms {
		ids[i], newest[i], toSomebody[i] = r.ID, r.Newest, r.ToSomebody
	}
	rows, err := tx.Query(ctx, pushCandidates, ch.db.SessionLimits().Idle, ids, newest, present.rooms, present.members, toSomebody, over, ch.faceGate)
	if err != nil {
		return nil, err
	}
	var room string
	var c chat.PushCandidate
	var pushedAt *time.Time
	targets := append([]any{&room, &c.MemberID, &c.Notifications.Level, &c.Notifications.MutedUntil}, pushSettingsTargets(&c.Settings)...)
	_, err = pgx.ForEachRow(rows, append(targets, &c.Read, &c.Ignored, &c.Subscriptions, &pushedAt, &c.PushedSeq), func() error {
		one := c
		if pushedAt != nil {
			one.PushedAt = *pushedAt
		}
		found[room] = append(found[room], one)
		c.Ignored, c.Subscriptions = nil, nil
		return nil
	})
	return found, err
}
