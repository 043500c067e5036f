// Trimming: what goes, what stays, and how a member who was away rejoins.

package roomlog_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// trim deletes what the job does of logs and audit.
func (w *world) trim(ctx context.Context, keep store.Retention) (int64, error) {
	events, err := w.TrimEvents(ctx, keep)
	if err != nil {
		return events, err
	}
	others, err := w.Trim(ctx, keep)
	return events + others, err
}

// The logs and the sends grew for ever. What is older than is kept goes;
// messages, the numbers of the logs and the duplicates within the window stay.
func TestTrimDeletesWhatIsOld_P3_P4(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	const day = 24 * time.Hour
	keep := store.Retention{Events: 7 * day, Sends: 30 * day}
	ann := w.Join("ann")
	w.Must(w.SetAdmin(ctx, ann.ID, true)) // an audit row
	old := ann.Says("general", "old")
	first := w.Stored(old)
	w.Stored(ann.Does(roomlog.ReactionAdded, "general", first.Message.ID, "👍"))

	storetest.MoveClock(t, w.URL, 8*day)
	if _, err := w.trim(ctx, keep); err != nil {
		t.Fatal(err)
	}
	ann = w.SignIn(ann.Member)
	late := w.Stored(ann.Says("general", "late"))
	if late.Seq != 3 {
		t.Errorf("the next number is %d, want 3", late.Seq)
	}
	events, err := w.Events(ctx, "general", 0, 10)
	w.Must(err)
	if len(events) != 1 || events[0].Seq != 3 {
		t.Errorf("the log still holds %+v", events)
	}
	heads, site, err := w.Heads(ctx, []string{"general"})
	w.Must(err)
	if heads["general"] != 3 || site == 0 {
		t.Errorf("heads %v and %d", heads, site)
	}
	if n := one[int64](w, `select count(*) from site_events where at < muster_now() - interval '7 days'`); n != 0 {
		t.Errorf("%d old events in the site log", n)
	}
	for seq, want := range map[int64]bool{0: false, 1: false, 2: true, 3: true} {
		if can, err := w.Resumable(ctx, "general", seq); err != nil || can != want {
			t.Errorf("a resume after %d: %v %v, want %v", seq, can, err, want)
		}
	}
	page, err := w.ReadHistory(ctx, ann.ID, "general", 50, "")
	w.Must(err)
	if len(page) != 2 || page[0].Text != "old" || len(page[0].Reactions) != 1 {
		t.Errorf("the history is %+v", page)
	}
	old.Session, old.MessageID = ann.Session, storetest.NewID()
	if v := w.Do(old)[0]; v.Err != nil || v.Stored || v.Event.Message.ID != first.Message.ID {
		t.Errorf("a resend within the window: %s", storetest.Show(v))
	}
	again := ann.Does(roomlog.ReactionAdded, "general", first.Message.ID, "👍")
	if v := w.Do(again)[0]; v.Err != nil || v.Stored {
		t.Errorf("a reaction that is there: %s", storetest.Show(v))
	}

	storetest.MoveClock(t, w.URL, 31*day)
	_, err = w.trim(ctx, keep)
	w.Must(err)
	if n := one[int64](w, `select count(*) from sends`); n != 1 {
		t.Errorf("%d sends are kept, want the late one", n)
	}
	if n := one[int64](w, `select count(*) from audit`); n == 0 {
		t.Error("the audit was trimmed")
	}
	w.Exec(`update audit_retention set kept = '24 hours'`)
	_, err = w.trim(ctx, store.Retention{Events: 7 * day, Sends: 30 * day, Audit: day})
	w.Must(err)
	if n := one[int64](w, `select count(*) from audit`); n != 0 {
		t.Errorf("%d audit rows are older than a day", n)
	}
}

// Trimming works in batches, also when there are more rows than one holds, and
// leaves no hole in a log.
func TestTrimWorksInBatches(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Exec(`insert into room_events (room_id, seq, kind, message_id, actor_id, at)
		select 'general', i, 'message', gen_random_uuid(), gen_random_uuid(), muster_now() - make_interval(hours => 2500 - i)
		from generate_series(1, 2500) i order by random()`)
	w.Exec(`update room_heads set seq = 2500 where room_id = 'general'`)
	deleted, err := w.trim(ctx, store.Retention{Events: 24 * time.Hour, Sends: 24 * time.Hour})
	w.Must(err)
	if lowest := one[int64](w, `select min(seq) from room_events`); deleted != lowest-1 || lowest < 2470 {
		t.Errorf("%d rows deleted, the log begins at %d", deleted, lowest)
	}
	if n := one[int64](w, `select count(*) from room_events`); n != 2500-deleted {
		t.Errorf("%d events are left of 2500 after %d were deleted", n, deleted)
	}
}

// A retention without an age deletes nothing. It deleted the logs of all rooms, and
// the sockets that were to hear of the newest events heard nothing.
func TestTrimWithoutAnAgeKeepsEverything(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Exec(`insert into room_events (room_id, seq, kind, message_id, actor_id, at)
		select 'general', i, 'message', gen_random_uuid(), gen_random_uuid(), muster_now() - make_interval(days => 400 - i)
		from generate_series(1, 9) i`)
	deleted, err := w.trim(ctx, store.Retention{})
	w.Must(err)
	if n := one[int](w, `select count(*) from room_events`); deleted != 0 || n != 9 {
		t.Errorf("%d rows deleted, %d of 9 are left", deleted, n)
	}
}
