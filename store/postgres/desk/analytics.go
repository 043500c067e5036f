// Counts of the whole community, and long queries of the back office.

package desk

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/desk"
	"muster/store/postgres"
)

// analyticsTime is how long one query of the analytics may take.
const analyticsTime = 8 * time.Second

// Overview reads the counts of the whole community.
func (d *Desk) Overview(ctx context.Context) (desk.Overview, error) {
	var o desk.Overview
	err := d.db.Analyze(ctx, analyticsTime, func(ctx context.Context, tx pgx.Tx) error {
		sums, now, err := d.readRolledUp(ctx, tx)
		if err != nil {
			return err
		}
		day := store.DayOf(now, d.db.Zone())
		today, yesterday, week := day.Start(d.db.Zone()), day.Add(-1).Start(d.db.Zone()), day.Add(-6).Start(d.db.Zone())
		// As long after yesterday's midnight as it is now, and not beyond that day. What
		// comes after the last whole quarter of an hour is counted message by message.
		until := yesterday.Add(min(now.Sub(today), today.Sub(yesterday)))
		whole := until.Truncate(15 * time.Minute)
		err = tx.QueryRow(ctx, `
			with `+notRolledUp+`,
			counted as (
				select at, messages as n from rollup_quarters where $1 and at >= $2
				union all
				select date_bin('15 minutes', created_at, 'epoch'), n from rest where created_at >= $2
			)
			select coalesce(sum(n) filter (where at >= $4), 0)::bigint,
			       coalesce(sum(n) filter (where at >= $3 and at < $5), 0)::bigint
			         + (select count(*) from messages where created_at >= $5 and created_at < $6 and deleted_at is null),
			       coalesce(sum(n), 0)::bigint
			from counted`, sums.usable, week, yesterday, today, whole, until).
			Scan(&o.MessagesToday, &o.MessagesYesterday, &o.MessagesWeek)
		if err != nil {
			return err
		}
		seen := `select count(*) from (` + lastSeen + `) seen`
		switch {
		case sums.seen:
			seen = seenAddedUp
		case sums.usable:
			seen = `select count(*) from (` + seenToday + `) seen`
		}
		if err := tx.QueryRow(ctx, seen, today).Scan(&o.ActiveToday); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `set local enable_seqscan = on`); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `
			select (select coalesce(sum(members), 0)::bigint from (`+postgres.MembersJoined+`) j),
			       (select coalesce(sum(members), 0)::bigint from (`+postgres.MembersJoined+`) j where at < date_bin('15 minutes', $2, 'epoch')),
			       (select count(*) from rooms where deleted_at is null),
			       (select count(*) from rooms r where deleted_at is null and `+roomActive(`$3`)+`),
			       (select count(*) from uploads where ready_at is not null and deleted_at is null and created_at >= $1)`,
			today, week, now.Add(-desk.RoomActiveWithin)).
			Scan(&o.Members, &o.MembersWeekAgo, &o.Rooms, &o.ActiveRooms, &o.UploadsToday)
	})
	return o, err
}

const (
	// seenToday selects the members who were seen since midnight, $1.
	seenToday = `
		select member_id from (select distinct member_id from rollup_seen where at >= $1) x
		where not exists (select from members m where m.id = x.member_id and m.erased_at is not null)`

	// seenAddedUp counts the same from what was added up. Who was erased was not seen later.
	seenAddedUp = `
		select (select seen from rollup_state)
			+ (select count(distinct c.member_id) from rollup_seen_changes c where c.at >= $1::timestamptz
				and not exists (select from rollup_seen_members s where s.member_id = c.member_id)
				and not exists (select from members m where m.id = c.member_id and m.erased_at is not null))
			- (select count(*) from members m where m.erased_at >= $1 - interval '1 day'
				and exists (select from rollup_seen_members s where s.member_id = m.id))`

	// lastSeen selects the same, and when last, from sessions.
	lastSeen = `
		select m.id as member_id, max(e.last_seen_at) as at from session_seen e
		join sessions s on s.id = e.session_id and s.kind = 'member'
		join members m on m.id = s.person_id and m.erased_at is null
		where e.last_seen_at >= $1 group by m.id`
)

