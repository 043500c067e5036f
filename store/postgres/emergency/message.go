// Emergency messages, stored with the jobs that alert the creator.

package emergency

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/emergency"
	"muster/store/language"
	"muster/store/postgres"
)

// Queue queues the jobs that alert the creator of a message, in the
// transaction that stores it (store/queue).
type Queue interface {
	QueueEmergency(ctx context.Context, tx pgx.Tx, e emergency.Emergency) error
}

// Messages are the emergency messages of a database.
type Messages struct {
	db    *postgres.DB
	queue Queue
}

// New makes the emergency messages of db. Without a queue nobody is alerted.
func New(db *postgres.DB, queue Queue) *Messages { return &Messages{db, queue} }

// columns read a message "e" with its sender "m".
const columns = `e.id::text, e.member_id::text, coalesce(m.username, ''), e.message, e.priority, e.claimed_priority, e.sent_at,
	e.handed_over_at, e.acknowledged_at, e.resolved_at, e.note`

func scan(row pgx.CollectableRow) (emergency.Emergency, error) {
	var e emergency.Emergency
	var handed, acknowledged, resolved *time.Time
	err := row.Scan(&e.ID, &e.MemberID, &e.Username, &e.Message, &e.Priority, &e.Claimed, &e.SentAt, &handed, &acknowledged, &resolved, &e.Note)
	for _, set := range []struct {
		to   *time.Time
		from *time.Time
	}{{&e.HandedOverAt, handed}, {&e.AcknowledgedAt, acknowledged}, {&e.ResolvedAt, resolved}} {
		if set.from != nil {
			*set.to = *set.from
		}
	}
	return e, err
}

// Send stores a message and queues the jobs that alert the creator in one transaction.
// The same key, "" for none, gives the same message again; Conflict when it was another.
// It fails with Invalid as emergency.Clean does and for a key that is no UUID, and with
// Limited past the limits, with RetryAfter. The member's row is locked, so that parallel
// sends count each other.
func (em *Messages) Send(ctx context.Context, memberID, message, claimed, key string) (emergency.Emergency, error) {
	message, err := emergency.Clean(message)
	if err != nil {
		return emergency.Emergency{}, err
	}
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return emergency.Emergency{}, postgres.ErrMemberUnknown()
	}
	attempt, err := postgres.ParseAttempt(key)
	if err != nil {
		return emergency.Emergency{}, err
	}
	e := emergency.Emergency{ID: uuid.Must(uuid.NewV7()).String(), MemberID: memberID, Message: message, Priority: emergency.PriorityOf(message)}
	switch emergency.Priority(claimed) {
	case emergency.NormalPriority, emergency.HighPriority, emergency.CriticalPriority:
		e.Claimed = emergency.Priority(claimed)
	}
	if err := em.clampSent(ctx, id); err != nil {
		return emergency.Emergency{}, err
	}
	err = em.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		quota, now, err := lockSender(ctx, tx, id, &e.Username)
		if err != nil {
			return err
		}
		if attempt.Valid {
			first, found, err := repeated(ctx, tx, id, attempt)
			switch {
			case err != nil:
				return err
			case found && first.Message != message:
				return store.NewErrorReason(store.Conflict, "idempotency_key_used", "This Idempotency-Key was used for another message")
			case found:
				e = first
				return nil
			}
		}
		if !quota.NextAllowed.IsZero() {
			return &store.Error{Code: store.Limited, Reason: "emergency_limit", Message: emergency.LimitReached, RetryAfter: max(quota.NextAllowed.Sub(now), time.Second)}
		}
		e.SentAt = now
		var b pgx.Batch
		b.Queue(`insert into emergency_messages (id, member_id, message, priority, claimed_priority, sent_at, idempotency_key)
			values ($1, $2, $3, $4, $5, $6, $7)`, e.ID, id, e.Message, e.Priority, e.Claimed, now, attempt)
		if err := postgres.QueueAdminChange(&b, store.AdminChanged{Part: "emergency", UserID: memberID, By: memberID}); err != nil {
			return err
		}
		if err := tx.SendBatch(ctx, &b).Close(); err != nil {
			return err
		}
		if em.queue == nil {
			return nil
		}
		return em.queue.QueueEmergency(ctx, tx, e)
	})
	return e, err
}

