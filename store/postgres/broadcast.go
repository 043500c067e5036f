// Broadcasts: values that everybody may be shown, written without a lock.

package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Broadcast writes values in a transaction of their own and gives them with
// their numbers. Afterwards hand them to the hub (actors.Hub.Broadcast).
func (db *DB) Broadcast(ctx context.Context, values ...store.Broadcast) ([]store.Broadcast, error) {
	var numbered []store.Broadcast
	err := db.Write(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		numbered, err = AppendBroadcasts(ctx, tx, values...)
		return err
	})
	return numbered, err
}

// AppendBroadcasts writes values inside the transaction of the change that
// causes them and gives them with their numbers. It waits for no other
// transaction. Values that are too old are removed on the way, a few at a time.
func AppendBroadcasts(ctx context.Context, tx pgx.Tx, values ...store.Broadcast) ([]store.Broadcast, error) {
	subjects, kinds, bodies := make([]string, len(values)), make([]string, len(values)), make([]string, len(values))
	for i, b := range values {
		if err := b.Check(); err != nil {
			return nil, err
		}
		subjects[i], kinds[i], bodies[i] = b.Subject, b.Kind, string(b.Value)
	}
	var b pgx.Batch
	sweepBroadcasts(&b)
	var numbered []store.Broadcast
	b.Queue(`
		insert into broadcasts (subject, kind, value, at)
		select g.subject, g.kind, g.value::jsonb, muster_now()
		from unnest($1::text[], $2::text[], $3::text[]) with ordinality as g(subject, kind, value, index)
		order by g.index
		returning subject, kind, value, seq, xid::text::bigint`, subjects, kinds, bodies).Query(func(rows pgx.Rows) (err error) {
		numbered, err = pgx.CollectRows(rows, scanBroadcast)
		return err
	})
	err := tx.SendBatch(ctx, &b).Close()
	return numbered, err
}

// sweepBroadcasts has a few values removed that are too old.
func sweepBroadcasts(b *pgx.Batch) {
	b.Queue(`
		delete from broadcasts where seq in (
			select seq from broadcasts where at < muster_now() - make_interval(secs => $1)
			order by at limit 100 for update skip locked)`, store.BroadcastAge.Seconds())
}

// Broadcasts reads the newest value of each subject that may have been committed
// since the read that gave after, at most store.BroadcastAge old, and gives what
// to read after next time. The first read is after 0.
//
// next is the oldest transaction that was still running: everything before it was
// visible to this read or never will be. So no value is missed, in whatever order
// transactions commit; one may be read again until that transaction has ended.
func (l *Live) Broadcasts(ctx context.Context, after int64) (values []store.Broadcast, next int64, err error) {
	err = l.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		values, next = nil, 0
		rows, err := conn.Query(ctx, `
			select '' as subject, '' as kind, '{}'::jsonb as value, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as seq, 0::bigint as position
			union all
			select * from (
				select distinct on (subject) subject, kind, value, seq, xid::text::bigint from broadcasts
				where xid >= $1::bigint::text::xid8 and at > muster_now() - make_interval(secs => $2)
				order by subject, seq desc
			) newest`, after, store.BroadcastAge.Seconds())
		if err != nil {
			return err
		}
		all, err := pgx.CollectRows(rows, scanBroadcast)
		for _, b := range all {
			if b.Subject == "" {
				next = b.Seq
			} else {
				values = append(values, b)
			}
		}
		return err
	})
	return values, next, err
}

// BroadcastPosition is the position of the broadcasts at which a statement reads: the
// effects of every transaction up to it are in what it reads or never will be.
const BroadcastPosition = `pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1`

// QueueAsOf has asOf read before what is queued after it, so that a later number's change
// is in the list or comes after it, or both.
func QueueAsOf(b *pgx.Batch, asOf *store.AsOf) {
	b.Queue(`select ` + BroadcastPosition + `, seq from site_head`).QueryRow(func(row pgx.Row) error { return row.Scan(&asOf.Log, &asOf.Site) })
}

func scanBroadcast(row pgx.CollectableRow) (store.Broadcast, error) {
	var b store.Broadcast
	var value []byte
	err := row.Scan(&b.Subject, &b.Kind, &value, &b.Seq, &b.Position)
	b.Value = json.RawMessage(value)
	return b, err
}

// ForgetBroadcastsIn deletes the values that are about a member or for it alone, of those that may
// have been committed since the call that gave after, and gives what to call it with next time. The
// first call is after 0 and reads them all.
func ForgetBroadcastsIn(ctx context.Context, tx pgx.Tx, member pgtype.UUID, after int64) (next int64, err error) {
	return next, tx.QueryRow(ctx, `
		with forgotten as (
			delete from broadcasts where xid >= $2::bigint::text::xid8 and (value ->> 'userId' = $1::text or subject like 'to:' || $1::text || ':%')
		)
		select pg_snapshot_xmin(pg_current_snapshot())::text::bigint`, member, after).Scan(&next)
}
