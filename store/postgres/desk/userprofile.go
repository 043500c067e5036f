// What administrators see and note of one member.

package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/desk"
	"muster/store/postgres"
	faces "muster/store/postgres/face"
	members "muster/store/postgres/people"
	"muster/store/roomlog"
)

// UserProfile reads what administrators see of a member; NotFound when there is none.
func (d *Desk) UserProfile(ctx context.Context, memberID string) (desk.UserProfile, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return desk.UserProfile{}, postgres.ErrMemberUnknown()
	}
	var p desk.UserProfile
	err := d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		p = desk.UserProfile{}
		var u userRow
		var seen, contributed *time.Time
		err := conn.QueryRow(ctx, `
			select `+userColumns+`,
			       coalesce(n.text, ''), coalesce(n.id, 0),
			       coalesce((select active from chat_subscriptions x where x.member_id = m.id), false),
			       (select max(e.last_seen_at) from sessions s join session_seen e on e.session_id = s.id where s.person_id = m.id and s.kind = 'member'),
			       (select max(c.at) from contributions c where c.member_id = m.id and `+postgres.KeptCents+` > 0)
			from members m `+userRows+`
			left join lateral (select x.id, x.text from member_notes x where x.member_id = m.id order by x.id desc limit 1) n on true
			where m.id = $1`, id).
			Scan(append(u.scanTargets(), &p.Notes, &p.NotesVersion, &p.Subscribed, &seen, &contributed)...)
		if postgres.NoRow(err) {
			return postgres.ErrMemberUnknown()
		}
		if err != nil {
			return err
		}
		p.User = u.user()
		if seen != nil {
			p.LastSeen = *seen
		}
		if contributed != nil {
			p.LastContributed = *contributed
		}
		rows, err := conn.Query(ctx, `select c.id::text, c.purpose, c.amount_cents, c.anonymous, c.status, c.at
			from contributions c where c.member_id = $1 order by c.at desc, c.id desc limit $2`, id, desk.UserContributions)
		if err != nil {
			return err
		}
		if p.History, err = pgx.CollectRows(rows, pgx.RowToStructByPos[desk.UserContribution]); err != nil {
			return err
		}
		p.Face, err = faces.ReadUserFace(ctx, conn, id)
		return err
	})
	return p, err
}

// MemberGrants lists the rooms that were opened to a member; NotFound for an unknown
// member.
func (d *Desk) MemberGrants(ctx context.Context, memberID string) ([]roomlog.MemberGrant, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, postgres.ErrMemberUnknown()
	}
	var all []roomlog.MemberGrant
	err := d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if _, err := postgres.ReadMemberIn(ctx, conn, `m.id = $1`, id); err != nil {
			return err
		}
		rows, err := conn.Query(ctx, `
			select r.id, r.display_name, r.is_default, x.role, x.granted_at from room_access x join rooms r on r.id = x.room_id
			where x.member_id = $1 and r.deleted_at is null order by lower(r.display_name), r.id`, id)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowToStructByPos[roomlog.MemberGrant])
		return err
	})
	return all, err
}

// MemberSessions lists the live sessions of a member; NotFound for an unknown member.
func (d *Desk) MemberSessions(ctx context.Context, memberID string) ([]store.Session, error) {
	if _, err := members.New(d.db).MemberByID(ctx, memberID); err != nil {
		return nil, err
	}
	return members.New(d.db).Sessions(ctx, memberID)
}

// EndMemberSessions signs a member out everywhere and returns how many sessions ended.
// NotFound for an unknown member.
func (d *Desk) EndMemberSessions(ctx context.Context, by store.Caller, memberID string) (ended int, err error) {
	err = d.changeMember(ctx, by, memberID, postgres.StatusLocks{}, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (postgres.AdminChange, error) {
		events, err := members.EndSessions(ctx, tx, id, pgtype.UUID{})
		if ended = len(events); ended == 0 {
			return postgres.AdminChange{}, err
		}
		return postgres.AdminChange{Action: "sessions_ended", After: endedRecord{ended}, Events: events}, err
	})
	return ended, err
}

// endedRecord is the end of sessions as the audit keeps it.
type endedRecord struct {
	Sessions int `json:"sessions"`
}

// noteRecord is a version of the notes as the audit keeps it.
type noteRecord struct {
	Note int64 `json:"note"`
}

// SetNotes replaces the notes of a member by checked ones. version is the version of the
// notes that was looked at, nil: not said. NotFound for an unknown member, Conflict when the
// notes have another version by now. The same notes again change nothing.
func (d *Desk) SetNotes(ctx context.Context, by store.Caller, memberID, notes string, version *int64) error {
	author, _ := postgres.ParseID(by.Member.ID)
	return d.changeMember(ctx, by, memberID, postgres.StatusLocks{}, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (postgres.AdminChange, error) {
		change := postgres.AdminChange{Action: "notes_changed"}
		var last int64
		var text string
		err := tx.QueryRow(ctx, `select id, text from member_notes where member_id = $1 order by id desc limit 1`, id).Scan(&last, &text)
		if err != nil && !postgres.NoRow(err) {
			return change, err
		}
		if text == notes {
			return postgres.AdminChange{}, nil
		}
		if version != nil && *version != last {
			return change, store.NewErrorReason(store.Conflict, "notes_changed", "These notes have changed meanwhile. Please look at them again.")
		}
		if last != 0 {
			change.Before = noteRecord{last}
		}
		var now int64
		err = tx.QueryRow(ctx, `insert into member_notes (member_id, text, author_id) values ($1, $2, $3) returning id`, id, notes, author).Scan(&now)
		change.After = noteRecord{now}
		return change, err
	})
}

// subscriptionRecord is a subscription as the audit keeps it.
type subscriptionRecord struct {
	Active bool `json:"active"`
}

// SetSubscription switches a member's chat subscription. NotFound for an unknown member.
// The same setting again changes nothing.
func (d *Desk) SetSubscription(ctx context.Context, by store.Caller, memberID string, active bool) error {
	return d.changeMember(ctx, by, memberID, postgres.StatusLocks{}, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (postgres.AdminChange, error) {
		var was bool
		err := tx.QueryRow(ctx, `select active from chat_subscriptions where member_id = $1`, id).Scan(&was)
		if err != nil && !postgres.NoRow(err) {
			return postgres.AdminChange{}, err
		}
		if was == active {
			return postgres.AdminChange{}, nil
		}
		_, err = tx.Exec(ctx, `insert into chat_subscriptions (member_id, active) values ($1, $2)
			on conflict (member_id) do update set active = excluded.active, at = muster_now()`, id, active)
		return postgres.AdminChange{Action: "subscription_changed", Before: subscriptionRecord{was}, After: subscriptionRecord{active}}, err
	})
}

// changeMember runs change on a member who is not erased, whose row is locked against other
// changes of this kind. A change without an action is none: nothing is recorded.
func (d *Desk) changeMember(ctx context.Context, by store.Caller, memberID string, locks postgres.StatusLocks,
	change func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (postgres.AdminChange, error),
) error {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return postgres.ErrMemberUnknown()
	}
	return d.db.AdminService(by).ChangeLocked(ctx, locks, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		if err := tx.QueryRow(ctx, `select 1 from members where id = $1 and erased_at is null for no key update`, id).Scan(new(int)); postgres.NoRow(err) {
			return postgres.AdminChange{}, postgres.ErrMemberUnknown()
		} else if err != nil {
			return postgres.AdminChange{}, err
		}
		d, err := change(ctx, tx, id)
		d.Subject = id.String()
		return d, err
	})
}
