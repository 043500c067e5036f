// The search for what was earned in rooms and by staying: it follows the rooms' logs.

package rank

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	"muster/store/rank"
)

const (
	// earnedScan is how many new events of a room one search looks at, and earnedScans those
	// of all rooms.
	earnedScan  = 1000
	earnedScans = 10_000
	// earnedMembers is how many members one search gives a badge by the day they joined.
	earnedMembers = 1000
	// computeEvery is how often all badges are computed, for what a node of an older program
	// or an import left out.
	computeEvery = 24 * time.Hour
	// lateJoin is for how long after it began the transaction that adds a member may commit.
	lateJoin = 10 * time.Minute
)

// SearchEarned gives the badges whose causes came about since the last search, on any
// node: what was said, answered and reacted to in rooms, and the time that members are
// here. It gives the broadcasts for the hub and says whether there is more. due says that
// all badges are to be computed first, since the rules are newer or a day is over
// (Recompute).
//
// Appending a message does not know of it. One node searches at a time, by a row that it
// locks. How far it came is written in the transaction that gives the badges: nothing is
// lost or given twice, wherever a node dies. A reaction or an answer that was taken back
// before the search came by does not count.
func (bs *Badges) SearchEarned(ctx context.Context) (broadcasts []store.Broadcast, more, due bool, err error) {
	err = bs.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		broadcasts, more, due = nil, false, false
		s, err := lockEarnedSearch(ctx, tx)
		if postgres.NoRow(err) {
			return nil // another node is at it
		}
		if err != nil {
			return err
		}
		due = s.due()
		if s.rules < rank.EarnedRulesVersion {
			return nil // what was before is given quietly first
		}
		var e earnings
		if more, err = searchRooms(ctx, tx, &e); err != nil {
			return err
		}
		left, err := s.members(ctx, tx, &e)
		if err != nil {
			return err
		}
		if broadcasts, err = e.give(ctx, tx); err != nil {
			return err
		}
		until := s.now
		if left { // the next search begins where this one did
			more, until = true, s.last
		}
		_, err = tx.Exec(ctx, `update badge_search set searched_at = $1, founded_at = $2`, until, s.founded)
		return err
	})
	return broadcasts, more, due, err
}

// earnedSearch is where the last search ended.
type earnedSearch struct {
	now, last         time.Time
	founded, computed *time.Time
	rules             int
}

// lockEarnedSearch reads it for the one who may search now; there is no row for others.
func lockEarnedSearch(ctx context.Context, tx pgx.Tx) (s earnedSearch, err error) {
	err = tx.QueryRow(ctx, `select muster_now(), searched_at, coalesce(founded_at, (select min(created_at) from members)), computed_at, rules
		from badge_search for update skip locked`).Scan(&s.now, &s.last, &s.founded, &s.computed, &s.rules)
	return s, err
}

// due says that all badges are to be computed.
func (s earnedSearch) due() bool {
	return s.rules < rank.EarnedRulesVersion || s.computed == nil || s.now.Sub(*s.computed) > computeEvery
}

// searchRooms notes what new events of the rooms' logs count, and adds what it earns. The
// rooms with most of them are first, so that none is left out for ever.
func searchRooms(ctx context.Context, tx pgx.Tx, e *earnings) (more bool, err error) {
	rows, err := tx.Query(ctx, `
		select h.room_id, coalesce(c.seq, 0), least(h.seq, coalesce(c.seq, 0) + $1), h.seq > coalesce(c.seq, 0) + $1
		from room_heads h left join badge_cursors c on c.room_id = h.room_id
		where h.seq > coalesce(c.seq, 0) order by h.seq - coalesce(c.seq, 0) desc`, earnedScan)
	if err != nil {
		return false, err
	}
	var rooms []string
	var from, to []int64
	var room string
	var after, upTo int64
	var left bool
	scanned := int64(0)
	if _, err := pgx.ForEachRow(rows, []any{&room, &after, &upTo, &left}, func() error {
		if scanned += upTo - after; scanned > earnedScans {
			more = true
			return nil
		}
		rooms, from, to, more = append(rooms, room), append(from, after), append(to, upTo), more || left
		return nil
	}); err != nil || len(rooms) == 0 {
		return false, err
	}
	if _, err := tx.Exec(ctx, alongIndexes); err != nil {
		return false, err
	}
	causes, err := tx.Query(ctx, noteCauses, rooms, from, to, rank.HelpfulReactions)
	if err != nil {
		return false, err
	}
	var helpful []pgtype.UUID
	var member pgtype.UUID
	var cause string
	var at time.Time
	if _, err := pgx.ForEachRow(causes, []any{&member, &cause, &at}, func() error {
		switch cause {
		case "message":
			e.add(member, rank.MemberRecord{FirstMessage: at}.Earned(at)...)
		case "reply":
			e.add(member, rank.MemberRecord{FirstReply: at}.Earned(at)...)
		default:
			helpful = append(helpful, member)
		}
		return nil
	}); err != nil {
		return false, err
	}
	if _, err := tx.Exec(ctx, `set local enable_seqscan = on; set local enable_hashjoin = on; set local enable_mergejoin = on`); err != nil {
		return false, err
	}
	if err := addHelpful(ctx, tx, helpful, e); err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, `insert into badge_cursors (room_id, seq) select * from unnest($1::text[], $2::bigint[])
		on conflict (room_id) do update set seq = excluded.seq`, rooms, to)
	return more, err
}

// alongIndexes has noteCauses look up what belongs to each event. The planner expects hundreds
// of times as many events, and read all members and all that was ever noted, each second.
const alongIndexes = `set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`

