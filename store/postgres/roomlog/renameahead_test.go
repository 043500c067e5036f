package roomlog_test

import (
	"context"
	"testing"

	"muster/store/postgres/storetest"
)

// An erasure that was stopped while it took a name that somebody else has by now out of the texts
// searched those from the first one again: of very many mentions it never came to the last.
func TestErasureGoesOnWithMentionsWhereItWasStopped_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann_then"), w.Join("bob")
	mentionMany(w, bob, ann.ID, "hi @ann_then", 5800)
	newest := one[string](w, `select id::text from messages where body = 'hi @ann_then' order by created_at desc limit 1`)
	oldest := one[string](w, `select id::text from messages where body = 'hi @ann_then' order by created_at limit 1`)
	w.givesNameAway(ann, "anna")
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.Owner().Exec(ctx, `
		create function refuse() returns trigger language plpgsql as 'begin raise exception ''not now''; end';
		create trigger refuse before update on messages for each row when (old.id = '`+newest+`') execute function refuse()`)))
	if n, err := w.EraseDue(ctx); n != 0 || err == nil {
		t.Fatalf("%d erased, %v", n, err)
	}
	// What is written where the erasure has been is not looked at again.
	w.Exec(`update messages set body = 'hello @ann_then' where id = $1`, oldest)
	w.Must(storetest.Second(w.Owner().Exec(ctx, `drop trigger refuse on messages`)))
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d erased, %v", n, err)
	}
	if n := one[int](w, `select count(*)::int from messages where body = 'hi @ann_then'`); n != 0 {
		t.Errorf("%d texts keep the name", n)
	}
	if got := one[string](w, `select body from messages where id = $1`, oldest); got != "hello @ann_then" {
		t.Errorf("the erasure began anew: %q", got)
	}
	if n := one[int](w, `select count(*)::int from members where erase_done is not null`); n != 0 {
		t.Error("how far the erasure came outlives it")
	}
}
