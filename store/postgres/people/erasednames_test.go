package people_test

import (
	"context"
	"testing"

	"muster/store/postgres/storetest"
)

// All members who were erased within a month were read at once, each with all of its names. They
// are read in pages, and one run treats every page.
func TestNamesOfManyErasedMembersAreForgottenInOneRun_SEC5(t *testing.T) {
	t.Parallel()
	const many = 120 // a page has 100
	w := newWorld(t)
	w.Must(storetest.Second(w.Owner().Exec(context.Background(), `
		with gone as (insert into members (id, name, username, username_at, erased_at)
			select gen_random_uuid(), 'Erased', 'erased_' || n, muster_now(), muster_now() - interval '2 minutes' from generate_series(1, $1::int) n returning id, username),
		head as (update site_head set seq = seq + $1 returning seq - $1 as seq)
		insert into site_events (seq, kind, body, at)
		select head.seq + row_number() over (), 'renamed', jsonb_build_object('memberId', id, 'oldUsername', 'was', 'newUsername', username, 'erased', true), muster_now()
		from gone, head`, many)))
	w.Must(storetest.Second(w.EraseDue(t.Context())))
	if n := one[int](w, `select count(*)::int from site_events where body ->> 'oldUsername' = 'was'`); n != 0 {
		t.Errorf("%d of %d entries still have a name", n, many)
	}
}

// The run that forgets names read the whole site log, each minute, whether anybody was erased or
// not.
func TestForgettingNamesReadsEntriesOfErasedMembersAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, statement := range []string{
		`insert into site_events (seq, kind, body, at)
			select 1000 + n, case when n % 4 = 0 then 'renamed' else 'session_ended' end,
			       jsonb_build_object('memberId', gen_random_uuid(), 'oldUsername', 'was', 'newUsername', 'is'), muster_now() from generate_series(1, 20000) n`,
		`insert into members (name, username, username_at, erased_at)
			select 'Erased', 'erased_' || n, muster_now(), muster_now() - interval '2 minutes' from generate_series(1, 10) n`,
		`analyze site_events, members`,
	} {
		w.Must(storetest.Second(w.Owner().Exec(t.Context(), statement)))
	}
	const read = `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int from pg_stat_user_tables where relname = 'site_events'`
	w.Owner().Reset() // a connection that ends reports what it has read
	storetest.WaitFor(t, w.World, `select n_tup_ins >= 20000 from pg_stat_user_tables where relname = 'site_events'`)
	before := one[int](w, read)
	w.Must(storetest.Second(w.EraseDue(t.Context())))
	w.Pool().Reset()
	for range 100 {
		if n := one[int](w, read) - before; n > 1000 {
			t.Fatalf("%d entries were read", n)
		}
	}
}
