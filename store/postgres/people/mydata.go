// A member's own data: asking for a copy of it, and asking to be erased.

package people

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres"
)

// ExportQueue queues the making of an export in the transaction that asks for it.
type ExportQueue interface {
	QueueExport(ctx context.Context, tx pgx.Tx, export string) error
}

// MyData is what members do with their own data.
type MyData struct {
	db    *postgres.DB
	queue ExportQueue
}

// NewMyData makes it with its queue.
func NewMyData(db *postgres.DB, q ExportQueue) *MyData { return &MyData{db: db, queue: q} }

// newestExport reads a member's newest export as it is now.
const newestExport = `
	select id::text, case when ready_at is null and requested_at > muster_now() - $2::interval then 'running'
	                      when ready_at is null then 'none'
	                      when expires_at > muster_now() then 'ready' else 'expired' end,
	       coalesce(expires_at, 'epoch'), requested_at > muster_now() - $2::interval
	from exports where member_id = $1 order by requested_at desc, exports.id desc limit 1`

// RequestExport has an export of a member's data made. One that is under way or has
// just been made stands for this request too.
func (d *MyData) RequestExport(ctx context.Context, memberID string) (people.Export, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return people.Export{}, postgres.ErrMemberUnknown()
	}
	var e people.Export
	err := d.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// One request of a member at a time, and none once it was erased.
		tag, err := tx.Exec(ctx, `select 1 from members where id = $1 and erased_at is null for no key update`, member)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return postgres.ErrMemberUnknown()
		}
		e = people.Export{}
		var fresh bool
		err = tx.QueryRow(ctx, newestExport, member, people.ExportPause).Scan(&e.ID, &e.State, &e.ExpiresAt, &fresh)
		if err == nil && fresh && (e.State == people.ExportRunning || e.State == people.ExportReady) {
			return nil
		}
		if err != nil && !postgres.NoRow(err) {
			return err
		}
		if _, err := tx.Exec(ctx, `update exports set expires_at = muster_now() where member_id = $1 and (expires_at is null or expires_at > muster_now())`, member); err != nil {
			return err
		}
		e = people.Export{ID: uuid.Must(uuid.NewV7()).String(), State: people.ExportRunning}
		if _, err := tx.Exec(ctx, `insert into exports (id, member_id, requested_at) values ($1, $2, muster_now())`, e.ID, member); err != nil {
			return err
		}
		return d.queue.QueueExport(ctx, tx, e.ID)
	})
	return e, err
}

// Export reads a member's newest export.
func (d *MyData) Export(ctx context.Context, memberID string) (people.Export, error) {
	e := people.Export{State: people.NoExport}
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return e, postgres.ErrMemberUnknown()
	}
	err := d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var fresh bool
		err := conn.QueryRow(ctx, newestExport, member, people.ExportPause).Scan(&e.ID, &e.State, &e.ExpiresAt, &fresh)
		if postgres.NoRow(err) {
			return nil
		}
		return err
	})
	return e, err
}

// OpenExport says whether a member may open an export now, by a session of the
// member's that lives. It fails with Forbidden and with NotFound (store.ErrMediaGone).
func (d *MyData) OpenExport(ctx context.Context, export, memberID, sessionID string) error {
	id, ok1 := postgres.ParseID(export)
	member, ok2 := postgres.ParseID(memberID)
	session, ok3 := postgres.ParseID(sessionID)
	if !ok1 || !ok2 || !ok3 {
		return store.ErrMediaGone()
	}
	return d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var open bool
		err := conn.QueryRow(ctx, `
			select exists (select from exports where id = $4 and member_id = $3 and ready_at is not null and expires_at > muster_now())
			from `+postgres.SessionRows+` where s.id = $2 and s.person_id = $3 and s.kind = 'member' and `+postgres.SessionLive,
			d.db.SessionLimits().Idle, session, member, id).Scan(&open)
		switch {
		case postgres.NoRow(err):
			return store.NewErrorReason(store.Forbidden, "session_ended", store.NotAuthenticated)
		case err == nil && !open:
			return store.ErrMediaGone()
		}
		return err
	})
}

// RequestErasure has a member erased after people.ErasePause and says when. Asked again
// it keeps the first time. It fails with Invalid unless the member's name was typed,
// and with Conflict for the creator and for the last administrator.
func (d *MyData) RequestErasure(ctx context.Context, memberID, typed string) (time.Time, error) {
	var at time.Time
	err := d.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		m, err := postgres.MemberIn(ctx, tx, memberID)
		if err != nil {
			return err
		}
		if !people.ConfirmsErasure(m, typed) {
			return people.ErrEraseUnconfirmed()
		}
		if err := mayBeErased(ctx, tx, m); err != nil {
			return err
		}
		id, _ := postgres.ParseID(m.ID)
		err = tx.QueryRow(ctx, `update members set erase_at = coalesce(erase_at, muster_now() + $2::interval)
			where id = $1 and erased_at is null returning erase_at`, id, people.ErasePause).Scan(&at)
		if postgres.NoRow(err) {
			return postgres.ErrMemberUnknown()
		}
		return err
	})
	return at, err
}

// mayBeErased fails for whom the community cannot do without.
func mayBeErased(ctx context.Context, tx pgx.Tx, m store.Member) error {
	if m.IsCreator {
		return people.ErrEraseCreator()
	}
	if !m.IsAdmin {
		return nil
	}
	id, _ := postgres.ParseID(m.ID)
	return otherAdminIn(ctx, tx, id)
}

// CancelErasure takes a request back. It does nothing where there is none.
func (d *MyData) CancelErasure(ctx context.Context, memberID string) error {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return postgres.ErrMemberUnknown()
	}
	return d.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update members set erase_at = null, erase_done = null, erase_tried = null where id = $1 and erased_at is null`, id)
		return err
	})
}

// EraseAt is when a member will be erased; zero for never.
func (d *MyData) EraseAt(ctx context.Context, memberID string) (time.Time, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return time.Time{}, postgres.ErrMemberUnknown()
	}
	var at *time.Time
	err := d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select erase_at from members where id = $1`, id).Scan(&at)
	})
	if postgres.NoRow(err) {
		return time.Time{}, postgres.ErrMemberUnknown()
	}
	if err != nil || at == nil {
		return time.Time{}, err
	}
	return *at, nil
}
