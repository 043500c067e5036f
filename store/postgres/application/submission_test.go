package application_test

import (
	"testing"
	"time"

	"muster/store"
	rules "muster/store/application"
	"muster/store/postgres/storetest"
)

// Each submission is confirmed by one mail, that of a second try again; a draft by none.
func TestSubmissionIsConfirmed_APP35(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	ann := w.starts("ann@example.org")
	if _, err := w.Submission(ctx, ann.id); store.CodeOf(err) != store.NotFound {
		t.Errorf("a draft: %v", err)
	}
	ann.submits("ann@example.org", "+15551234567")
	unmailed := func() {
		t.Helper()
		n, err := w.Submission(ctx, ann.id)
		if err != nil || n.Mailed || n.Email != "ann@example.org" || n.Number == "" || n.Expedited {
			t.Fatalf("%+v, %v", n, err)
		}
	}
	unmailed()
	w.must(w.SubmissionMailed(ctx, ann.id))
	if n, err := w.Submission(ctx, ann.id); err != nil || !n.Mailed {
		t.Fatalf("%+v, %v", n, err)
	}
	_, err := w.Decide(ctx, chief, ann.id, rules.Decision{Status: rules.Reapply})
	w.must(err)
	storetest.MoveClock(t, w.url, time.Hour)
	for stage := rules.Identification; stage <= rules.Agreement; stage++ {
		w.must(ann.saves(step(stage, "ann@example.org", "+15551234567")))
	}
	unmailed()
	if len(w.submissions) != 2 || w.submissions[0] != ann.id || w.submissions[1] != ann.id {
		t.Errorf("queued %v", w.submissions)
	}
}
