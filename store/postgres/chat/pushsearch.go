// The search for what has to be pushed: it follows the rooms' logs.

package chat

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store/chat"
	"muster/store/postgres"
)

// pushScan is how many new messages of a room one search looks at.
const pushScan = 200

// pushSearchTime limits one search. What is said to everybody is queued for every browser of the
// community at once: a search that is cut off finds the same again, and nobody is notified of
// anything any more. It locks nothing that others wait for until its end.
const pushSearchTime = 30 * time.Second

// PushSearch is what a search needs to know and to do.
type PushSearch struct {
	// Reading gives the members who are in a room now, on all nodes.
	Reading func(ctx context.Context, room string) (map[string]bool, error)
	// Queue queues what is found, in the transaction of the search.
	Queue func(ctx context.Context, tx pgx.Tx, due []chat.PushDue) error
}

// SearchPushes looks through what the rooms' logs gained since the last search,
// on any node, and queues the notifications. It says whether there is more.
//
// Appending a message does not know of it. One node searches at a time, by a row
// that it locks; another finds it locked and does nothing. How far each room was
// searched is written in the transaction that queues what was found, so nothing
// is lost or queued twice, wherever a node dies. All of it is read in one
// snapshot: a browser that it does not show was added after the messages that it
// shows. push_pauses holds who was notified of a room lately. The same node writes it
// in the same transaction: a pause holds on every node and after any of them died.
func (ch *Chat) SearchPushes(ctx context.Context, search PushSearch) (more bool, err error) {
	err = ch.db.WriteLong(ctx, pushSearchTime, func(ctx context.Context, tx pgx.Tx) error {
		more = false
		if _, err := tx.Exec(ctx, `set transaction isolation level repeatable read`); err != nil {
			return err
		}
		var now time.Time
		if err := tx.QueryRow(ctx, `select muster_now() from push_search for update skip locked`).Scan(&now); postgres.NoRow(err) {
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
			if err == nil {
				_, err = tx.Exec(ctx, `delete from push_pauses`)
			}
			return err
		}
		over := now.Add(-chat.PushPause)
		rooms, err := roomsToSearch(ctx, tx, over)
		if err == nil && len(rooms) > 0 {
			more, err = ch.searchRooms(ctx, tx, search, rooms, now)
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `delete from push_pauses where at <= $1`, over)
		return err
	})
	return more, err
}

// searchedRoom is a room whose log has grown since the last search, or since it notified
// members whose pause is over now.
type searchedRoom struct {
	ID           string
	Cursor, Head int64
	PushedSeq    *int64 // the first number up to which such a member was notified; nil for none
}

// roomsToSearch gives the rooms to search; pauses that began by over are over.
func roomsToSearch(ctx context.Context, tx pgx.Tx, over time.Time) ([]searchedRoom, error) {
	rows, err := tx.Query(ctx, `
		select h.room_id, coalesce(c.seq, 0), h.seq, q.seq
		from room_heads h left join push_cursors c on c.room_id = h.room_id
		left join (select room_id, min(seq) as seq from push_pauses where at <= $1 group by room_id) q on q.room_id = h.room_id
		where h.seq > coalesce(c.seq, 0) or h.seq > q.seq order by h.room_id`, over)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[searchedRoom])
}

// searchRooms queues the notifications of rooms, and notes how far they were searched
// and with whom a pause begins.
func (ch *Chat) searchRooms(ctx context.Context, tx pgx.Tx, search PushSearch, rooms []searchedRoom, now time.Time) (more bool, err error) {
	ids, cursors, to := make([]string, len(rooms)), make([]int64, len(rooms)), make([]int64, len(rooms))
	for i, r := range rooms {
		ids[i], cursors[i], to[i] = r.ID, r.Cursor, r.Head
	}
	fresh, err := newMessages(ctx, tx, ids, cursors)
	if err != nil {
		return false, err
	}
	recent, err := recentMessages(ctx, tx, rooms)
	if err != nil {
		return false, err
	}
	var spoken []spokenRoom
	var present readers
	for i, r := range rooms {
		said := fresh[r.ID]
		if len(said) == pushScan {
			to[i], more = said[pushScan-1].Seq, true
		}
		newest := max(lastNumber(said), lastNumber(recent[r.ID]))
		if newest == 0 {
			continue
		}
		reading, err := search.Reading(ctx, r.ID)
		if err != nil {
			return false, err
		}
		spoken = append(spoken, spokenRoom{r.ID, newest, slices.ContainsFunc(said, toSomebody)})
		present.add(r.ID, reading)
	}
	// Who is there sees what is said: after that the next message is a first one.
	if _, err := tx.Exec(ctx, `delete from push_pauses where (room_id, member_id) in (select * from unnest($1::text[], $2::uuid[]))`,
		present.rooms, present.members); err != nil {
		return false, err
	}
	candidates, err := ch.pushCandidates(ctx, tx, spoken, present, now.Add(-chat.PushPause))
	if err != nil {
		return false, err
	}
	var due []chat.PushDue
	var sent pausesBegun
	for _, room := range spoken {
		dueHere, pushedHere := chat.ChoosePushes(fresh[room.ID], recent[room.ID], candidates[room.ID], now)
		due = append(due, dueHere...)
		sent.add(room.ID, pushedHere)
	}
	if len(due) > 0 {
		if err := search.Queue(ctx, tx, due); err != nil {
			return false, err
		}
	}
	if err := sent.store(ctx, tx, now); err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, `
		insert into push_cursors (room_id, seq) select * from unnest($1::text[], $2::bigint[])
		on conflict (room_id) do update set seq = excluded.seq`, ids, to)
	return more, err
}

func lastNumber(said []chat.SaidMessage) int64 {
	if len(said) == 0 {
		return 0
	}
	return said[len(said)-1].Seq
}

// toSomebody says that a message names or answers somebody, who hears of it at once.
func toSomebody(m chat.SaidMessage) bool {
	return m.MentionsAll || len(m.Mentions) > 0 || m.Answered != ""
}

// pausesBegun are the pauses that begin with a search, as columns.
type pausesBegun struct {
	rooms   []string
	members []pgtype.UUID
	numbers []int64
}

func (p *pausesBegun) add(room string, sent []chat.PushSent) {
	for _, one := range sent {
		if member, ok := postgres.ParseID(one.MemberID); ok {
			p.rooms, p.members, p.numbers = append(p.rooms, room), append(p.members, member), append(p.numbers, one.Seq)
		}
	}
}

func (p *pausesBegun) store(ctx context.Context, tx pgx.Tx, now time.Time) error {
	if len(p.rooms) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		insert into push_pauses (room_id, member_id, seq, at)
		select g.room_id, m.id, g.seq, $4 from unnest($1::text[], $2::uuid[], $3::bigint[]) as g(room_id, member_id, seq)
		join members m on m.id = g.member_id and m.erased_at is null
		order by m.id for key share of m
		on conflict (room_id, member_id) do update set seq = excluded.seq, at = excluded.at`, p.rooms, p.members, p.numbers, now)
	return err
}
