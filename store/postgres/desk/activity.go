// Recent activity for the administrators who watch: everything that is stored, besides
// the events of rooms.

package desk

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/desk"
)

// Overlap of two reads: rows that were committed late have earlier numbers and times
// than what was read before.
const (
	activityOverlapRows = 64
	activityOverlap     = 15 * time.Second
)

// storedActivities selects the newest activities: $1 to $4 the numbers and $5 the time
// after which they begin, $6 how many. Each part is read by an index from its end. What
// administrators only looked at is no activity, and neither is what another part or a
// room's event says. What subjects in packages of their own add stands at its place.
const storedActivities = `
	with after as (select $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::timestamptz) -- whatever the parts use
	select e.id, e.number, e.at, e.kind, coalesce(e.actor::text, ''), coalesce(a.username, ''), case when a.username is null then coalesce(a.name, '') else '' end,
	       coalesce(e.member::text, ''), coalesce(m.username, ''), case when m.username is null then coalesce(m.name, '') else '' end, coalesce(e.room, ''), e.detail from (
		(select 'audit:' || id as id, id as number, at,
		        case when action = 'chat_access_changed' then
		            case when (detail->'after'->>'chat_enabled')::boolean is false or (detail->'after'->>'banned_until')::timestamptz > at
		                 then 'ban' else 'unban' end
		        when action in ('badge_assigned', 'badge_removed') then action else 'admin_action' end as kind,
		        actor_id as actor, member_id as member, coalesce(detail->>'room', '') as room,
		        jsonb_strip_nulls(jsonb_build_object('action', action,
		            'until', case when action = 'chat_access_changed' then detail->'after'->'banned_until' end)) as detail
		 from audit where id > $1 and action !~ '(_viewed|_exported)$' and action not in ('message_deleted', 'member_added')
		 order by audit.id desc limit $6)
		` + subjectActivities + `
	) e left join members a on a.id = e.actor left join members m on m.id = e.member
	order by e.at desc, e.id limit $6`

const subjectActivities = `-- of subjects`

// activities is storedActivities with those of the subjects.
func (d *Desk) activities() string {
	var more strings.Builder
	for _, subject := range d.db.Subjects() {
		if one := subject.ActivityQuery(); one != "" {
			more.WriteString(` union all (` + one + `)`)
		}
	}
	return strings.Replace(storedActivities, subjectActivities, more.String(), 1)
}

// Activities reads the newest limit stored activities that came after a read, and some
// of that read again, newest first. next is the position of the next read.
func (d *Desk) Activities(ctx context.Context, after desk.ActivityCursor, limit int) (found []desk.Activity, next desk.ActivityCursor, err error) {
	since := pgtype.Timestamptz{Valid: true, InfinityModifier: pgtype.NegativeInfinity}
	if !after.At.IsZero() {
		since = pgtype.Timestamptz{Valid: true, Time: after.At.Add(-activityOverlap)}
	}
	back := func(number int64) int64 { return max(number-activityOverlapRows, 0) }
	next = after
	err = d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		found, next = nil, after
		if err := conn.QueryRow(ctx, `select muster_now()`).Scan(&next.At); err != nil {
			return err
		}
		rows, err := conn.Query(ctx, d.activities(), back(after.Audit), back(after.Points), back(after.Payments), back(after.Names), since, limit)
		if err != nil {
			return err
		}
		var a desk.Activity
		var number int64
		var about desk.ActivityPerson
		var detail []byte
		_, err = pgx.ForEachRow(rows, []any{&a.ID, &number, &a.At, &a.Kind, &a.Actor.ID, &a.Actor.Username, &a.Actor.Name, &about.ID, &about.Username, &about.Name, &a.Room, &detail}, func() error {
			a.Detail = desk.ActivityDetail{}
			if err := json.Unmarshal(detail, &a.Detail); err != nil {
				return err
			}
			if about.ID != "" {
				person := about
				a.Detail.Member = &person
			}
			found = append(found, a)
			advance(&next, a.ID, number)
			return nil
		})
		return err
	})
	return found, next, err
}

