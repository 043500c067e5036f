package postgres_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"muster/store/postgres/storetest"
)

// An erasure read all of the tables in which it deletes a few rows, while it held up every
// administrator: of a hundred thousand members it took most of a second.
func TestErasureReadsTheRowsOfItsMember_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	w.Stored(ann.Says("general", "hello"))
	// Before there is anything: what this reads is reported at some time.
	tables := slices.Collect(maps.Keys(storetest.RowsOf(t, w.Owner(), ann.ID)))
	storetest.AddStrangers(t, w.Owner(), ann.ID)
	const inOrder = `select coalesce(sum(seq_tup_read), 0)::int from pg_stat_user_tables where relname = any($1)`
	w.Owner().Reset() // a connection that ends reports what it has read
	storetest.WaitFor(t, w.World, `select count(*) = 6 from pg_stat_user_tables where relname in ('`+strings.Join(tables, "', '")+`') and n_tup_ins >= 20000`)
	before := one[int](w, inOrder, tables)
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d erased, %v", n, err)
	}
	w.Pool().Reset()
	for range 100 {
		if read := one[int](w, inOrder, tables) - before; read > 10_000 {
			t.Fatalf("%d rows were read in order", read)
		}
	}
	for table, n := range storetest.RowsOf(t, w.Owner(), ann.ID) {
		if n > 0 {
			t.Errorf("%s: %d rows are left", table, n)
		}
	}
}
