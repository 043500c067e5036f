package chat_test

import (
	"fmt"
	"testing"
	"time"

	"muster/store/postgres/storetest"
)

// The database fails over to a host whose clock is an hour behind: a member goes on in a room
// with slow mode, at its pace. It was silent there for that hour.
func TestSlowModeGoesOnWhenTheClockWentBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	w.slow("general", 60)
	storetest.MoveClock(t, w.URL, time.Hour)
	w.Stored(ann.Says("general", "before"))
	storetest.MoveClock(t, w.URL, 0)
	if got := w.outcomes(ann.Says("general", "x"), ann.Says("general", "x")); fmt.Sprint(got) != "[ok slow_mode]" {
		t.Error(got)
	}
	storetest.MoveClock(t, w.URL, 61*time.Second)
	if got := w.outcomes(ann.Says("general", "x"), ann.Says("general", "x")); fmt.Sprint(got) != "[ok slow_mode]" {
		t.Error(got)
	}
}
