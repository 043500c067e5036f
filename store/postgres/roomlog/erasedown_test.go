package roomlog_test

import (
	"context"
	"testing"

	"muster/store/postgres/storetest"
)

// Who had lost a name to somebody else was searched for in windows of everybody's messages, anew in
// each run: where there were more than a run could pass, the member was never erased, nor was
// anybody whose time came later.
func TestOwnTextsAreSearchedAmongTheMembersAlone_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann_then"), w.Join("bob")
	said := w.Stored(ann.Says("general", "I am @ann_then")).Message.ID
	w.givesNameAway(ann, "anna")
	w.Exec(`insert into messages (id, room_id, seq, kind, body, sender_id, created_at)
		select gen_random_uuid(), 'general', 100000 + n, 'text', 'hello', $1, muster_now() - interval '90 days' + interval '1 minute' * n from generate_series(1, 5000) n`, bob.ID)
	w.Must(storetest.Second(w.Owner().Exec(ctx, `vacuum analyze messages`)))
	const read = `select idx_tup_read::int from pg_stat_user_indexes where indexrelname = 'messages_created'`
	w.Owner().Reset() // a connection that ends reports what it has read
	storetest.WaitFor(t, w.World, `select n_tup_ins >= 5000 from pg_stat_user_tables where relname = 'messages'`)
	before := one[int](w, read)
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	node := w.OpenNode(8)
	if n, err := node.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d erased, %v", n, err)
	}
	node.DB.Close()
	for range 100 {
		if n := one[int](w, read) - before; n > 1000 {
			t.Fatalf("%d messages were passed", n)
		}
	}
	if got, want := one[string](w, `select body from messages where id = $1`, said), "I am @"+one[string](w, `select username from members where id = $1`, ann.ID); got != want {
		t.Errorf("its own text is %q, want %q", got, want)
	}
}
