// Adding up messages for the back office.

package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

const (
	// rollUpBatch is how many messages of a room one transaction adds up.
	rollUpBatch = 2000
	// rollUpTime limits a transaction.
	rollUpTime = 20 * time.Second
)

// rollUp adds up the next messages of every room and takes off what was deleted. It is
// one statement, so everything in it looks at the same moment: a message is found
// either as it was, and its deletion later, or deleted. $1 is the zone, $2 its day, $3
// the batch. The sums of the hour counted from $4, and count from $5 now.
const rollUp = `
with seen as materialized (
	select m.room_id, m.seq, m.sender_id, m.created_at, m.deleted_at is null as stands
	from rooms r left join rollup_rooms p on p.room_id = r.id
	cross join lateral (select * from messages where room_id = r.id and seq > coalesce(p.seq, 0) order by seq limit $3) m
),
undone as (delete from rollup_deletions returning room_id, seq, sender_id, created_at),
changes as materialized (
	select room_id, sender_id, created_at, (created_at at time zone $1)::date as day, 1 as n from seen where stands
	union all
	select u.room_id, u.sender_id, u.created_at, (u.created_at at time zone $1)::date, -1
	from undone u join rollup_rooms p on p.room_id = u.room_id and u.seq <= p.seq
),
moved as (
	insert into rollup_rooms as t (room_id, seq, messages)
	select room_id, coalesce(s.seq, 0), coalesce(c.n, 0)
	from (select room_id, max(seq) as seq from seen group by room_id) s
	full join (select room_id, sum(n) as n from changes group by room_id) c using (room_id)
	on conflict (room_id) do update set seq = greatest(t.seq, excluded.seq), messages = t.messages + excluded.messages
),
quarters as (
	insert into rollup_quarters as t (at, messages)
	select date_bin('15 minutes', created_at, 'epoch'), sum(n) from changes group by 1
	on conflict (at) do update set messages = t.messages + excluded.messages
),
days as (
	insert into rollup_days as t (day, member_id, messages)
	select day, sender_id, sum(n) from changes where day > $2::date - 30 group by 1, 2
	on conflict (day, member_id) do update set messages = t.messages + excluded.messages
),
hour as (
	insert into rollup_hour as t (member_id, messages)
	select sender_id, sum(n) from (
		select sender_id, n from changes where created_at >= case when n > 0 then $5::timestamptz else $4::timestamptz end
		union all
		select m.sender_id, -1 from messages m join rollup_rooms p on p.room_id = m.room_id and m.seq <= p.seq
		where m.created_at >= $4 and m.created_at < $5 and m.deleted_at is null
	) c group by 1
	on conflict (member_id) do update set messages = t.messages + excluded.messages
),
members as (
	insert into rollup_members as t (member_id, day, week, month)
	select sender_id, coalesce(sum(n) filter (where day = $2), 0), coalesce(sum(n) filter (where day > $2::date - 7), 0), sum(n)
	from changes where day > $2::date - 30 and day <= $2 group by 1
	on conflict (member_id) do update
	set day = t.day + excluded.day, week = t.week + excluded.week, month = t.month + excluded.month
)
select coalesce(max(n), 0) from (select count(*) as n from seen group by room_id) s`

// hourMark identifies the sums of the rooms that belong to those of the hour.
const hourMark = `(select concat_ws(' ', sum(seq), sum(messages)) from rollup_rooms)`

// beginHour counts the hour anew, from $1. A deletion that is still to be taken off is
// counted with the rest.
var beginHour = []string{
	`delete from rollup_hour where $1::timestamptz is not null`,
	`insert into rollup_hour (member_id, messages)
		select m.sender_id, count(*) from messages m join rollup_rooms p on p.room_id = m.room_id and m.seq <= p.seq
		where m.created_at >= $1 and (m.deleted_at is null or exists (select from rollup_deletions d where d.room_id = m.room_id and d.seq = m.seq))
		group by 1`,
}

// endHour notes from when the hour counts, $1. Most of the time there is nothing to note.
var endHour = []string{
	`delete from rollup_hour where messages = 0 and $1::timestamptz is not null`,
	`update rollup_state set hour_from = $1, hour_mark = ` + hourMark + ` where hour_from is distinct from $1 or hour_mark <> ` + hourMark,
}

// hourStep is how exactly the sums of the hour follow the clock: questions count the rest.
const hourStep = 10 * time.Second

