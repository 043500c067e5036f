package chat_test

import (
	"context"
	"testing"

	"muster/store/postgres/storetest"
)

// Browsers in which nobody is signed in were deleted in one statement over all there are: of very
// many it took longer than a statement may, each hour anew.
func TestPushSubscriptionsAreSweptInBatches(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	ctx := context.Background()
	w.Must(w.EndSession(ctx, bob.Session, bob.ID))
	for _, statement := range []string{
		`create table swept (n int)`,
		`create function count_swept() returns trigger language plpgsql security definer as
			'begin insert into swept select count(*) from gone; return null; end'`,
		`create trigger count_swept after delete on push_subscriptions referencing old table as gone for each statement execute function count_swept()`,
	} {
		w.Must(storetest.Second(w.Owner().Exec(ctx, statement)))
	}
	const add = `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth) select gen_random_uuid(), $1, $2::uuid, $2::uuid::text || n, '', '' from generate_series(1, $3) n`
	w.Exec(add, bob.ID, bob.Session, 1200)
	w.Exec(add, bob.ID, storetest.NewID(), 1200)
	w.Exec(add, ann.ID, ann.Session, 1200)
	w.Must(w.SweepPushSubscriptions(ctx))
	if n := one[int](w, `select max(n) from swept`); n > 1000 {
		t.Errorf("one statement deleted %d, want at most 1000", n)
	}
	if n := one[int](w, `select count(*)::int from push_subscriptions where member_id = $1`, ann.ID); n != 1200 {
		t.Errorf("%d of 1200 are left where somebody is signed in", n)
	}
	if n := one[int](w, `select count(*)::int from push_subscriptions where member_id = $1`, bob.ID); n != 0 {
		t.Errorf("%d are left where nobody is signed in", n)
	}
}

// Each batch of the sweep read all browsers: of a hundred thousand that was ten million rows an hour.
func TestBatchOfThePushSweepReadsItsOwnBrowsers(t *testing.T) {
	t.Parallel()
	const many = 20_000
	w := newWorld(t)
	ann := w.Join("ann")
	for _, statement := range []string{
		`insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth)
			select gen_random_uuid(), '` + ann.ID + `', '` + ann.Session + `', 'https://push.example.org/' || n, '', '' from generate_series(1, 20000) n`,
		`analyze push_subscriptions`,
	} {
		w.Must(storetest.Second(w.Owner().Exec(t.Context(), statement)))
	}
	const read = `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int from pg_stat_user_tables where relname = 'push_subscriptions'`
	w.Owner().Reset() // a connection that ends reports what it has read
	storetest.WaitFor(t, w.World, `select n_tup_ins >= 20000 from pg_stat_user_tables where relname = 'push_subscriptions'`)
	before := one[int](w, read)
	w.Must(w.SweepPushSubscriptions(t.Context()))
	w.Pool().Reset()
	for range 100 {
		if n := one[int](w, read) - before; n > 3*many {
			t.Fatalf("%d rows were read of %d browsers", n, many)
		}
	}
}
