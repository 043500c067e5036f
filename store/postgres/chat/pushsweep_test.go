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
