package face_test

import (
	"testing"

	rules "muster/store/face"
)

// The viewer's history had no skips. It has the newest ones, as many as of checks, of
// that member alone, and how many there are in all.
func TestHistorySkips_FADM9(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.signedIn("ann", false).Member, w.signedIn("bob", false).Member
	h, err := w.faces.History(ctx, ann.ID, 2)
	w.must(err)
	if h.SkipCount != 0 || len(h.Skips) != 0 {
		t.Errorf("before: %d, %+v", h.SkipCount, h.Skips)
	}
	w.exec(`insert into face_skips (member_id, kind, reason, at) select unnest(array[$1, $1, $1, $2]::uuid[]), unnest(array['enrollment', 'verification', 'verification', 'verification']),
		unnest(array['later', 'failed_attempts', 'admin_skip', 'failed_attempts']), muster_now() - interval '1 minute' * unnest(array[30, 10, 20, 1])`, ann.ID, bob.ID)
	h, err = w.faces.History(ctx, ann.ID, 2)
	w.must(err)
	if h.SkipCount != 3 || len(h.Skips) != 2 {
		t.Fatalf("%d skips, shown %+v", h.SkipCount, h.Skips)
	}
	for i, reason := range []string{rules.SkipAfterFailures, rules.SkipByAdmin} {
		if got := h.Skips[i]; got.Reason != reason || got.Kind != rules.Verification || got.ID == "" || got.At.IsZero() {
			t.Errorf("skip %d: %+v", i, got)
		}
	}
	if !h.Skips[0].At.After(h.Skips[1].At) {
		t.Errorf("%v before %v", h.Skips[0].At, h.Skips[1].At)
	}
}