// noteCauses keeps what counts of the events of rooms $1 after the numbers $2 and up to
// $3. A message is helpful once $4 others have reacted to it, at the reaction of the last
// of them.
const noteCauses = `
	with span as (select * from unnest($1::text[], $2::bigint[], $3::bigint[]) as g(room_id, after, upto)),
	said as (
		select e.* from span s cross join lateral (
			select id, sender_id, reply_to, created_at from messages
			where room_id = s.room_id and seq > s.after and seq <= s.upto order by seq limit s.upto - s.after) e
	),
	reacted as (
		select distinct v.message_id from span s cross join lateral (
			select message_id, kind from room_events
			where room_id = s.room_id and seq > s.after and seq <= s.upto order by seq limit s.upto - s.after) v
		where v.kind = 'reaction_added'
	), ` + firstCauses + `
	on conflict do nothing returning member_id, cause, at`

// firstCauses are the first messages and answers of what was "said" and the helpful ones
// of what was "reacted" to, as far as no earlier one is kept.
const firstCauses = `
	first_messages as (
		select distinct on (sender_id) sender_id, 'message', id, created_at from said
		where not exists (select from badge_causes k where k.member_id = said.sender_id and k.cause = 'message' and k.at <= said.created_at)
		order by sender_id, created_at, id
	),
	first_replies as (
		select distinct on (m.sender_id) m.sender_id, 'reply', said.id, said.created_at from said
		join messages m on m.id = said.reply_to and m.sender_id <> said.sender_id
		where not exists (select from badge_causes k where k.member_id = m.sender_id and k.cause = 'reply' and k.at <= said.created_at)
		order by m.sender_id, said.created_at, said.id
	),
	helpful as (
		select e.sender_id, 'helpful', e.id, ` + helpfulSince + ` from reacted join messages e on e.id = reacted.message_id` + helpfulReaction + `
		where not exists (select from badge_causes k where k.member_id = e.sender_id and k.cause = 'helpful' and k.source = e.id)
	)
	insert into badge_causes (member_id, cause, source, at)
	select c.* from (select * from first_messages union all select * from first_replies union all select * from helpful) as c(member_id, cause, source, at)
	join members m on m.id = c.member_id and m.erased_at is null
	order by m.id for key share of m`

// helpfulReaction finds the reaction "r" by which $4 others have reacted to the message
// "e", and helpfulSince is its moment: that of the message where the log goes back no
// further.
const (
	helpfulReaction = `
		cross join lateral (
			select min(x.seq) as seq from reactions x where x.message_id = e.id and x.member_id <> e.sender_id
			group by x.member_id order by 1 offset $4::integer - 1 limit 1
		) r
		left join room_events at on at.room_id = e.room_id and at.seq = r.seq`
	helpfulSince = `coalesce(at.at, e.created_at)`
)

// addHelpful adds what members earn who have one helpful message more.
func addHelpful(ctx context.Context, tx pgx.Tx, members []pgtype.UUID, e *earnings) error {
	if len(members) == 0 {
		return nil
	}
	records, err := readHelpful(ctx, tx, members)
	for member, moments := range records {
		e.add(member, rank.MemberRecord{Helpful: moments}.Earned(moments[len(moments)-1])...)
	}
	return err
}

// readHelpful reads when each helpful message of members became one, in order.
func readHelpful(ctx context.Context, on postgres.Querier, members []pgtype.UUID) (map[pgtype.UUID][]time.Time, error) {
	rows, err := on.Query(ctx, `select member_id, at from badge_causes where member_id = any($1) and cause = 'helpful' order by at, source`, members)
	if err != nil {
		return nil, err
	}
	moments := map[pgtype.UUID][]time.Time{}
	var member pgtype.UUID
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&member, &at}, func() error {
		moments[member] = append(moments[member], at)
		return nil
	})
	return moments, err
}

// members adds what members earn by the day on which they joined, since the last search,
// and says whether others are left. Who joined first has earned it first.
func (s earnedSearch) members(ctx context.Context, tx pgx.Tx, e *earnings) (left bool, err error) {
	for _, r := range rank.EarnedRules {
		from, to := s.last.AddDate(-r.Goal, 0, -2), s.now.AddDate(-r.Goal, 0, 2)
		switch {
		case r.Measure == rank.MeasureFounding && s.founded != nil && s.last.Add(-lateJoin).Before(s.founded.Add(rank.FoundingTime)):
			from, to = s.last.Add(-lateJoin), s.now
		case r.Measure != rank.MeasureYears:
			continue
		}
		rows, err := tx.Query(ctx, `select m.id, m.created_at from members m where m.erased_at is null and m.created_at > $1 and m.created_at <= $2
			and not exists (select from earned_badges b where b.member_id = m.id and b.badge = $3)
			order by m.created_at limit $4`, from, to, r.ID, earnedMembers)
		if err != nil {
			return false, err
		}
		before, found := len(e.members), 0
		var member pgtype.UUID
		var joined time.Time
		if _, err := pgx.ForEachRow(rows, []any{&member, &joined}, func() error {
			found++
			e.addOf(r, member, rank.MemberRecord{Joined: joined, Founding: isFounding(joined, s.founded)}, s.now)
			return nil
		}); err != nil {
			return false, err
		}
		left = left || found == earnedMembers && len(e.members) > before
	}
	return left, nil
}

// isFounding says whether who joined then joined while the community was being founded.
func isFounding(joined time.Time, founded *time.Time) bool {
	return founded != nil && !joined.After(founded.Add(rank.FoundingTime))
}