// roomActive is true of a room "r" with a message since a parameter that is not deleted. The
// newest ones are looked at first.
func roomActive(since string) string {
	return `coalesce((
		select created_at from messages where room_id = r.id and deleted_at is null order by seq desc limit 1), '-infinity') >= ` + since
}

// ChatAnalytics reads who sent how many messages in a range, and when.
func (d *Desk) ChatAnalytics(ctx context.Context, r desk.TimeRange) (desk.ChatAnalytics, error) {
	var a desk.ChatAnalytics
	err := d.db.Analyze(ctx, analyticsTime, func(ctx context.Context, tx pgx.Tx) error {
		a = desk.ChatAnalytics{}
		sums, now, err := d.readRolledUp(ctx, tx)
		if err != nil {
			return err
		}
		since := r.Since(now, d.db.Zone())
		senders := d.senders(r, sums, now)
		hours, args := hoursOfRange, []any{sums.usable, since, d.db.Zone().String()}
		if r == desk.LastHour {
			hours, args = senders.with+hoursOfLastHour, append(slices.Clone(senders.args), d.db.Zone().String())
		}
		rows, err := tx.Query(ctx, hours, args...)
		if err != nil {
			return err
		}
		var hour, n int
		if _, err := pgx.ForEachRow(rows, []any{&hour, &n}, func() error {
			a.Hours[hour] = n
			return nil
		}); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, senders.with+` select (`+senders.number+`) + (select count(*) from changed where not known and messages > 0)
			- (select count(*) from changed where known and messages <= 0)`, senders.args...).Scan(&a.Senders); err != nil {
			return err
		}
		rows, err = tx.Query(ctx, senders.with+`, top as (`+senders.page(``, strconv.Itoa(desk.TopSenders))+`)
			select m.id::text, coalesce(m.username, ''), coalesce(m.email, ''), t.messages
			from top t join members m on m.id = t.member_id order by t.messages desc, t.member_id`, senders.args...)
		if err != nil {
			return err
		}
		a.Top, err = pgx.CollectRows(rows, pgx.RowToStructByPos[desk.SenderCount])
		return err
	})
	return a, err
}

// hoursOfRange counts since $2 by the hour of the day in zone $3.
const hoursOfRange = `
	with ` + notRolledUp + `
	select extract(hour from at at time zone $3)::int, sum(n)::bigint from (
		select at, messages as n from rollup_quarters where $1 and at >= $2
		union all
		select created_at, n from rest where created_at >= $2
	) counted group by 1`

// hoursOfLastHour counts the same of the last hour, after the with clause of its senders,
// whose sum is that of all: the rest of the quarter in which it began is what is left of it.
const hoursOfLastHour = ` ,
	whole as (
		select at, messages as n from rollup_quarters where $1 and at >= date_bin('15 minutes', $2, 'epoch') + interval '15 minutes'
		union all
		select created_at, n from rest where created_at >= date_bin('15 minutes', $2, 'epoch') + interval '15 minutes'
	)
	select extract(hour from at at time zone $4)::int, sum(n)::bigint from (
		select at, n from whole
		union all
		select $2, coalesce((select sum(messages) from base), 0) + coalesce((select sum(n) from changes), 0) - coalesce((select sum(n) from whole), 0)
	) counted group by 1`

// senders are parts of a statement about the senders since a range began.
type senders struct {
	with   string // has base, what was added up, and changed, of whom that is not the last word
	args   []any
	number string // counts base
}

