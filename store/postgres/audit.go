// The audit log: what administrators changed and looked at.

package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Record adds an entry to the audit log in a transaction of its own: that the caller
// looked at something. A change records itself in its own transaction (run).
func (o AdminService) Record(ctx context.Context, r store.AuditRecord) error {
	return o.DB.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return o.Audit(ctx, tx, AdminChange{
			Action: r.Action, Subject: r.Subject, MemberID: r.MemberID, Room: r.Room, Before: r.Before, After: r.After,
		})
	})
}

// hasEntry says whether member $1 has the same entry within the time $4. It is looked for
// among all entries of that time: among those of an administrator who has few the planner
// went through the whole log, which another one had filled.
const hasEntry = `
	with a as materialized (select actor_id, action, subject, member_id, detail from audit where at > muster_now() - $4::interval)
	select exists (select from a where a.actor_id = $1 and a.action = $2 and a.subject = $3
	and a.detail->'after' = $5::jsonb and a.member_id is not distinct from coalesce($6::uuid, (select id from members where id = $7::uuid)))`

// RecordOnce is Record unless the caller has the same entry within the time before.
func (o AdminService) RecordOnce(ctx context.Context, r store.AuditRecord, within time.Duration) error {
	after, err := json.Marshal(r.After)
	if err != nil {
		return err
	}
	actor, _ := ParseID(o.Caller.Member.ID)
	member, _ := ParseID(r.MemberID)
	subject, _ := ParseID(r.Subject)
	var found bool
	err = o.DB.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, hasEntry, actor, r.Action, r.Subject, within, string(after), member, subject).Scan(&found)
	})
	if err != nil || found {
		return err
	}
	return o.Record(ctx, r)
}

// ViewIn is an entry of the audit log as the member is shown it whom it is about.
type ViewIn struct {
	At     time.Time
	By     string // username of the administrator, "" without one
	Action string
}

// ViewsIn reads the newest entries of the audit log about a member that are one of
// actions.
func ViewsIn(ctx context.Context, on Querier, memberID string, actions []string, most int) ([]ViewIn, error) {
	member, _ := ParseID(memberID)
	rows, err := on.Query(ctx, `select a.at, coalesce(m.username, ''), a.action from audit a left join members m on m.id = a.actor_id
		where a.member_id = $1 and a.action = any($2) order by a.id desc limit $3`, member, actions, most)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[ViewIn])
}

// AuditIn adds an entry to the audit log inside the caller's transaction: what the
// caller of the service did or looked at.
func (o AdminService) AuditIn(ctx context.Context, tx pgx.Tx, r store.AuditRecord) error {
	return o.Audit(ctx, tx, AdminChange{Action: r.Action, Subject: r.Subject, MemberID: r.MemberID, Room: r.Room, Before: r.Before, After: r.After})
}
