package encrypted_test

import (
	"testing"

	"muster/store/postgres/storetest"
)

// Counts of wrong guesses that no limit needs were deleted in one statement: of very many it took
// longer than a statement may, each hour anew.
func TestGuessesAreSweptInBatches(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, statement := range []string{
		`create table swept (n int)`,
		`create function count_swept() returns trigger language plpgsql security definer as
			'begin insert into swept select count(*) from gone; return null; end'`,
		`create trigger count_swept after delete on decrypt_guesses referencing old table as gone for each statement execute function count_swept()`,
		`insert into decrypt_guesses (key, updated_at) select n::text::bytea, muster_now() - interval '3 days' from generate_series(1, 2500) n`,
		`insert into decrypt_guesses (key, updated_at) values ('kept', muster_now() - interval '1 day')`,
	} {
		w.must(storetest.Second(w.owner().Exec(ctx, statement)))
	}
	w.must(w.messages(1)[0].SweepGuesses(ctx))
	if n := one[int](w, `select max(n) from swept`); n != 1000 {
		t.Errorf("one statement deleted %d, want 1000", n)
	}
	if n := one[int](w, `select count(*)::int from decrypt_guesses`); n != 1 {
		t.Errorf("%d counts are left, want 1", n)
	}
}
