package roomlog_test

import (
	"context"
	"runtime"
	"testing"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// A page names the numbers of the logs that are in it: neither an event that it holds nor
// one that it lacks is taken for the other.
func TestPagesNameTheHeadsOfTheirLogs(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann := w.Join("ann")
	chief, _ := w.Chief("chief")
	first := w.Stored(ann.Says("general", "one")).Message.ID
	_, _, err := w.Pin(ctx, chief, "general", first)
	w.Must(err)
	site := one[int64](w, `select seq from site_head`)

	page, err := w.History(ctx, ann.ID, "general", 50, "")
	w.Must(err)
	want := store.AsOf{Log: 2, Site: site}
	if page.AsOf != want || len(page.Messages) != 1 {
		t.Errorf("history %+v of %+v, want %+v", page.Messages, page.AsOf, want)
	}
	for name, read := range map[string]func() (roomlog.HistoryWindow, error){
		"around": func() (roomlog.HistoryWindow, error) { return w.HistoryAround(ctx, ann.ID, "general", 50, first) },
		"after":  func() (roomlog.HistoryWindow, error) { return w.HistoryAfter(ctx, ann.ID, "general", 50, first) },
	} {
		if page, err := read(); err != nil || page.AsOf != want {
			t.Errorf("%s: %+v %v", name, page.AsOf, err)
		}
	}
	if _, asOf, err := w.Pins(ctx, ann.ID, "general"); err != nil || asOf != want {
		t.Errorf("pins: %+v %v", asOf, err)
	}
}

// What a transaction that still runs will broadcast has a higher position than a list that
// is read meanwhile, in whatever order the two started; what had committed has not.
func TestListsNameThePositionOfTheBroadcasts(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann, bob, cyd := w.Join("ann"), w.Join("bob"), w.Join("cyd")
	late := w.Begin()
	storetest.Ignore(t, late, ann.ID, cyd.ID)
	changed, err := w.Ignore(ctx, ann.ID, bob.ID)
	w.Must(err)
	list, asOf, err := w.Ignored(ctx, ann.ID)
	w.Must(err)
	if len(list) != 1 || len(changed) != 1 || changed[0].Position <= asOf.Log || changed[0].Member() != ann.ID {
		t.Errorf("%d ignored as of %+v while an older transaction runs, changed at %+v", len(list), asOf, changed)
	}
	w.Must(late.Commit(ctx))
	// Transactions of other tests may hold the position back.
	for asOf.Log < changed[0].Position {
		list, asOf, err = w.Ignored(ctx, ann.ID)
		w.Must(err)
		runtime.Gosched()
	}
	if len(list) != 2 {
		t.Errorf("%d ignored as of %+v", len(list), asOf)
	}
	if _, empty, err := w.Ignored(ctx, bob.ID); err != nil || empty.Log < changed[0].Position {
		t.Errorf("an empty list as of %+v: %v", empty, err)
	}
	if pictures, later, err := w.ProfilePictures(ctx, []string{"ann"}); err != nil || len(pictures) != 1 || later.Log < changed[0].Position {
		t.Errorf("pictures as of %+v: %v", later, err)
	}
}
