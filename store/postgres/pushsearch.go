// The search for what has to be pushed: it follows the rooms' logs.

package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// pushScan is how many new messages of a room one search looks at.
const pushScan = 200

// PushSearch is what a search needs to know and to do.
type PushSearch struct {
	// Reading gives the members who are in a room now, on all nodes.
	Reading func(ctx context.Context, room string) (map[string]bool, error)
	// Queue queues what is found, in the transaction of the search.
	Queue func(ctx context.Context, tx pgx.Tx, due []store.PushDue) error
}

// SearchPushes looks through what the rooms' logs gained since the last search,
// on any node, and queues what has to be told. It says whether there is more.
//
// Appending a message does not know of it. One node searches at a time, by a row
// that it locks; another finds it locked and does nothing. How far each room was
// searched is written in the transaction that queues what was found, so nothing
// is lost or queued twice, wherever a node dies. All of it is read in one
// snapshot: a browser that it does not show was added after the messages that it
// shows.
func (db *DB) SearchPushes(ctx context.Context, search PushSearch) (more bool, err error) {
	err = db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		more = false
		if _, err := tx.Exec(ctx, `set transaction isolation level repeatable read`); err != nil {
			return err
		}
		var mine bool
		if err := tx.QueryRow(ctx, `select true from push_search for update skip locked`).Scan(&mine); noRow(err) {
			return nil
		} else if err != nil {
			return err
		}
		var browsers bool
		if err := tx.QueryRow(ctx, `select exists (select from push_subscriptions)`).Scan(&browsers); err != nil {
			return err
		}
		if !browsers {
			_, err := tx.Exec(ctx, `
				insert into push_cursors (room_id, seq)
				select h.room_id, h.seq from room_heads h left join push_cursors c on c.room_id = h.room_id
				where h.seq > coalesce(c.seq, 0)
				on conflict (room_id) do update set seq = excluded.seq`)
			return err
		}
		rooms, err := grownRooms(ctx, tx)
		if err != nil || len(rooms) == 0 {
			return err
		}
		more, err = db.searchRooms(ctx, tx, search, rooms)
		return err
	})
	return more, err
}

// grownRoom is a room whose log has grown since the last search.
type grownRoom struct {
	ID           string
	Cursor, Head int64
}

func grownRooms(ctx context.Context, tx pgx.Tx) ([]grownRoom, error) {
	rows, err := tx.Query(ctx, `
		select h.room_id, coalesce(c.seq, 0), h.seq from room_heads h left join push_cursors c on c.room_id = h.room_id
		where h.seq > coalesce(c.seq, 0) order by h.room_id`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[grownRoom])
}

// searchRooms queues what has to be told of rooms and notes how far they were
// searched.
func (db *DB) searchRooms(ctx context.Context, tx pgx.Tx, search PushSearch, rooms []grownRoom) (more bool, err error) {
	ids, cursors, to := make([]string, len(rooms)), make([]int64, len(rooms)), make([]int64, len(rooms))
	for i, r := range rooms {
		ids[i], cursors[i], to[i] = r.ID, r.Cursor, r.Head
	}
	messages, now, err := newMessages(ctx, tx, ids, cursors)
	if err != nil {
		return false, err
	}
	var spoken []spokenRoom
	for i, r := range rooms {
		all := messages[r.ID]
		if len(all) == pushScan {
			to[i], more = all[pushScan-1].Seq, true
		}
		if len(all) == 0 {
			continue
		}
		reading, err := search.Reading(ctx, r.ID)
		if err != nil {
			return false, err
		}
		spoken = append(spoken, spokenRoom{r.ID, all[len(all)-1].Seq, reading})
	}
	candidates, err := db.pushCandidates(ctx, tx, spoken)
	if err != nil {
		return false, err
	}
	var due []store.PushDue
	for _, room := range spoken {
		due = append(due, store.ChoosePushes(messages[room.ID], candidates[room.ID], now)...)
	}
	if len(due) > 0 {
		if err := search.Queue(ctx, tx, due); err != nil {
			return false, err
		}
	}
	_, err = tx.Exec(ctx, `
		insert into push_cursors (room_id, seq) select * from unnest($1::text[], $2::bigint[])
		on conflict (room_id) do update set seq = excluded.seq`, ids, to)
	return more, err
}

