package roomlog_test

import (
	"context"
	"testing"

	"muster/store"
	"muster/store/postgres/storetest"
)

// The job that trims the logs read all of them, every ten minutes and for each batch that it
// deleted, to find the thousand oldest events.
func TestTrimmingReadsTheOldestEventsAlone(t *testing.T) {
	t.Parallel()
	const many = 50_000
	w := newWorld(t)
	ctx := context.Background()
	for _, fill := range []string{
		`insert into room_events (room_id, seq, kind, message_id, actor_id, at)
			select 'general', 1000 + n, 'message_deleted', gen_random_uuid(), gen_random_uuid(), muster_now() from generate_series(1, $1::int) n`,
		`insert into site_events (seq, kind, body, at) select 1000 + n, 'session_ended', '{}', muster_now() from generate_series(1, $1::int) n`,
	} {
		w.Must(storetest.Second(w.Owner().Exec(ctx, fill, many)))
	}
	w.Must(storetest.Second(w.Owner().Exec(ctx, `analyze room_events, site_events`)))
	const read = `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int from pg_stat_user_tables where relname in ('room_events', 'site_events')`
	w.Owner().Reset() // a connection that ends reports what it has read
	storetest.WaitFor(t, w.World, `select count(*) = 2 from pg_stat_user_tables where relname in ('room_events', 'site_events') and n_tup_ins >= 50000`)
	before := one[int](w, read)
	if n, err := w.trim(ctx, store.DefaultRetention); n != 0 || err != nil {
		t.Fatalf("%d deleted, %v", n, err)
	}
	w.Pool().Reset()
	for range 100 {
		if n := one[int](w, read) - before; n > 10_000 {
			t.Fatalf("%d events were read", n)
		}
	}
}