// beginDay makes the sums by sender those of the day $1.
var beginDay = []string{
	`delete from rollup_days where day <= $1::date - 30`,
	`delete from rollup_members where $1::date is not null`,
	`insert into rollup_members (member_id, day, week, month)
		select member_id, coalesce(sum(messages) filter (where day = $1), 0), coalesce(sum(messages) filter (where day > $1::date - 7), 0), sum(messages)
		from rollup_days where day <= $1 group by member_id having sum(messages) > 0`,
	`update rollup_state set day = $1`,
}

// beginSeen counts anew who was seen on the day that begins at $1. What is to be added up is
// forgotten first: whoever is seen meanwhile stands there again.
var beginSeen = []string{
	`delete from rollup_seen where at < $1`,
	`delete from rollup_seen_changes where $1::timestamptz is not null`,
	`delete from rollup_seen_members where $1::timestamptz is not null`,
	`insert into rollup_seen_members (member_id) select distinct member_id from rollup_seen where at >= $1`,
}

// noteSeen notes that the sum of who was seen is of the day $1.
const noteSeen = `update rollup_state set seen_day = $1, seen = (select count(*) from rollup_seen_members)`

// wrongCounts selects the heads whose count of messages is another one than those that are not
// deleted: a node of the version before the count left it behind. $1 is true.
const wrongCounts = `
	with ` + notRolledUp + `,
	counted as (
		select h.room_id, h.seq, h.other_numbers, h.seq - coalesce(p.messages, 0) - coalesce(w.written, 0)
		       - (select coalesce(sum(messages), 0) from erased_messages e where e.room_id = h.room_id) as others
		from room_heads h
		left join rollup_rooms p on p.room_id = h.room_id and $1
		left join (select room_id, sum(n) as written from rest group by room_id) w on w.room_id = h.room_id
	)
	select room_id as room, seq, others from counted where other_numbers <> others`

// correctCounts writes what wrongCounts selects. A log that moves meanwhile is left for
// the next day.
func correctCounts(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, wrongCounts, true)
	if err != nil {
		return err
	}
	counts, err := pgx.CollectRows(rows, pgx.RowToStructByName[logs.OtherNumbers])
	if err != nil {
		return err
	}
	return logs.CorrectOtherNumbersIn(ctx, tx, counts)
}

// addUpSeen adds up who was seen since, on the day that begins at $1.
const addUpSeen = `
	with changes as (delete from rollup_seen_changes returning at, member_id),
	added as (
		insert into rollup_seen_members (member_id)
		select distinct member_id from changes where at >= $1
		on conflict do nothing returning 1
	)
	update rollup_state set seen = seen + n from (select count(*) as n from added) a where n > 0`

// addUpJoined adds up who joined and who was erased.
const addUpJoined = `
	with changes as (delete from rollup_joined_changes returning at, members)
	insert into rollup_joined as t (at, members) select at, sum(members) from changes group by at
	on conflict (at) do update set members = t.members + excluded.members`

// seeAnew finds who was seen since $1. Nobody is noted as seen meanwhile by the zone before.
var seeAnew = []string{
	`select lock_session_seen() where $1::timestamptz is not null`,
	`delete from rollup_seen where $1::timestamptz is not null`,
	`insert into rollup_seen (at, member_id, session_id)
		select distinct on (s.person_id) e.last_seen_at, s.person_id, s.id
		from session_seen e join sessions s on s.id = e.session_id and s.kind = 'member'
		where e.last_seen_at >= $1
		order by s.person_id, e.last_seen_at`,
}

// forgetSums begins anew, for days of another zone.
var forgetSums = []string{
	`delete from rollup_rooms`, `delete from rollup_quarters`, `delete from rollup_days`, `delete from rollup_members`,
	`delete from rollup_hour`, `update rollup_state set hour_from = null`,
}

