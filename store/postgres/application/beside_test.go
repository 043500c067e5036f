package application_test

import (
	"slices"
	"testing"
	"time"

	"muster/store"
	rules "muster/store/application"
	"muster/store/desk"
	desks "muster/store/postgres/desk"
	"muster/store/postgres/storetest"
)

// Two administrators who have one application open see each other until one leaves or
// shows no sign of life any more.
func TestClaimsOfTwoReviewers_AREV10(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.starts("ann@example.org")
	ann.submits("ann@example.org", "+15551234567")
	chief, boss := w.chief("chief"), w.chief("boss")
	seen := func(by store.Caller) string {
		page, err := w.List(ctx, by.Member.ID, "", 1)
		w.must(err)
		if page.Applications[0].ClaimedBy == nil {
			return ""
		}
		return page.Applications[0].ClaimedBy.ID
	}
	changes := func() int {
		return one[int](w, `select count(*)::int from broadcasts where kind = $1 and value->>'part' = 'applications'`, store.AdminChangedKind)
	}
	if other, err := w.ClaimOf(ctx, chief, ann.id, false); err != nil || other != nil {
		t.Fatalf("the first: %v, %v", other, err)
	}
	other, err := w.ClaimOf(ctx, boss, ann.id, false)
	if err != nil || other == nil || other.ID != chief.Member.ID {
		t.Fatalf("the second: %v, %v", other, err)
	}
	if seen(chief) != boss.Member.ID || seen(boss) != chief.Member.ID {
		t.Errorf("they see %q and %q", seen(chief), seen(boss))
	}
	announced := changes()
	if other, err = w.ClaimOf(ctx, chief, ann.id, false); err != nil || other == nil || changes() != announced {
		t.Errorf("a sign of life: %v, %v, %d announcements", other, err, changes()-announced)
	}
	storetest.MoveClock(t, w.url, time.Minute)
	if _, err := w.ClaimOf(ctx, boss, ann.id, false); err != nil {
		t.Error(err)
	}
	storetest.MoveClock(t, w.url, 150*time.Second)
	if seen(boss) != "" || seen(chief) != boss.Member.ID {
		t.Errorf("after the first one's end they see %q and %q", seen(chief), seen(boss))
	}
	if other, err = w.ClaimOf(ctx, boss, ann.id, true); err != nil || other != nil || seen(chief) != "" {
		t.Errorf("after both: %v, %v", other, err)
	}
	for _, id := range []string{rules.NewID(), "none", w.starts("draft@example.org").id} {
		_, err := w.ClaimOf(ctx, chief, id, false)
		w.wants(err, store.NotFound, "application_not_found")
	}
}

// Drafts of which nothing is proven, however many, hide no application that has the same
// name and phone.
func TestDraftsHideNoRelatedApplication_AREV4(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	same := step(rules.Identification, "nobody@example.org", "+15551234567")
	same.Moving = false
	for i := range 12 {
		w.must(w.starts("draft" + string(rune('a'+i)) + "@example.org").saves(same))
	}
	ann, ben := w.starts("ann@example.org"), w.starts("ben@example.org")
	ann.submits("ann@example.org", "+15551234567")
	ben.submits("ben@example.org", "+15557654321")
	w.exec(`update applications set address = '' where id = $1`, ben.id)
	shown, err := w.Listed(ctx, "", ann.id)
	w.must(err)
	if r := shown.Related; len(r) != 1 || r[0].ID != ben.id || !slices.Equal(r[0].Common, []string{"full_name"}) {
		t.Errorf("%+v", r)
	}
}

// What waits is counted with its promised time, and how the promise was kept is measured.
// Applications that share a phone, a name or a network are shown beside each other.
func TestPromiseIsMeasured_AREV3(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	ann, ben := w.starts("ann@example.org"), w.starts("ben@example.org")
	ann.submits("ann@example.org", "+15551234567")
	ben.submits("ben@example.org", "+15551234568")
	first, err := w.List(ctx, chief.Member.ID, rules.StatusFilter(rules.Pending), 1)
	w.must(err)
	if first.Applications[0].ID != ann.id {
		t.Error("what is due first is not first")
	}
	related := first.Applications[0].Related
	if len(related) != 1 || related[0].ID != ben.id || related[0].Status != "pending" || !slices.Equal(related[0].Common, []string{"full_name", "network"}) {
		t.Errorf("related: %+v", related)
	}
	waits := func(all, soon int) {
		t.Helper()
		if a, s, err := w.Applications.Waiting(ctx); err != nil || a != all || s != soon {
			t.Errorf("%d wait, %d soon, %v; want %d, %d", a, s, err, all, soon)
		}
	}
	waits(2, 0)
	storetest.MoveClock(t, w.url, 20*time.Hour)
	if _, err := w.Decide(ctx, chief, ann.id, rules.Decision{Status: rules.Rejected}); err != nil {
		t.Fatal(err)
	}
	waits(1, 0)
	storetest.MoveClock(t, w.url, 12*24*time.Hour) // more than seven business days, wherever they begin
	waits(1, 1)
	if _, err := w.Decide(ctx, chief, ben.id, rules.Decision{Status: rules.OnHold}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Decide(ctx, chief, ben.id, rules.Decision{Status: rules.Accepted}); err != nil { // it did not wait any more
		t.Fatal(err)
	}
	waits(0, 0)
	page, err := w.List(ctx, chief.Member.ID, "", 1)
	w.must(err)
	if p := page.Promise; p.Decided != 2 || p.Late != 1 || p.MedianHours == nil || *p.MedianHours < 150 || *p.MedianHours > 170 {
		t.Errorf("%+v", p)
	}
}

// What was submitted is among the activities that administrators watch, without a name.
func TestSubmissionIsAnActivity_AREV1(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.starts("draft@example.org")
	ann := w.starts("ann@example.org")
	ann.submits("ann@example.org", "+15551234567")
	found, _, err := desks.New(w.DB).Activities(ctx, desk.ActivityCursor{}, 50)
	w.must(err)
	n := 0
	for _, a := range found {
		if a.Kind == desk.ActivityApplied {
			n++
			if a.ID != "application:"+ann.id || a.Actor != (desk.ActivityPerson{}) || a.At.IsZero() {
				t.Errorf("%+v", a)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d activities of applications", n)
	}
}