// lockSender locks a member's row, and reads its name and what it has used of the
// limits once the lock is held. It fails with NotFound, also for one who was erased.
func lockSender(ctx context.Context, tx pgx.Tx, member pgtype.UUID, username *string) (emergency.Quota, time.Time, error) {
	var used usedQuota
	var b pgx.Batch
	b.Queue(`select coalesce(username, '') from members where id = $1 and erased_at is null for no key update`, member).
		QueryRow(func(row pgx.Row) error { return row.Scan(username) })
	b.Queue(usedQuotaStatement, member).QueryRow(used.scan)
	err := tx.SendBatch(ctx, &b).Close()
	if postgres.NoRow(err) {
		err = postgres.ErrMemberUnknown()
	}
	return used.quota(), used.now, err
}

// repeated is the message that a member has sent under a key.
func repeated(ctx context.Context, tx pgx.Tx, member, key pgtype.UUID) (e emergency.Emergency, found bool, err error) {
	rows, err := tx.Query(ctx, `select `+columns+` from emergency_messages e join members m on m.id = e.member_id
		where e.member_id = $1 and e.idempotency_key = $2`, member, key)
	if err != nil {
		return e, false, err
	}
	e, err = pgx.CollectExactlyOneRow(rows, scan)
	if postgres.NoRow(err) {
		return e, false, nil
	}
	return e, err == nil, err
}

// usedQuotaStatement reads the clock and when a member has sent within the longer limit.
const usedQuotaStatement = `with clock as materialized (select muster_now() as now)
	select now, array(select sent_at from emergency_messages where member_id = $1 and sent_at > now - interval '24 hours') from clock`

// usedQuota is the row of usedQuotaStatement.
type usedQuota struct {
	now  time.Time
	sent []time.Time
}

func (u *usedQuota) scan(row pgx.Row) error { return row.Scan(&u.now, &u.sent) }

// ahead says that a message was sent later than now.
func (u *usedQuota) ahead() bool {
	return slices.ContainsFunc(u.sent, func(at time.Time) bool { return at.After(u.now) })
}

func (u *usedQuota) quota() emergency.Quota {
	q := emergency.QuotaOf(u.sent, u.now)
	q.NextAllowed = q.NextAllowed.UTC() // times of an array come in the node's zone
	return q
}

// Quota is what a member has used of the limits now.
func (em *Messages) Quota(ctx context.Context, memberID string) (emergency.Quota, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return emergency.Quota{}, postgres.ErrMemberUnknown()
	}
	var used usedQuota
	read := func(ctx context.Context, conn *pgxpool.Conn) error {
		return used.scan(conn.QueryRow(ctx, usedQuotaStatement, id))
	}
	err := em.db.Read(ctx, read)
	if err == nil && used.ahead() {
		if err = em.clampSent(ctx, id); err == nil {
			err = em.db.Read(ctx, read)
		}
	}
	return used.quota(), err
}

// clampSent has messages of a member count from now that were sent later, before the clock was set
// back. A send that is refused is rolled back with whatever else it did.
func (em *Messages) clampSent(ctx context.Context, member pgtype.UUID) error {
	return em.db.Exec(ctx, `update emergency_messages set sent_at = muster_now() where member_id = $1 and sent_at > muster_now()`, member)
}

// History lists at most limit of a member's own messages, newest first, from after a
// position; older is where the next page begins, nil at the end. It fails with Invalid
// (cursor_invalid) for a position that no message of the member had.
func (em *Messages) History(ctx context.Context, memberID string, limit int, after *emergency.Position) (page []emergency.Emergency, older *emergency.Position, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, nil, postgres.ErrMemberUnknown()
	}
	var at *time.Time
	var id pgtype.UUID
	if after != nil {
		at = &after.At
		id, _ = postgres.ParseID(after.ID)
	}
	err = em.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if after != nil {
			if err := postgres.IsRow(ctx, conn, `select from emergency_messages where id = $1 and member_id = $2`, id, member); err != nil {
				return err
			}
		}
		rows, err := conn.Query(ctx, `select `+columns+` from emergency_messages e join members m on m.id = e.member_id
			where e.member_id = $1 and ($2::timestamptz is null or (e.sent_at, e.id) < ($2, $3))
			order by e.sent_at desc, e.id desc limit $4`, member, at, id, limit+1)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, scan)
		return err
	})
	page, older = cutPage(page, limit)
	return page, older, err
}