// newMessages reads the first messages of each room after its cursor, by room and
// in order, with the time. An edit that names somebody anew stands among them under
// its own number and time, with those alone whom it names anew.
func newMessages(ctx context.Context, tx pgx.Tx, rooms []string, cursors []int64) (map[string][]store.Message, time.Time, error) {
	messages := map[string][]store.Message{}
	var now time.Time
	rows, err := tx.Query(ctx, `
		select (select muster_now()), e.*
		from unnest($1::text[], $2::bigint[]) as g(room_id, seq)
		cross join lateral (
			(select id::text, room_id, seq, sender_id::text, mentions, mentions_all, created_at, deleted_at, false as edit
			 from messages where room_id = g.room_id and seq > g.seq order by seq limit $3)
			union all
			(select t.id::text, v.room_id, v.seq, t.sender_id::text, x.members, x.everybody, v.at, t.deleted_at, true
			 from room_events v
			 cross join lateral (
			 	select array_agg(member_id) filter (where member_id is not null) as members, bool_or(member_id is null) as everybody
			 	from message_mentions where message_id = v.message_id and seq = v.seq and not withdrawn having count(*) > 0) x
			 cross join lateral (select * from messages where id = v.message_id limit 1) t
			 where v.room_id = g.room_id and v.seq > g.seq and v.kind = 'message_edited' order by v.seq limit $3)
			order by seq limit $3
		) e
		order by e.room_id, e.seq`, rooms, cursors, pushScan)
	if err != nil {
		return nil, now, err
	}
	var m store.Message
	var named []pgtype.UUID
	var deleted *time.Time
	var edit bool
	_, err = pgx.ForEachRow(rows, []any{&now, &m.ID, &m.Room, &m.Seq, &m.SenderID, &named, &m.MentionsAll, &m.CreatedAt, &deleted, &edit}, func() error {
		one := m
		if edit {
			one.EditedAt = m.CreatedAt
		}
		one.Mentions = writtenIDs(named)
		if deleted != nil {
			one.DeletedAt = *deleted
		}
		messages[m.Room] = append(messages[m.Room], one)
		return nil
	})
	return messages, now, err
}

// spokenRoom is a room with new messages, the newest of which is Newest, and the
// members who are in it.
type spokenRoom struct {
	ID      string
	Newest  int64
	Reading map[string]bool
}

// pushCandidates reads, by room, the members with a browser who may enter it, are not
// in it, have not read all of it and want to hear of it. In a large room, where nearly
// everybody with a browser is reading, hardly a row comes back.
func (db *DB) pushCandidates(ctx context.Context, tx pgx.Tx, rooms []spokenRoom) (map[string][]store.PushCandidate, error) {
	found := map[string][]store.PushCandidate{}
	if len(rooms) == 0 {
		return found, nil
	}
	ids, newest := make([]string, len(rooms)), make([]int64, len(rooms))
	var inRoom []string
	var readers []pgtype.UUID
	for i, r := range rooms {
		ids[i], newest[i] = r.ID, r.Newest
		for member := range r.Reading {
			if id, ok := parseID(member); ok {
				inRoom, readers = append(inRoom, r.ID), append(readers, id)
			}
		}
	}
	rows, err := tx.Query(ctx, `
		select r.id, st.member_id::text, coalesce(n.level, 'all'), coalesce(n.muted_until, 'epoch'), `+pushSettingsColumns+`,
		       coalesce(k.seq, 0), array(select ignored_id::text from ignored_members where member_id = st.member_id), b.ids
		from (
			select b.member_id, array_agg(b.id::text order by b.id) as ids
			from push_subscriptions b join `+sessionRows+` on s.id = b.session_id where `+sessionLive+` group by b.member_id
		) b
		join member_standing st on st.member_id = b.member_id
		cross join unnest($2::text[], $3::bigint[]) as g(room_id, newest)
		join rooms r on r.id = g.room_id and r.deleted_at is null
		left join room_access a on a.room_id = r.id and a.member_id = st.member_id
		left join room_reads k on k.room_id = r.id and k.member_id = st.member_id
		left join room_notifications n on n.room_id = r.id and n.member_id = st.member_id
		left join push_settings p on p.member_id = st.member_id
		where not `+isBanned+` and (`+hasRoomAccess+`) and coalesce(k.seq, 0) < g.newest
		  and coalesce(n.level, 'all') <> 'none' and coalesce(n.muted_until <= muster_now(), true)
		  and (g.room_id, b.member_id) not in (select * from unnest($4::text[], $5::uuid[]))`,
		db.limits.Idle, ids, newest, inRoom, readers)
	if err != nil {
		return nil, err
	}
	var room string
	var c store.PushCandidate
	targets := append([]any{&room, &c.MemberID, &c.Notifications.Level, &c.Notifications.MutedUntil}, pushSettingsTargets(&c.Settings)...)
	_, err = pgx.ForEachRow(rows, append(targets, &c.Read, &c.Ignored, &c.Subscriptions), func() error {
		found[room] = append(found[room], c)
		c.Ignored, c.Subscriptions = nil, nil
		return nil
	})
	return found, err
}
