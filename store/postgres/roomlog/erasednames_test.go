package roomlog_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// A text that named a member and was stored while that member was erased kept the name for ever,
// and so did one with a name that the member had given up before.
func TestNamesOfErasedMembersGoFromLateTexts_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann_then"), w.Join("bob")
	before := w.Stored(bob.Says("general", "hi @ann_then")).Message.ID
	w.renames(ann, "anna")
	given := w.Stored(bob.Says("general", "Where is @ANN_then?")).Message.ID
	edited := w.Stored(bob.Says("general", "Ask @ann_then!")).Message.ID
	w.Stored(bob.Edits("general", edited, "Ask nobody"))
	other := w.Stored(bob.Says("general", "write to bob@ann_then.example, then @ann_thence, ann")).Message.ID
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	holder := w.Begin()
	storetest.LockSiteLog(t, holder) // the erasure needs it last
	erased, said := make(chan error, 1), make(chan error, 1)
	go func() { erased <- storetest.Second(w.EraseDue(ctx)) }()
	w.AwaitBlocked()
	late := bob.Says("general", "@anna, are you there?")
	go func() {
		results, err := w.Append(ctx, []roomlog.Command{late})
		if err == nil {
			err = results[0].Err
		}
		said <- err
	}()
	for deadline := time.Now().Add(30 * time.Second); len(said) == 0 && one[int](w, `select count(*)::int from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`) < 2; {
		if time.Now().After(deadline) {
			t.Fatal("the text neither is stored nor waits for the erasure")
		}
	}
	w.Must(holder.Rollback(ctx))
	w.Must(<-erased)
	w.Must(<-said)

	text := func(id string) string { return one[string](w, `select body from messages where id = $1`, id) }
	w.Must(storetest.Second(w.EraseDue(ctx)))
	if got := text(late.MessageID); got != "@anna, are you there?" {
		t.Fatalf("%q: the text was not on its way", got)
	}
	storetest.MoveClock(t, w.URL, 2*time.Minute)
	// A job that ends when it has written the texts anew leaves nothing that is not announced.
	w.Must(storetest.Second(w.Owner().Exec(ctx, `
		create function hold() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return new; end';
		create trigger hold before update on site_events for each row execute function hold()`)))
	holder = w.Begin()
	w.Must(storetest.Second(holder.Exec(ctx, `select pg_advisory_xact_lock(1)`))) // which is no write
	ended, end := context.WithCancel(ctx)
	go func() { erased <- storetest.Second(w.EraseDue(ended)) }()
	w.AwaitBlocked()
	end()
	if err := <-erased; err == nil {
		t.Error("the job did not end early")
	}
	w.Must(holder.Rollback(ctx))
	w.Must(storetest.Second(w.EraseDue(ctx)))
	name := one[string](w, `select username from members where id = $1`, ann.ID)
	for id, want := range map[string]string{
		before: "hi @" + name, given: "Where is @" + name + "?", late.MessageID: "@" + name + ", are you there?",
		edited: "Ask nobody", other: "write to bob@ann_then.example, then @ann_thence, ann",
	} {
		if got := text(id); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := one[string](w, `select body from message_edits where message_id = $1`, edited); got != "Ask @"+name+"!" {
		t.Errorf("the earlier text is %q", got)
	}
	events, err := w.SiteEvents(ctx, 0, 1000)
	w.Must(err)
	again := 0
	for _, e := range events {
		if strings.HasPrefix(e.OldUsername, "ann") || strings.HasPrefix(e.NewUsername, "ann") || len(e.Names) > 0 {
			t.Errorf("the site log has %+v", e)
		}
		if e.Kind == store.Renamed && e.Erased && e.MemberID == ann.ID {
			again++
		}
	}
	if again != 3 {
		t.Errorf("announced %d times, want once, and once more for each of the two names", again)
	}
	w.Must(storetest.Second(w.EraseDue(ctx)))
	if after, err := w.SiteEvents(ctx, 0, 1000); err != nil || len(after) != len(events) {
		t.Errorf("announced again: %d events, %d before, %v", len(after), len(events), err)
	}
}

