package postgres_test

import (
	"context"
	"testing"

	"muster/store/postgres/storetest"
)

// Quotas that were over were deleted in one statement: of very many it took longer than a
// statement may, each hour anew.
func TestQuotasAreSweptInBatches(t *testing.T) {
	w := newWorld(t)
	for _, statement := range []string{
		`create table swept (n int)`,
		`create function count_swept() returns trigger language plpgsql security definer as
			'begin insert into swept select count(*) from gone; return null; end'`,
		`create trigger count_swept after delete on quotas referencing old table as gone for each statement execute function count_swept()`,
		`insert into quotas (scope, key, opened_at, used) select 'test', n::text::bytea, muster_now() - interval '3 days', 1 from generate_series(1, 2500) n`,
		`insert into quotas (scope, key, opened_at, used) values ('test', 'kept', muster_now() - interval '1 day', 1)`,
	} {
		w.Must(storetest.Second(w.Owner().Exec(context.Background(), statement)))
	}
	w.Must(w.DB.SweepQuotas(context.Background()))
	if n := storetest.One[int](w.World, `select max(n) from swept`); n != 1000 {
		t.Errorf("one statement deleted %d, want 1000", n)
	}
	if n := storetest.One[int](w.World, `select count(*)::int from quotas`); n != 1 {
		t.Errorf("%d quotas are left, want 1", n)
	}
}
