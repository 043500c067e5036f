// The changes that administrators make. Each one checks again, under locks, that
// its administrator still has the right, and commits together with its audit
// row and its site events.

package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// AdminService is what administrators may do, for one caller. Each of its methods
// fails with Unauthorized when the caller's session has ended and with
// Forbidden (admins_only) when the administrator's right is gone, also when
// that was answered only a moment ago.
type AdminService struct {
	DB     *DB
	Caller store.Caller // zero: the operator, who is not asked
}

// AdminService makes the service for a caller.
func (db *DB) AdminService(by store.Caller) AdminService { return AdminService{DB: db, Caller: by} }

// Operator is the service for the operator at the command line, who needs no right.
func (db *DB) Operator() AdminService { return AdminService{DB: db} }

// AdminChange is one change, for the audit and for the site log.
type AdminChange struct {
	Action, Subject string
	MemberID        string // whom it is about; "": the subject, when that is a member
	Room            string // where the subject is a member
	Attempt         string // idempotency key of the call, "" for none
	Before, After   any    // null where there is nothing
	Events          []store.SiteEvent
}

// StatusLocks are the rows of member_standing that a change locks.
type StatusLocks struct {
	Members   []pgtype.UUID
	AllAdmins bool // and those of every administrator
}

// ChangeLocked runs do once the caller is let in, and records it. It takes its locks in
// the order of permissions.go.
func (o AdminService) ChangeLocked(ctx context.Context, need StatusLocks, do func(ctx context.Context, tx pgx.Tx) (AdminChange, error)) error {
	return o.DB.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := o.Authorize(ctx, tx, need); err != nil {
			return err
		}
		d, err := do(ctx, tx)
		if err != nil {
			return err
		}
		return o.record(ctx, tx, d)
	})
}

// ChangeLong is Change for what writes a row for each of many members, within limit. The caller
// is let in after do, so that its own status is locked for a moment only: it chats meanwhile.
func (o AdminService) ChangeLong(ctx context.Context, limit time.Duration, do func(ctx context.Context, tx pgx.Tx) (AdminChange, error)) error {
	return o.DB.WriteLong(ctx, limit, func(ctx context.Context, tx pgx.Tx) error {
		d, err := do(ctx, tx)
		if err != nil {
			return err
		}
		if err := o.Authorize(ctx, tx, StatusLocks{}); err != nil {
			return err
		}
		return o.record(ctx, tx, d)
	})
}

// record writes what a change leaves besides itself.
func (o AdminService) record(ctx context.Context, tx pgx.Tx, d AdminChange) error {
	if d.Action == "" { // nothing was changed
		return nil
	}
	if err := o.Audit(ctx, tx, d); err != nil {
		return err
	}
	if err := AppendAdminChange(ctx, tx, o.changed(d)); err != nil {
		return err
	}
	return AppendSiteEvents(ctx, tx, d.Events...)
}

// changed is the value of the broadcast that announces a change to open back offices.
func (o AdminService) changed(d AdminChange) store.AdminChanged {
	c := store.AdminChanged{Part: store.AdminPart(d.Action), By: o.Caller.Member.ID}
	for _, about := range []string{d.MemberID, d.Subject} {
		if _, ok := ParseID(about); ok && c.UserID == "" {
			c.UserID = about
		}
	}
	return c
}

// Authorize locks the statuses, the caller's own among them, all in id order: two
// administrators who take each other's right come one after the other, and the
// second has none any more.
func (o AdminService) Authorize(ctx context.Context, tx pgx.Tx, need StatusLocks) error {
	session, alive := ParseID(o.Caller.Session.ID)
	actor, known := ParseID(o.Caller.Member.ID)
	members := need.Members
	if known {
		members = append(members, actor)
	}
	members = Distinct(members, CompareID)
	lock := `select 1 from member_standing where member_id = any($1::uuid[]) order by member_id for update`
	if need.AllAdmins {
		lock = `select 1 from member_standing where member_id = any($1::uuid[]) or is_admin order by member_id for update`
	}
	if _, err := tx.Exec(ctx, lock, members); err != nil {
		return err
	}
	if o.Caller == (store.Caller{}) {
		return nil
	}
	if !alive || !known {
		return store.ErrSessionEnded()
	}
	var live, admin bool
	err := tx.QueryRow(ctx, `
		select s.revoked_at is null and s.expires_max > muster_now() and not st.sign_in_disabled, st.is_admin
		from sessions s join member_standing st on st.member_id = s.person_id
		where s.id = $1 and s.person_id = $2 and s.kind = 'member' for share of s`, session, actor).Scan(&live, &admin)
	switch {
	case NoRow(err) || err == nil && !live:
		return store.ErrSessionEnded()
	case err == nil && !admin:
		return store.ErrAdminsOnly()
	}
	return err
}

// Change runs do once the caller is let in, with the statuses of members locked, and
// records what it did.
func (o AdminService) Change(ctx context.Context, members []string, do func(ctx context.Context, tx pgx.Tx) (AdminChange, error)) error {
	var need StatusLocks
	for _, member := range members {
		if id, ok := ParseID(member); ok {
			need.Members = append(need.Members, id)
		}
	}
	return o.ChangeLocked(ctx, need, do)
}

// Audit adds an entry. "From where" is the session: its device and address stand with
// it. A call from another address keeps that beside its entry.
func (o AdminService) Audit(ctx context.Context, tx pgx.Tx, d AdminChange) error {
	detail := map[string]any{"before": d.Before, "after": d.After}
	if o.Caller.Session.ID != "" {
		detail["session"] = o.Caller.Session.ID
	}
	if d.Room != "" {
		detail["room"] = d.Room
	}
	if attempt, ok := ParseID(d.Attempt); ok {
		detail["attempt"] = attempt.String() // one spelling of the key
	}
	body, err := json.Marshal(detail)
	if err != nil {
		return err
	}
	actor, _ := ParseID(o.Caller.Member.ID)
	member, _ := ParseID(d.MemberID)
	subject, _ := ParseID(d.Subject)
	session, _ := ParseID(o.Caller.Session.ID)
	_, err = tx.Exec(ctx, `
		with made as (
			insert into audit (actor_id, action, subject, detail, member_id)
			values ($1, $2, $3, $4::jsonb, coalesce($5::uuid, (select id from members where id = $6::uuid))) returning id)
		insert into audit_addresses (audit_id, address)
		select made.id, $7 from made
		where $7 <> '' and $7 is distinct from (select address from session_seen where session_id = $8::uuid)`,
		actor, d.Action, d.Subject, string(body), member, subject, o.Caller.Address, session)
	return err
}
