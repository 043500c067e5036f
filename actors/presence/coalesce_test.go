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
	at := windowEnd(now)
	if wait := at.Sub(now); wait <= 0 || wait > Window || !at.Truncate(Window).Equal(at) {
		t.Errorf("%v after %v", at, now)
	}
	if !strings.Contains(at.String(), " m=+") {
		t.Error("by the machine's clock")
	}
	if at := windowEnd(time.Time{}); at.After(now) {
		t.Errorf("the first window ends at %v", at)
	}
}