// cutPage leaves at most limit messages of a page that was read with one more; older is
// where the next page begins, nil at the end.
func cutPage(page []emergency.Emergency, limit int) (_ []emergency.Emergency, older *emergency.Position) {
	if len(page) <= limit {
		return page, nil
	}
	last := page[limit-1]
	return page[:limit], &emergency.Position{Position: store.Position{At: last.SentAt, ID: last.ID}, MemberID: last.MemberID}
}

// Find reads one message. It fails with NotFound.
func (em *Messages) Find(ctx context.Context, id string) (emergency.Emergency, error) {
	var e emergency.Emergency
	parsed, ok := postgres.ParseID(id)
	if !ok {
		return e, errUnknown()
	}
	err := em.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		e, err = find(ctx, conn, parsed, "")
		return err
	})
	return e, err
}

func find(ctx context.Context, on postgres.Querier, id pgtype.UUID, lock string) (emergency.Emergency, error) {
	rows, err := on.Query(ctx, `select `+columns+` from emergency_messages e join members m on m.id = e.member_id where e.id = $1 `+lock, id)
	if err != nil {
		return emergency.Emergency{}, err
	}
	e, err := pgx.CollectExactlyOneRow(rows, scan)
	if postgres.NoRow(err) {
		return e, errUnknown()
	}
	return e, err
}

func errUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "emergency_unknown", "Emergency message not found")
}

// HandedOver notes that a mail or text of the message was accepted for delivery, and
// appends the broadcast for the sender. Only the first time counts.
func (em *Messages) HandedOver(ctx context.Context, id string) error {
	parsed, ok := postgres.ParseID(id)
	if !ok {
		return errUnknown()
	}
	return em.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `update emergency_messages e set handed_over_at = muster_now() from members m
			where e.id = $1 and e.handed_over_at is null and m.id = e.member_id returning `+columns, parsed)
		if err != nil {
			return err
		}
		e, err := pgx.CollectExactlyOneRow(rows, scan)
		if postgres.NoRow(err) {
			return nil
		}
		if err != nil {
			return err
		}
		return appendReceipt(ctx, tx, e)
	})
}

// Escalate marks a message as escalated, once, and calls queue in the same
// transaction. It does nothing for one that was acknowledged, resolved or escalated
// before.
func (em *Messages) Escalate(ctx context.Context, id string, queue func(ctx context.Context, tx pgx.Tx) error) error {
	parsed, ok := postgres.ParseID(id)
	if !ok {
		return errUnknown()
	}
	return em.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `update emergency_messages set escalated_at = muster_now()
			where id = $1 and escalated_at is null and acknowledged_at is null and resolved_at is null`, parsed)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return queue(ctx, tx)
	})
}

// Contact is where a person is alerted of an emergency message; "" where there
// is no such way.
type Contact struct {
	MemberID, Email, Phone string
	Language               language.Tag
}

// Contacts are the creator's own address and phone, and those of all
// administrators.
func (em *Messages) Contacts(ctx context.Context) (creator Contact, admins []Contact, err error) {
	err = em.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			select m.is_creator, st.is_admin and not st.sign_in_disabled, m.id::text, coalesce(m.email, ''), coalesce(m.phone, ''), m.language
			from (select member_id as id from member_standing where is_admin union select id from members where is_creator) alerted
			join members m using (id) join member_standing st on st.member_id = m.id order by m.id`)
		if err != nil {
			return err
		}
		creator, admins = Contact{}, nil
		var isCreator, isAdmin bool
		var c Contact
		_, err = pgx.ForEachRow(rows, []any{&isCreator, &isAdmin, &c.MemberID, &c.Email, &c.Phone, &c.Language}, func() error {
			if isCreator {
				creator = c
			}
			if isAdmin {
				admins = append(admins, c)
			}
			return nil
		})
		return err
	})
	return creator, admins, err
}

// receiptValue is the broadcast to the sender.
type receiptValue struct {
	ID      string            `json:"id"`
	Receipt emergency.Receipt `json:"receipt"`
}

func appendReceipt(ctx context.Context, tx pgx.Tx, e emergency.Emergency) error {
	b, err := store.NewBroadcast(store.MemberSubject(e.MemberID, "emergency:"+e.ID), "emergency_receipt", receiptValue{e.ID, e.Receipt()})
	if err != nil {
		return err
	}
	_, err = postgres.AppendBroadcasts(ctx, tx, b)
	return err
}
