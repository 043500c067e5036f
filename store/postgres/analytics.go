// Figures of the whole community, and long queries of the back office.

package postgres

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// analyze runs fn in a read-only transaction of one snapshot whose statements may
// take up to limit each. Counting and sorting whole tables is planned as the
// planner likes. It has connections of its own, so few of them run at once; others
// wait for their turn.
func (db *DB) analyze(ctx context.Context, limit time.Duration, fn func(ctx context.Context, tx pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit+time.Second)
	defer cancel()
	return fault(db.analytics.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return err
		}
		defer rollback(ctx, tx)
		settings := "set local statement_timeout = " + strconv.FormatInt(limit.Milliseconds(), 10) +
			"; set local work_mem = '32MB'; set local plan_cache_mode = force_custom_plan"
		if _, err := tx.Exec(ctx, settings); err != nil {
			return err
		}
		return fn(ctx, tx)
	}))
}

// analyticsTime is how long one question of the figures may take.
const analyticsTime = 8 * time.Second

// Overview reads the figures of the whole community.
func (db *DB) Overview(ctx context.Context) (store.Overview, error) {
	var o store.Overview
	err := db.analyze(ctx, analyticsTime, func(ctx context.Context, tx pgx.Tx) error {
		sums, now, err := db.readRolledUp(ctx, tx)
		if err != nil {
			return err
		}
		day := store.DayOf(now, db.zone)
		today, yesterday, week := day.Start(db.zone), day.Add(-1).Start(db.zone), day.Add(-6).Start(db.zone)
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
			select (select coalesce(sum(members), 0)::bigint from (`+membersJoined+`) j),
			       (select coalesce(sum(members), 0)::bigint from (`+membersJoined+`) j where at < date_bin('15 minutes', $2, 'epoch')),
			       (select count(*) from rooms where deleted_at is null),
			       (select count(*) from rooms r where deleted_at is null and `+roomActive(`$3`)+`),
			       (select count(*) from uploads where ready_at is not null and deleted_at is null and created_at >= $1)`,
			today, week, now.Add(-store.RoomActiveWithin)).
			Scan(&o.Members, &o.MembersWeekAgo, &o.Rooms, &o.ActiveRooms, &o.UploadsToday)
	})
	return o, err
}

const (
	// membersJoined are the members who are not erased, by the quarter of an hour in
	// which they joined. A quarter has several rows.
	membersJoined = `select at, members from rollup_joined union all select at, members from rollup_joined_changes`

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

// roomActive is true of a room "r" with a standing message since a parameter. The
// newest ones are looked at first.
func roomActive(since string) string {
	return `coalesce((
		select created_at from messages where room_id = r.id and deleted_at is null order by seq desc limit 1), '-infinity') >= ` + since
}

// ChatAnalytics reads who sent how many messages in a range, and when.
func (db *DB) ChatAnalytics(ctx context.Context, r store.TimeRange) (store.ChatAnalytics, error) {
	var a store.ChatAnalytics
	err := db.analyze(ctx, analyticsTime, func(ctx context.Context, tx pgx.Tx) error {
		a = store.ChatAnalytics{}
		sums, now, err := db.readRolledUp(ctx, tx)
		if err != nil {
			return err
		}
		since := r.Since(now, db.zone)
		if r == store.LastHour {
			return db.readLastHour(ctx, tx, since, &a)
		}
		rows, err := tx.Query(ctx, hoursOfRange, sums.usable, since, db.zone.String())
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
		senders := db.senders(r, sums, now)
		if err := tx.QueryRow(ctx, senders.with+` select (`+senders.number+`) + (select count(*) from changed where not known and messages > 0)
			- (select count(*) from changed where known and messages <= 0)`, senders.args...).Scan(&a.Senders); err != nil {
			return err
		}
		rows, err = tx.Query(ctx, senders.with+`, top as (`+senders.page(``, strconv.Itoa(store.TopSenders))+`)
			select m.id::text, coalesce(m.username, ''), coalesce(m.email, ''), t.messages
			from top t join members m on m.id = t.member_id order by t.messages desc, t.member_id`, senders.args...)
		if err != nil {
			return err
		}
		a.Top, err = pgx.CollectRows(rows, pgx.RowToStructByPos[store.SenderCount])
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

// lastHour counts since $1 in zone $2, each message once: rows of an hour, then those
// with the most messages, then the number of all senders.
var lastHour = `
	with base as materialized (
		select sender_id, date_bin('15 minutes', created_at, 'epoch') as at, count(*) as n
		from messages where created_at >= $1 and deleted_at is null group by 1, 2
	)
	select 0, extract(hour from at at time zone $2)::int, '', '', '', sum(n)::bigint as n from base group by 2
	union all
	select 1, 0, m.id::text, coalesce(m.username, ''), coalesce(m.email, ''), n from (
		select sender_id, sum(n)::bigint as n from base group by 1 order by n desc, sender_id limit ` + strconv.Itoa(store.TopSenders) + `
	) top join members m on m.id = top.sender_id
	union all
	select 2, 0, '', '', '', count(distinct sender_id) from base
	order by 1, n desc, 3`

func (db *DB) readLastHour(ctx context.Context, tx pgx.Tx, since time.Time, a *store.ChatAnalytics) error {
	rows, err := tx.Query(ctx, lastHour, since, db.zone.String())
	if err != nil {
		return err
	}
	var kind, hour int
	var s store.SenderCount
	_, err = pgx.ForEachRow(rows, []any{&kind, &hour, &s.ID, &s.Username, &s.Email, &s.Messages}, func() error {
		switch kind {
		case 0:
			a.Hours[hour] = s.Messages
		case 1:
			a.Top = append(a.Top, s)
		default:
			a.Senders = s.Messages
		}
		return nil
	})
	return err
}

// senders are parts of a statement about the senders since a range began.
type senders struct {
	with   string // has base, what was added up, and changed, of whom that is not the last word
	args   []any
	number string // counts base
}

func (db *DB) senders(r store.TimeRange, sums rolledUp, now time.Time) senders {
	since := r.Since(now, db.zone)
	if r == store.LastHour {
		return senders{`
			with base as materialized (
				select sender_id as member_id, count(*) as messages from messages where created_at >= $1 and deleted_at is null group by 1
			),
			changed as (select member_id, messages, true as known from base where false)`, []any{since}, `select count(*) from base`}
	}
	column := map[store.TimeRange]string{store.Today: "day", store.LastWeek: "week", store.LastMonth: "month"}[r]
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
		)`, []any{sums.usable, since, store.DayOf(now, db.zone).String()}, number}
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
func (db *DB) Growth(ctx context.Context, days int) ([]store.DayCount, error) {
	if err := store.CheckGrowthDays(days); err != nil {
		return nil, err
	}
	var growth []store.DayCount
	err := db.analyze(ctx, analyticsTime, func(ctx context.Context, tx pgx.Tx) error {
		var now time.Time
		if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
			return err
		}
		first := store.DayOf(now, db.zone).Add(1 - days)
		joined := map[string]int{}
		rows, err := tx.Query(ctx, `
			select (at at time zone $2)::date::text, sum(members)::bigint from (`+membersJoined+`) j where at >= $1 group by 1`, first.Start(db.zone), db.zone.String())
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
		growth = make([]store.DayCount, days)
		for i := range growth {
			day := first.Add(i).String()
			growth[i] = store.DayCount{Day: day, Count: joined[day]}
		}
		return nil
	})
	return growth, err
}

// Zone is where the community's days begin and end.
func (db *DB) Zone() *time.Location { return db.zone }