func (d *Desk) senders(r desk.TimeRange, sums rolledUp, now time.Time) senders {
	since := r.Since(now, d.db.Zone())
	if r == desk.LastHour {
		return d.hourSenders(since, sums)
	}
	column := map[desk.TimeRange]string{desk.Today: "day", desk.LastWeek: "week", desk.LastMonth: "month"}[r]
	base := `not materialized (select member_id, ` + column + ` as messages from rollup_members where ` + column + ` > 0)`
	number := `select ` + column + ` from rollup_senders`
	if !sums.today { // the first moments of a day
		base = `materialized (select member_id, sum(messages) as messages from rollup_days
			where $1 and day > $3::date - ` + strconv.Itoa(r.Days()) + ` group by member_id having sum(messages) > 0)`
		number = `select count(*) from base`
	}
	return senders{`
		with ` + notRolledUp + `,
		typed as (select $3::date),
		base as ` + base + `,
		changes as (select sender_id, sum(n) as n from rest where created_at >= $2 group by 1),
		changed as materialized (
			select c.sender_id as member_id, coalesce(b.messages, 0) + c.n as messages, b.member_id is not null as known
			from changes c left join base b on b.member_id = c.sender_id
		)`, []any{sums.usable, since, store.DayOf(now, d.db.Zone()).String()}, number}
}

// hourSenders are those of the last hour. Its sums count from a moment near since: the
// messages between are counted on top, or taken off.
func (d *Desk) hourSenders(since time.Time, sums rolledUp) senders {
	from, base := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), `select member_id, messages from rollup_hour where false`
	if sums.hour != nil {
		from, base = *sums.hour, `select member_id, messages from rollup_hour where messages > 0`
	}
	return senders{`
		with ` + notRolledUp + `,
		base as materialized (` + base + `),
		changes as materialized (
			select sender_id, sum(n) as n from (
				select sender_id, n from rest where created_at >= case when n > 0 then $2::timestamptz else $3::timestamptz end
				union all
				select m.sender_id, case when m.created_at < $2 then -1 else 1 end from messages m
				join rollup_rooms p on p.room_id = m.room_id and $1 and m.seq <= p.seq
				where m.created_at >= least($2, $3) and m.created_at < greatest($2, $3) and m.deleted_at is null
			) c group by 1
		),
		changed as materialized (
			select c.sender_id as member_id, coalesce(b.messages, 0) + c.n as messages, b.member_id is not null as known
			from changes c left join base b on b.member_id = c.sender_id
		)`, []any{sums.usable, since, from}, `select count(*) from base`}
}

// page selects the first senders in their order, those with the most messages first, for
// whom also holds what where says. Those that were added up come in the order of an index.
func (s senders) page(where, limit string) string {
	const ordered = ` order by -messages, member_id limit `
	return `
		select member_id, messages from (
			(select member_id, messages from base where member_id not in (select member_id from changed)` + where + ordered + limit + `)
			union all
			(select member_id, messages from changed where messages > 0` + where + ordered + limit + `)
		) first` + ordered + limit
}

// Growth reads how many members joined on each of the last days, oldest first. Members
// who were erased do not count.
func (d *Desk) Growth(ctx context.Context, days int) ([]desk.DayCount, error) {
	if err := desk.CheckGrowthDays(days); err != nil {
		return nil, err
	}
	var growth []desk.DayCount
	err := d.db.Analyze(ctx, analyticsTime, func(ctx context.Context, tx pgx.Tx) error {
		var now time.Time
		if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
			return err
		}
		first := store.DayOf(now, d.db.Zone()).Add(1 - days)
		joined := map[string]int{}
		rows, err := tx.Query(ctx, `
			select (at at time zone $2)::date::text, sum(members)::bigint from (`+postgres.MembersJoined+`) j where at >= $1 group by 1`, first.Start(d.db.Zone()), d.db.Zone().String())
		if err != nil {
			return err
		}
		var day string
		var n int
		if _, err := pgx.ForEachRow(rows, []any{&day, &n}, func() error {
			joined[day] = n
			return nil
		}); err != nil {
			return err
		}
		growth = make([]desk.DayCount, days)
		for i := range growth {
			day := first.Add(i).String()
			growth[i] = desk.DayCount{Day: day, Count: joined[day]}
		}
		return nil
	})
	return growth, err
}