// advance notes the number of a row in a position.
func advance(c *desk.ActivityCursor, id string, number int64) {
	for prefix, at := range map[string]*int64{"audit:": &c.Audit, "points:": &c.Points, "payment:": &c.Payments, "name:": &c.Names} {
		if len(id) > len(prefix) && id[:len(prefix)] == prefix && id[len(prefix):] == strconv.FormatInt(number, 10) {
			*at = max(*at, number)
		}
	}
}

// newestMessages finds the messages along the index of their times, and only then joins
// them. Without statistics, as after a restore, the planner takes "is null" for rare: it
// collected all messages by another index and sorted them. What a case says it does not guess.
const newestMessages = `
	select e.id::text, e.room_id, r.display_name, e.sender_id::text, coalesce(m.username, ''), e.kind,
	       left(coalesce(e.body, ''), $1), e.created_at
	from (
		select * from messages o
		where case when o.deleted_at is null then (select deleted_at is null from rooms where id = o.room_id) end
		order by o.created_at desc limit $2
	) e
	join rooms r on r.id = e.room_id left join members m on m.id = e.sender_id
	order by e.created_at desc`

// RecentMessages reads the newest limit messages that stand in any room, newest first.
func (d *Desk) RecentMessages(ctx context.Context, limit int) (found []desk.RecentMessage, err error) {
	err = d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, newestMessages, desk.UserPreview, limit)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[desk.RecentMessage])
		return err
	})
	return found, err
}

// sessionsPerMember is how many sessions are read for each member who is wanted: many
// have a phone beside a computer.
const sessionsPerMember = 4

// ActiveMembers lists at most limit members who were seen lately, the latest first. It
// reads the sessions that were seen last, and more of them only while they are of too few
// members: within five minutes a hundred thousand may have been seen.
func (d *Desk) ActiveMembers(ctx context.Context, limit int) (found []desk.ActiveMember, err error) {
	err = d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		for most := sessionsPerMember * limit; ; most *= 8 {
			members, at, read, err := lastSeenMembers(ctx, conn, most)
			if err != nil {
				return err
			}
			if len(members) < limit && read == most {
				continue
			}
			few := min(len(members), limit)
			rows, err := conn.Query(ctx, `
				select m.id::text, coalesce(m.username, ''), case when m.username is null then m.name else '' end, seen.at
				from unnest($1::uuid[], $2::timestamptz[]) seen(member_id, at)
				cross join lateral (select * from members where id = seen.member_id offset 0) m
				order by seen.at desc, m.id`, members[:few], at[:few])
			if err != nil {
				return err
			}
			found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[desk.ActiveMember])
			return err
		}
	})
	return found, err
}

// lastSeenMembers gives who was seen by the sessions that were seen last, at most so
// many, the latest first, each once, and when; and how many sessions those are. Rows are
// looked up one by one: the planner read all sessions to join them.
func lastSeenMembers(ctx context.Context, conn *pgxpool.Conn, most int) (members []pgtype.UUID, at []time.Time, read int, err error) {
	rows, err := conn.Query(ctx, `
		select case when s.kind = 'member' and s.revoked_at is null then s.person_id end, seen.last_seen_at
		from sessions_seen_last($1::interval, $2) seen
		cross join lateral (select * from sessions where id = seen.session_id offset 0) s
		order by seen.last_seen_at desc, s.person_id`, desk.ActiveFor, most)
	if err != nil {
		return nil, nil, 0, err
	}
	var member pgtype.UUID
	var seen time.Time
	known := map[pgtype.UUID]bool{{}: true} // not a member's session
	_, err = pgx.ForEachRow(rows, []any{&member, &seen}, func() error {
		read++
		if !known[member] {
			known[member] = true
			members, at = append(members, member), append(at, seen)
		}
		return nil
	})
	return members, at, read, err
}
