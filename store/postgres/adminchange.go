// The broadcasts that make open back offices read again what changed.

package postgres

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"muster/store"
)

// AppendAdminChange writes a change for every administrator's own sockets, which the nodes
// read within a second. It waits for no other transaction.
func AppendAdminChange(ctx context.Context, tx pgx.Tx, c store.AdminChanged) error {
	var b pgx.Batch
	if err := QueueAdminChange(&b, c); err != nil {
		return err
	}
	return tx.SendBatch(ctx, &b).Close()
}

// QueueAdminChange has a batch write what AppendAdminChange writes.
func QueueAdminChange(b *pgx.Batch, c store.AdminChanged) error {
	var broadcasts []store.Broadcast
	return queueToAdmins(b, &broadcasts, "admin:"+c.Part+":"+c.UserID, store.AdminChangedKind, c)
}

// ToAdmins writes a value about topic for every administrator's own sockets, and gives
// it with its numbers.
func ToAdmins(ctx context.Context, tx pgx.Tx, topic, kind string, payload any) ([]store.Broadcast, error) {
	var b pgx.Batch
	var values []store.Broadcast
	if err := queueToAdmins(&b, &values, topic, kind, payload); err != nil {
		return nil, err
	}
	err := tx.SendBatch(ctx, &b).Close()
	return values, err
}

// queueToAdmins has a batch write what ToAdmins writes; the numbered values are in
// values once the batch has run.
func queueToAdmins(b *pgx.Batch, values *[]store.Broadcast, topic, kind string, payload any) error {
	// Each administrator's value differs in the id alone.
	one, err := store.NewBroadcast(store.MemberSubject(uuid.Nil.String(), topic), kind, payload)
	if err != nil {
		return err
	}
	before, after, _ := strings.Cut(one.Subject, uuid.Nil.String())
	sweepBroadcasts(b)
	b.Queue(`
		insert into broadcasts (subject, kind, value, at)
		select $1 || member_id || $2, $3, $4::jsonb, muster_now()
		from member_standing where is_admin and not sign_in_disabled
		returning subject, kind, value, seq, xid::text::bigint`, before, after, one.Kind, string(one.Value)).Query(func(rows pgx.Rows) (err error) {
		*values, err = pgx.CollectRows(rows, scanBroadcast)
		return err
	})
	return nil
}

// AdminChangeIn has every administrator's open back office read a tab again. by is the
// member who changed something, "" for nobody.
func AdminChangeIn(ctx context.Context, tx pgx.Tx, part, by string) error {
	return AppendAdminChange(ctx, tx, store.AdminChanged{Part: part, By: by})
}
