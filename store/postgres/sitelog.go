// Writing the site log.

package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

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
