package presence

import (
	"strings"
	"testing"
	"time"
)

// All places have the same windows, and a jump of the machine's clock does not
// move the end of one: it is a time of the monotonic clock.
func TestWindowEnd(t *testing.T) {
	now := time.Now()
	for _, pause := range []time.Duration{largeRoomWindow, time.Second} {
		at := windowEnd(now, pause)
		if wait := at.Sub(now); wait <= 0 || wait > pause || !at.Truncate(pause).Equal(at) {
			t.Errorf("%v after %v, every %v", at, now, pause)
		}
		if !strings.Contains(at.String(), " m=+") {
			t.Error("by the machine's clock")
		}
	}
	if at := windowEnd(time.Time{}, time.Second); at.After(now) {
		t.Errorf("the first window ends at %v", at)
	}
}
