package roomlog_test

import (
	"context"
	"testing"

	"muster/store/roomlog"
)

// Making connections ready stores nothing, and every statement of the live path
// has run: whoever comes first finds them planned.
func TestWarmStoresNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	w.Warm(ctx, 1)
	for _, table := range []string{"messages", "sends", "room_events", "reactions"} {
		if n := one[int64](w, `select count(*) from `+table); n != 0 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	conn, release, err := w.Live().AcquireToWrite(ctx)
	w.Must(err)
	defer release()
	var known int
	w.Must(conn.QueryRow(ctx, `select count(*) from pg_prepared_statements where statement ~ '(insert into|delete from) (messages|reactions)|update messages|with given'`).Scan(&known))
	if known < 5 {
		t.Errorf("%d statements are planned, of four kinds of commands and one of entries", known)
	}
	if e := w.Stored(ann.Says("general", "hello")); e.Seq != 1 || e.Kind != roomlog.MessageSent {
		t.Errorf("%+v", e)
	}
}
