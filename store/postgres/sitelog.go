// The site log: what every node must know, in one order.

package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// AppendSiteEvents writes events to the site log inside the transaction that
// makes them true. It locks the log's head until the commit, so all of its
// callers on all nodes commit one after the other. Therefore it comes last in
// its transaction, and only changes of rights and names use it: what is merely
// shown to everybody goes the way of broadcasts.
func AppendSiteEvents(ctx context.Context, tx pgx.Tx, events ...store.SiteEvent) error {
	if len(events) == 0 {
		return nil
	}
	kinds, bodies := make([]string, len(events)), make([]string, len(events))
	for i, e := range events {
		body, err := json.Marshal(e)
		if err != nil {
			return err
		}
		kinds[i], bodies[i] = string(e.Kind), string(body)
	}
	_, err := tx.Exec(ctx, `
		with head as (
			update site_head set seq = seq + cardinality($1::text[]), last_at = greatest(muster_now(), last_at)
			returning seq - cardinality($1::text[]) as seq, last_at
		)
		insert into site_events (seq, kind, body, at)
		select head.seq + g.index, g.kind, g.body::jsonb, head.last_at
		from head, unnest($1::text[], $2::text[]) with ordinality as g(kind, body, index)`, kinds, bodies)
	return err
}

// SiteEvents reads at most limit entries of the site log after number after,
// in order.
func (l *Live) SiteEvents(ctx context.Context, after int64, limit int) ([]store.SiteEvent, error) {
	var events []store.SiteEvent
	err := l.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		events = nil
		res, err := conn.Query(ctx, `select seq, kind, body, at from site_events where seq > $1 order by seq limit $2`, after, limit)
		if err != nil {
			return err
		}
		var seq int64
		var kind string
		var body []byte
		var at time.Time
		_, err = pgx.ForEachRow(res, []any{&seq, &kind, &body, &at}, func() error {
			var e store.SiteEvent
			// A kind of a newer build may hold a field of another type under a
			// known name: it is left empty and the others are read.
			var other *json.UnmarshalTypeError
			if err := json.Unmarshal(body, &e); err != nil && !errors.As(err, &other) {
				return err
			}
			e.Seq, e.Kind, e.At = seq, store.SiteEventKind(kind), at
			events = append(events, e)
			return nil
		})
		return err
	})
	return events, err
}

// ForgetErasedNames takes the names of erased members out of the site log, once every
// node has read there that they are called otherwise now.
func (db *DB) ForgetErasedNames(ctx context.Context) error {
	return db.Exec(ctx, `
		update site_events e set body = e.body || jsonb_build_object('oldUsername', m.username, 'newUsername', m.username)
		from members m where m.erased_at > muster_now() - interval '30 days' and m.erased_at < muster_now() - interval '1 minute'
		  and e.body ->> 'memberId' = m.id::text and e.kind = $1 and e.body ->> 'oldUsername' <> m.username`, store.Renamed)
}
