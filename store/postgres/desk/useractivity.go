// One member's activity, for administrators.

package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/desk"
	"muster/store/postgres"
)

// userTime is how long a query of one member's counts may take.
const userTime = 4 * time.Second

// writtenBy selects the messages of the member $1 that are not deleted by the search index.
// An index of senders would make each send slower.
const writtenBy = `deleted_at is null and search_document(body, kind, room_id, sender_id) @@ ('''@' || $1::text || '''')::tsquery`

// userMessageColumns read a message "e" in the room "r"; $2 is how much of its text.
const userMessageColumns = `e.id::text, e.room_id, coalesce(r.display_name, ''), e.kind, left(coalesce(e.body, ''), $2), e.created_at`

func readUserMessages(ctx context.Context, tx pgx.Tx, member pgtype.UUID, limit int) ([]desk.UserMessage, error) {
	rows, err := tx.Query(ctx, `
		with written as materialized (select id, created_at from messages where `+writtenBy+`),
		newest as (select id, created_at from written order by created_at desc, id desc limit $3)
		select `+userMessageColumns+` from newest n
		join lateral (select * from messages where id = n.id limit 1) e on true
		left join rooms r on r.id = e.room_id order by n.created_at desc, n.id desc`, member, desk.UserPreview, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[desk.UserMessage])
}

// UserAnalytics reads the counts of a member; NotFound when there is none.
func (d *Desk) UserAnalytics(ctx context.Context, memberID string) (desk.UserAnalytics, error) {
	var a desk.UserAnalytics
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return a, postgres.ErrMemberUnknown()
	}
	err := d.db.Analyze(ctx, userTime, func(ctx context.Context, tx pgx.Tx) error {
		a = desk.UserAnalytics{Messages: map[string]int{}}
		err := tx.QueryRow(ctx, `
			select m.created_at, coalesce(nullif(d.last_login_at, '-infinity'), 'epoch'), d.logins, muster_now(),
			       (select count(*) from uploads u where u.owner_id = m.id and u.ready_at is not null and u.deleted_at is null)
			from members m join member_directory d on d.member_id = m.id where m.id = $1`, id).
			Scan(&a.CreatedAt, &a.LastLogin, &a.Logins, &a.Now, &a.Uploads)
		if postgres.NoRow(err) {
			return postgres.ErrMemberUnknown()
		}
		if err != nil {
			return err
		}
		if a.Logins == 0 {
			a.LastLogin = time.Time{}
		}
		days := map[string]int{}
		rows, err := tx.Query(ctx, `
			with written as materialized (select kind, created_at from messages where `+writtenBy+`)
			select kind, '' as day, count(*) from written group by kind
			union all
			select '', (created_at at time zone $2)::date::text, count(*) from written
			where created_at > muster_now() - interval '8 days' group by 2`, id, d.db.Zone().String())
		if err != nil {
			return err
		}
		var kind, day string
		var n int
		if _, err := pgx.ForEachRow(rows, []any{&kind, &day, &n}, func() error {
			if kind != "" {
				a.Messages[kind] = n
			} else {
				days[day] = n
			}
			return nil
		}); err != nil {
			return err
		}
		today := store.DayOf(a.Now, d.db.Zone())
		for back := 6; back >= 0; back-- {
			day := today.Add(-back).String()
			a.Days = append(a.Days, desk.DayCount{Day: day, Count: days[day]})
		}
		a.Recent, err = readUserMessages(ctx, tx, id, 10)
		return err
	})
	return a, err
}

// userEvents selects the newest lines of a member's activity log: $1 the member, $2 how
// many. Views by administrators are not activity.
var userEvents = `
	select kind, data, at from (
		(select 'sign_in' as kind, jsonb_build_object('device', coalesce(e.device, '')) as data, s.created_at as at
		 from sessions s left join session_seen e on e.session_id = s.id
		 where s.person_id = $1 and s.kind = 'member' order by s.created_at desc limit $2)
		union all
		(select 'username_changed', jsonb_build_object('from', old_username, 'to', new_username), at
		 from username_changes where member_id = $1 order by at desc limit $2)
		union all
		(select action, jsonb_strip_nulls(jsonb_build_object('points', points, 'reason', reason)), at
		 from points_ledger where member_id = $1 order by id desc limit $2)
		union all
		(select 'contribution', jsonb_build_object('amount', amount_cents / 100.0, 'purpose', purpose, 'status', status), at
		 from contributions where member_id = $1 order by at desc limit $2)
		union all
		(select 'report_sent', jsonb_build_object('reason', reason), created_at
		 from reports where reporter_id = $1 order by created_at desc limit $2)
		union all
		(select 'reported', jsonb_build_object('reason', reason, 'outcome', outcome), created_at
		 from reports where subject_id = $1 order by created_at desc limit $2)
		union all
		(select a.action, jsonb_strip_nulls(jsonb_build_object('by', coalesce(m.username, ` + auditName("m") + `), 'room', a.detail->>'room') ||
		        case when a.action = 'chat_access_changed' then jsonb_build_object('until', a.detail->'after'->'banned_until', 'reason', a.detail->'after'->'reason') else '{}' end), a.at
		 from audit a left join members m on m.id = a.actor_id
		 where a.member_id = $1 and a.action !~ '(_viewed|_exported)$' and a.action <> 'points_adjusted' order by a.id desc limit $2)
	) e order by at desc, kind limit $2`

// UserActivity reads what a member did lately; NotFound when there is none.
func (d *Desk) UserActivity(ctx context.Context, memberID string) (desk.UserActivity, error) {
	var a desk.UserActivity
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return a, postgres.ErrMemberUnknown()
	}
	err := d.db.Analyze(ctx, userTime, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := postgres.ReadMemberIn(ctx, tx, `m.id = $1`, id); err != nil {
			return err
		}
		var err error
		if a.Messages, err = readUserMessages(ctx, tx, id, desk.UserMessages); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, userEvents, id, desk.UserEvents)
		if err != nil {
			return err
		}
		a.Log, err = pgx.CollectRows(rows, pgx.RowToStructByPos[desk.UserEvent])
		return err
	})
	return a, err
}
