package face_test

import (
	"testing"

	faces "muster/store/postgres/face"
)

// All attempts that were kept long enough, all tokens and all grants went in one transaction, which
// has the time of a call: where it took longer, nothing of it went any more.
func TestEndedAttemptsGoInBatches(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.signedIn("ann", false)
	w.exec(`insert into face_attempts (sign_in_id, member_id, at) select gen_random_uuid(), $1, muster_now() - interval '32 days' from generate_series(1, 2500)`, ann.Member.ID)
	w.exec(`create table gone (tx xid8, n int);
		create function count_gone() returns trigger language plpgsql security definer as
			'begin insert into gone select pg_current_xact_id(), count(*) from deleted; return null; end';
		create trigger count_gone after delete on face_attempts referencing old table as deleted for each statement execute function count_gone()`)
	if _, err := w.faces.DeleteDue(ctx, faces.DefaultKeep); err != nil {
		t.Fatal(err)
	}
	if n := one[int](w, `select count(*)::int from face_attempts`); n != 0 {
		t.Errorf("%d attempts are left", n)
	}
	if n := one[int](w, `select max(n)::int from (select sum(n) as n from gone group by tx) x`); n > 1000 {
		t.Errorf("one transaction deleted %d attempts", n)
	}
}
