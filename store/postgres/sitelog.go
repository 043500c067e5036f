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

// erasedName is true of an entry "e" of the site log that still names a member "m" who was
// erased, once every node has read it and no transaction begins that has not.
var erasedName = `m.id::text = e.body ->> 'memberId' and m.erased_at > muster_now() - interval '30 days' and m.erased_at < muster_now() - interval '1 minute'
	and e.kind = '` + string(store.Renamed) + `' and (e.body ->> 'oldUsername' <> m.username or e.body ? 'names')`

// ErasedName is an entry of the site log that still names a member who was erased.
type ErasedName struct {
	Seq      int64
	Username string // what the member is called now
	Event    store.SiteEvent
	// Done says up to when the texts are done of each search that was stopped (SaveErasedNameIn).
	Done map[string]time.Time
}

// erasedNamesPage is how many entries ErasedNames reads at once.
const erasedNamesPage = 100

// ErasedNames reads a page of the entries behind number after that are to be forgotten, and the
// number of the transaction that will be the next to write: texts of earlier ones may still have
// the names (AwaitEarlierWrites).
func (db *DB) ErasedNames(ctx context.Context, after int64) (page []ErasedName, next string, err error) {
	err = db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select e.seq, m.username, e.body, coalesce(e.body -> 'done', '{}') from site_events e, members m where e.seq > $1 and `+erasedName+` order by e.seq limit $2`,
			after, erasedNamesPage)
		if err != nil {
			return err
		}
		if page, err = pgx.CollectRows(rows, pgx.RowToStructByPos[ErasedName]); err != nil {
			return err
		}
		return conn.QueryRow(ctx, `select pg_snapshot_xmax(pg_current_snapshot())::text`).Scan(&next)
	})
	return page, next, err
}

// AwaitEarlierWrites waits until no transaction before number next is under way.
func (db *DB) AwaitEarlierWrites(ctx context.Context, next string) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		var ended bool
		err := db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
			return conn.QueryRow(ctx, `select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8`, next).Scan(&ended)
		})
		if err != nil || ended {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// SaveErasedNameIn keeps in an entry up to when a search for its names has been made.
func SaveErasedNameIn(ctx context.Context, tx pgx.Tx, seq int64, search string, until time.Time) error {
	_, err := tx.Exec(ctx, `
		update site_events e set body = e.body || jsonb_build_object('done',
			coalesce(e.body -> 'done', '{}') || jsonb_build_object($2::text, $3::timestamptz))
		from members m where e.seq = $1 and `+erasedName, seq, search, until)
	return err
}

// ForgetErasedNameIn takes the names out of an entry.
func ForgetErasedNameIn(ctx context.Context, tx pgx.Tx, seq int64) error {
	_, err := tx.Exec(ctx, `
		update site_events e set body = e.body - 'names' - 'done' || jsonb_build_object('oldUsername', m.username, 'newUsername', m.username)
		from members m where e.seq = $1 and `+erasedName, seq)
	return err
}
