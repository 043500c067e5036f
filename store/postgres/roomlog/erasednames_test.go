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
	storetest.AgeUsername(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.ChangeUsername(ctx, ann.ID, "anna")))
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
	holder = w.Begin()
	w.Must(storetest.Second(holder.Exec(ctx, `select from site_events where body ? 'names' for update`)))
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
	storetest.AgeUsername(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.ChangeUsername(ctx, ann.ID, "anna")))
	storetest.MoveClock(t, w.URL, store.ChangedUsernameLock+time.Minute)
	cleo, dan := w.Join("cleo"), w.Join("dan")
	storetest.AgeUsername(t, w.Owner(), cleo.ID)
	w.Must(storetest.Second(w.ChangeUsername(ctx, cleo.ID, "ann_then")))
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
