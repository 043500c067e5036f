package roomlog_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
)

// mentionMany has bob mention a member with the same text many times, a second apart.
func mentionMany(w *world, bob storetest.Person, member, text string, n int) {
	w.T.Helper()
	w.Stored(bob.Says("general", text))
	w.Exec(`with one as (select * from messages where body = $2), ended as (delete from message_mentions x using one where x.message_id = one.id),
		more as (insert into messages (id, room_id, seq, kind, body, sender_id, created_at)
			select gen_random_uuid(), room_id, 100000 + n, kind, body, sender_id, created_at - interval '1 second' * n from one, generate_series(1, $3::int - 1) n returning *)
		insert into message_mentions (message_id, room_id, seq, member_id, sender_id, at)
		select id, room_id, seq, $1::uuid, sender_id, created_at from (select * from one union all select * from more) m`, member, text, n)
}

// A member whom others had mentioned many thousand times by a name that somebody else has taken
// since could not be erased: one statement wrote all of the texts anew.
func TestErasureWritesTextsWithNamesOfOthersInSteps_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann_then"), w.Join("bob")
	mentionMany(w, bob, ann.ID, "hi @ann_then", 1200)
	w.givesNameAway(ann, "anna")
	dan := w.Join("dan")
	other := w.Stored(dan.Says("general", "hello @ann_then")).Message.ID
	w.Must(storetest.Second(w.Owner().Exec(ctx, `
		create table written (tx xid8, n int);
		create function count_written() returns trigger language plpgsql security definer as
			'begin insert into written select pg_current_xact_id(), count(*) from changed; return null; end';
		create trigger count_written after update on messages referencing new table as changed for each statement execute function count_written()`)))
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d erased, %v", n, err)
	}
	storetest.MoveClock(t, w.URL, store.ChangedUsernameLock+3*time.Minute)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	if n := one[int](w, `select max(n)::int from (select sum(n) as n from written group by tx) t`); n != 500 {
		t.Errorf("one transaction wrote %d texts, want 500", n)
	}
	name := one[string](w, `select username from members where id = $1`, ann.ID)
	if n := one[int](w, `select count(*)::int from messages where body = $1`, "hi @"+name); n != 1200 {
		t.Errorf("%d of 1200 texts have the new name", n)
	}
	if got := one[string](w, `select body from messages where id = $1`, other); got != "hello @ann_then" {
		t.Errorf("a mention of the other is %q", got)
	}
}

// The job that takes the names of erased members out of the texts searched all of them at once:
// where that took longer than the job may, the next run began anew and came no further.
func TestRenamingGoesOnWhereItWasStopped_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("anna"), w.Join("bob")
	mentionMany(w, bob, ann.ID, "hi @anna", 5800)
	newest := one[string](w, `select id::text from messages where body = 'hi @anna' order by created_at desc offset 500 limit 1`)
	oldest := one[string](w, `select id::text from messages where body = 'hi @anna' order by created_at limit 1`)
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	storetest.MoveClock(t, w.URL, 2*time.Minute)
	w.Must(storetest.Second(w.Owner().Exec(ctx, `
		create function refuse() returns trigger language plpgsql as 'begin raise exception ''not now''; end';
		create trigger refuse before update on messages for each row when (old.id = '`+newest+`') execute function refuse()`)))
	if err := storetest.Second(w.EraseDue(ctx)); err == nil {
		t.Fatal("the failure is not reported")
	}
	// What is written where the job has been is not looked at again.
	w.Exec(`update messages set body = 'hello @anna' where id = $1`, oldest)
	w.Must(storetest.Second(w.Owner().Exec(ctx, `drop trigger refuse on messages`)))
	w.Must(storetest.Second(w.EraseDue(ctx)))
	if n := one[int](w, `select count(*)::int from messages where body = 'hi @anna'`); n != 0 {
		t.Errorf("%d texts keep the name", n)
	}
	if got := one[string](w, `select body from messages where id = $1`, oldest); got != "hello @anna" {
		t.Errorf("the job began anew: %q", got)
	}
	if n := one[int](w, `select count(*)::int from site_events where body ? 'names' or body ? 'done'`); n != 0 {
		t.Errorf("%d entries of the site log still name the member", n)
	}
}