// A name that a member had given up, and that another has taken since, was taken from the other's
// mentions where a text named both.
func TestNameThatAnotherHasTakenStaysWithThat_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann_then"), w.Join("bob")
	before := w.Stored(bob.Says("general", "hi @ann_then")).Message.ID
	w.givesNameAway(ann, "anna")
	dan := w.Join("dan")
	both := w.Stored(dan.Says("general", "@anna, meet @ann_then")).Message.ID
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	storetest.MoveClock(t, w.URL, store.ChangedUsernameLock+3*time.Minute)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	name := one[string](w, `select username from members where id = $1`, ann.ID)
	for id, want := range map[string]string{before: "hi @" + name, both: "@" + name + ", meet @ann_then"} {
		if got := one[string](w, `select body from messages where id = $1`, id); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A text with the name of an erased member that was stored by a transaction of more than a minute
// kept it for ever: after a minute nothing from before was believed to be under way.
func TestNamesStayKnownWhileTextsFromBeforeAreUnderWay_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("anna"), w.Join("bob")
	late := w.Stored(bob.Says("general", "hello")).Message.ID
	slow := w.Begin()
	w.Must(storetest.Second(slow.Exec(ctx, `update messages set body = 'Where is @anna?' where id = $1`, late)))
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	storetest.MoveClock(t, w.URL, 2*time.Minute)
	done := make(chan error, 1)
	go func() { done <- storetest.Second(w.EraseDue(ctx)) }()
	const waits = `select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_snapshot_xmin%')`
	for deadline := time.Now().Add(30 * time.Second); len(done) == 0 && !one[bool](w, waits); {
		if time.Now().After(deadline) {
			t.Fatal("the job neither ends nor waits for the text")
		}
	}
	w.Must(slow.Commit(ctx))
	w.Must(<-done)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	if got := one[string](w, `select body from messages where id = $1`, late); got != "Where is @"+one[string](w, `select username from members where id = $1`, ann.ID)+"?" {
		t.Errorf("%q", got)
	}
}

// One name of an erased member that could not be taken out of the texts kept the others there.
func TestNameThatFailsKeepsNoOther_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann_then")
	w.renames(ann, "anna")
	storetest.MoveClock(t, w.URL, store.ChangedUsernameLock+time.Minute)
	w.Must(storetest.Second(w.ChangeUsername(ctx, ann.ID, "zora")))
	bob := w.Join("bob")
	first := w.Stored(bob.Says("general", "Where is @ann_then?")).Message.ID
	second := w.Stored(bob.Says("general", "Where is @anna?")).Message.ID
	w.Must(storetest.Second(w.Owner().Exec(ctx, `
		create function refuse() returns trigger language plpgsql as 'begin raise exception ''not now''; end';
		create trigger refuse before update on messages for each row when (old.body like '%@ann_then%') execute function refuse()`)))
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	storetest.MoveClock(t, w.URL, store.ChangedUsernameLock+3*time.Minute)
	name := one[string](w, `select username from members where id = $1`, ann.ID)
	check := func(id, want string) {
		t.Helper()
		if got := one[string](w, `select body from messages where id = $1`, id); got != "Where is @"+want+"?" {
			t.Errorf("%q, want %s in it", got, want)
		}
	}
	if err := storetest.Second(w.EraseDue(ctx)); err == nil {
		t.Error("the failure is not reported")
	}
	check(first, "ann_then")
	check(second, name)
	w.Must(storetest.Second(w.Owner().Exec(ctx, `drop trigger refuse on messages`)))
	w.Must(storetest.Second(w.EraseDue(ctx)))
	check(first, name)
	if n := one[int](w, `select count(*)::int from site_events where body ? 'names'`); n != 0 {
		t.Errorf("%d entries of the site log still name the member", n)
	}
}

// A member whom others had mentioned many thousand times could not be erased: its transaction
// wrote all of the texts anew, for longer than a statement may take.
func TestErasureWritesFewTextsAnewAtOnce_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("anna"), w.Join("bob")
	w.Stored(bob.Says("general", "hi @anna"))
	w.Must(storetest.Second(w.Owner().Exec(ctx, `
		with more as (insert into messages (id, room_id, seq, kind, body, sender_id, created_at)
			select gen_random_uuid(), room_id, 1000 + n, kind, body, sender_id, created_at from messages, generate_series(1, 1200) n where body = 'hi @anna' returning *)
		insert into message_mentions (message_id, room_id, seq, member_id, sender_id, at) select id, room_id, seq, $1, sender_id, created_at from more`, ann.ID)))
	left := func() int { return one[int](w, `select count(*)::int from messages where body = 'hi @anna'`) }
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	if n := left(); n != 701 {
		t.Errorf("%d texts are left after the erasure, want all but 500", n)
	}
	storetest.MoveClock(t, w.URL, 2*time.Minute)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	if n := left(); n != 0 {
		t.Errorf("%d texts keep the name", n)
	}
}
