// What administrators read of emergency messages, and do with them.

package emergency

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/emergency"
	"muster/store/postgres"
)

// Inbox lists at most limit messages of all members, newest first, by priority and state where they
// are not "", from after a position; older is where the next page begins, nil at the end.
// It fails with Invalid for a position that no message had.
func (em *Messages) Inbox(ctx context.Context, priority emergency.Priority, state emergency.State, limit int, after *emergency.Position) (page []emergency.Emergency, older *emergency.Position, err error) {
	var at *time.Time
	var id, member pgtype.UUID
	if after != nil {
		at = &after.At
		id, _ = postgres.ParseID(after.ID)
		member, _ = postgres.ParseID(after.MemberID)
	}
	err = em.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if after != nil {
			if err := postgres.IsRow(ctx, conn, `select from emergency_messages where id = $1
				union all select from members where id = $2 and erased_at is not null`, id, member); err != nil {
				return err
			}
		}
		rows, err := conn.Query(ctx, `
			select `+columns+` from emergency_messages e join members m on m.id = e.member_id
			where ($1 = '' or e.priority = $1)
			  and ($2 = '' or $2 = case when e.resolved_at is not null then 'resolved' when e.acknowledged_at is not null then 'acknowledged' else 'open' end)
			  and ($3::timestamptz is null or (e.sent_at, e.id) < ($3, $4))
			order by e.sent_at desc, e.id desc limit $5`, priority, state, at, id, limit+1)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, scan)
		return err
	})
	page, older = cutPage(page, limit)
	return page, older, err
}

// Waiting counts the messages that nobody has acknowledged or resolved, and the critical
// ones among them.
func (em *Messages) Waiting(ctx context.Context) (all, critical int, err error) {
	err = em.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select count(*), count(*) filter (where priority = 'critical')
			from emergency_messages where acknowledged_at is null and resolved_at is null`).Scan(&all, &critical)
	})
	return all, critical, err
}

// Acknowledge notes that an administrator has seen a message, and gives it as
// it is then. Twice is harmless. It fails with NotFound.
func (em *Messages) Acknowledge(ctx context.Context, by store.Caller, id string) (emergency.Emergency, error) {
	return em.change(ctx, by, "emergency_acknowledged", id, `update emergency_messages
		set acknowledged_at = muster_now(), acknowledged_by = $2 where id = $1 and acknowledged_at is null and resolved_at is null`)
}

// maxEmergencyNote is the most code points of a note.
const maxEmergencyNote = 1000

// Resolve closes a message with a note and gives it as it is then. Twice is
// harmless: the first note stands. It fails with Invalid for a note that is too long
// (note) or has a NUL (control_character), and with NotFound.
func (em *Messages) Resolve(ctx context.Context, by store.Caller, id, note string) (emergency.Emergency, error) {
	note = strings.TrimSpace(note)
	if strings.ContainsRune(note, 0) {
		return emergency.Emergency{}, store.NewErrorReason(store.Invalid, "control_character", "The note contains a character that cannot be stored")
	}
	if utf8.RuneCountInString(note) > maxEmergencyNote {
		return emergency.Emergency{}, store.NewErrorReason(store.Invalid, "note", "The note is too long")
	}
	return em.change(ctx, by, "emergency_resolved", id, `update emergency_messages
		set resolved_at = muster_now(), resolved_by = $2, note = $3 where id = $1 and resolved_at is null`, note)
}

func (em *Messages) change(ctx context.Context, by store.Caller, action, id, update string, more ...any) (emergency.Emergency, error) {
	parsed, ok := postgres.ParseID(id)
	if !ok {
		return emergency.Emergency{}, errUnknown()
	}
	actor, _ := postgres.ParseID(by.Member.ID)
	var after emergency.Emergency
	err := em.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		before, err := find(ctx, tx, parsed, "for update of e")
		if err != nil {
			return postgres.AdminChange{}, err
		}
		tag, err := tx.Exec(ctx, update, append([]any{parsed, actor}, more...)...)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if after, err = find(ctx, tx, parsed, ""); err != nil {
			return postgres.AdminChange{}, err
		}
		if tag.RowsAffected() == 0 { // somebody has done so before
			return postgres.AdminChange{}, nil
		}
		if err := appendReceipt(ctx, tx, after); err != nil {
			return postgres.AdminChange{}, err
		}
		return postgres.AdminChange{Action: action, Subject: after.ID, MemberID: after.MemberID, Before: before.Receipt(), After: after.Receipt()}, nil
	})
	return after, err
}
