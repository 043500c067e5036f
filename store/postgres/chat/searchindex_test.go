package chat_test

import (
	"context"
	"testing"
	"time"

	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// The index of words is built on a database that is in use: while a transaction
// that has written messages is open, so that the build has to wait for it, others
// go on to write, and what was there before is found afterwards.
func TestSearchIndexIsBuiltWhileOthersWrite(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	old := storetest.EmptyDatabase(t, storetest.URL(t))
	storetest.MigrateTo(t, old, 15)
	w := openWorld(t, old)
	ann := one[string](w, `insert into members (email, username, username_at) values ('ann@example.org', 'ann', muster_now()) returning id::text`)
	w.Exec(`insert into messages (id, room_id, seq, kind, body, sender_id, created_at)
		select gen_random_uuid(), 'general', n, 'text', 'needle ' || n, $1, muster_now() from generate_series(1, 3) n`, ann)
	w.Exec(`update room_heads set seq = 4 where room_id = 'general'`)
	writing := w.Begin()
	_, err := writing.Exec(ctx, `insert into messages (id, room_id, seq, kind, body, sender_id, created_at)
		values (gen_random_uuid(), 'general', 4, 'text', 'needle 4', $1, muster_now())`, ann)
	w.Must(err)
	done := make(chan error, 1)
	go func() { done <- postgres.Migrate(ctx, old) }()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for building := false; !building; {
		select {
		case err := <-done:
			t.Fatalf("the migration did not wait for the open transaction: %v", err)
		case <-tick.C:
			building = one[bool](w, `select exists (select from pg_stat_progress_create_index where datname = current_database() and phase like 'waiting%')`)
		}
	}
	// As a node of that version does; this one's statements need later columns.
	w.Exec(`insert into messages (id, room_id, seq, kind, body, sender_id, created_at)
		values (gen_random_uuid(), 'general', 5, 'text', 'needle 5', $1, muster_now())`, ann)
	w.Must(writing.Commit(ctx))
	w.Must(<-done)
	if n := one[int](w, `select count(*) from pg_index where indexrelid in ('messages_search'::regclass, 'messages_created'::regclass) and indisvalid`); n != 2 {
		t.Errorf("%d indexes are valid", n)
	}
	w.finds(w.Join("bob"), words("needle"), "needle 5", "needle 4", "needle 3", "needle 2", "needle 1")
}
