package store_test

import (
	"slices"
	"testing"
	"time"

	"muster/store"
)

// Times from before the clock was set back count as of age before now, in order with the
// others, and the caller's own are left as they are.
func TestTimesLaterThanNowCountFromNow(t *testing.T) {
	now := time.Date(2026, 10, 25, 1, 0, 0, 0, time.UTC)
	minute := func(n int) time.Time { return now.Add(time.Duration(n) * time.Minute) }
	given := []time.Time{minute(-90), minute(60), minute(61), minute(-0)}
	got := store.ClampTimes(given, now, 5*time.Minute)
	if want := []time.Time{minute(-90), minute(-5), minute(-5), now}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if !given[1].Equal(minute(60)) {
		t.Error("the caller's times were changed")
	}
	if past := given[:1]; &store.ClampTimes(past, now, 0)[0] != &past[0] {
		t.Error("times that are all past were copied")
	}
}
