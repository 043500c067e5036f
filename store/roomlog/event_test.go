package roomlog

import (
	"testing"
	"time"
)

// At least 24 h and at least 10,000 events, whichever reaches further, and
// never more than 50,000.
func TestCanResume_P4(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	fresh, old, never := now.Add(-ResumeAge+1), now.Add(-ResumeAge), time.Time{}
	for _, x := range []struct {
		seq, head int64
		first     time.Time
		want      bool
	}{
		{0, 0, never, true}, {7, 7, never, true}, {8, 7, never, false}, {-1, 7, old, false},
		{0, 10_000, old, true}, {0, 10_001, old, false}, {0, 10_001, fresh, true},
		{0, 50_000, fresh, true}, {0, 50_001, fresh, false}, {1, 50_001, fresh, true},
		{0, 5, never, false}, // the log does not have the next event any more
		{0, 1, now.Add(time.Hour), true},
	} {
		if got := CanResume(x.seq, x.head, x.first, now); got != x.want {
			t.Errorf("%+v: %v", x, got)
		}
	}
}