// RollUp adds up the messages that were stored since the last time, and says whether
// that were all of them. While another node is at it, it does nothing.
func (d *Desk) RollUp(ctx context.Context) (done bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, rollUpTime)
	defer cancel()
	err = pgx.BeginFunc(ctx, d.db.Pool(), func(tx pgx.Tx) error {
		// The planner knows nothing of how far a room was added up: it must not scan
		// the table for the few messages after that. What a crash takes away is added up
		// again, and a standby that does not confirm must not keep the locks held.
		if _, err := tx.Exec(ctx, `set local statement_timeout = 20000; set local enable_seqscan = off; set local synchronous_commit = off`); err != nil {
			return err
		}
		var zone string
		var day, seenDay, now time.Time
		var hourFrom *time.Time
		err := tx.QueryRow(ctx, `select zone, greatest(day, 'epoch'), greatest(seen_day, 'epoch'), muster_now(), case when hour_mark = `+hourMark+` then hour_from end
			from rollup_state for update skip locked`).Scan(&zone, &day, &seenDay, &now, &hourFrom)
		if postgres.NoRow(err) {
			done = true
			return nil
		}
		if err != nil {
			return err
		}
		today := store.DayOf(now, d.db.Zone())
		midnight := today.Start(d.db.Zone()) // the first of two; Postgres takes the second
		state := store.DayOf(day, time.UTC)
		begins := today != state
		switch {
		case zone != d.db.Zone().String() || today.Since(state) < 0: // days that were dropped are wanted again
			begins, hourFrom = true, nil
			for _, forget := range forgetSums {
				if _, err := tx.Exec(ctx, forget); err != nil {
					return err
				}
			}
			if _, err := tx.Exec(ctx, `update rollup_state set zone = $1`, d.db.Zone().String()); err != nil {
				return err
			}
			if err := runEach(ctx, tx, seeAnew, midnight); err != nil {
				return err
			}
		case begins:
			if err := correctCounts(ctx, tx); err != nil {
				return err
			}
		}
		if begins {
			if err := runEach(ctx, tx, beginDay, today.String()); err != nil {
				return err
			}
		}
		if begins || today != store.DayOf(seenDay, time.UTC) {
			if err := runEach(ctx, tx, beginSeen, midnight); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, noteSeen, today.String()); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, addUpJoined); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, addUpSeen, midnight); err != nil {
			return err
		}
		hour := now.Add(-time.Hour).Truncate(hourStep)
		if hourFrom == nil {
			if err := runEach(ctx, tx, beginHour, hour); err != nil {
				return err
			}
			hourFrom = &hour
		}
		if hour.Before(*hourFrom) {
			hour = *hourFrom
		}
		var most int
		if err := tx.QueryRow(ctx, rollUp, d.db.Zone().String(), today.String(), rollUpBatch, *hourFrom, hour).Scan(&most); err != nil {
			return err
		}
		done = most < rollUpBatch
		return runEach(ctx, tx, endHour, hour)
	})
	return done, postgres.Fault(err)
}

// runEach runs statements that have one argument.
func runEach(ctx context.Context, tx pgx.Tx, statements []string, arg any) error {
	for _, statement := range statements {
		if _, err := tx.Exec(ctx, statement, arg); err != nil {
			return err
		}
	}
	return nil
}

// rolledUp says how a question may use the sums: not at all, when they are of another
// zone, and those by sender and of who was seen only when they are of today. Those of the
// hour count from hour; nil: not at all.
type rolledUp struct {
	usable, today, seen bool
	hour                *time.Time
}

func (d *Desk) readRolledUp(ctx context.Context, tx pgx.Tx) (r rolledUp, now time.Time, err error) {
	var zone string
	var day, seen time.Time
	if _, err := tx.Exec(ctx, `set local enable_seqscan = off`); err != nil {
		return r, now, err
	}
	err = tx.QueryRow(ctx, `select zone, greatest(day, 'epoch'), greatest(seen_day, 'epoch'), muster_now(), case when hour_mark = `+hourMark+` then hour_from end from rollup_state`).
		Scan(&zone, &day, &seen, &now, &r.hour)
	if r.usable = zone == d.db.Zone().String(); !r.usable {
		r.hour = nil
	}
	today := store.DayOf(now, d.db.Zone())
	r.today = r.usable && today == store.DayOf(day, time.UTC)
	r.seen = r.usable && today == store.DayOf(seen, time.UTC)
	return r, now, err
}

// notRolledUp is a part of a with clause: the messages that the sums lack, n 1, and
// those that are still to be taken off, n -1. $1 says whether the sums are usable.
const notRolledUp = `rest as materialized (
	select m.room_id, m.sender_id, m.created_at, 1 as n
	from rooms r left join rollup_rooms p on p.room_id = r.id and $1
	cross join lateral (select * from messages where room_id = r.id and seq > coalesce(p.seq, 0) and deleted_at is null offset 0) m
	union all
	select d.room_id, d.sender_id, d.created_at, -1
	from rollup_deletions d join rollup_rooms p on p.room_id = d.room_id and $1 and d.seq <= p.seq
)`
