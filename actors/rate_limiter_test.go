package actors

import (
	"testing"
	"time"
)

// Matrix 2a, clock: one that was set back by hours refuses nobody for hours.
func TestBucketOutlivesAClockSetBack(t *testing.T) {
	var b bucket
	now := time.Now()
	for range 5 {
		if _, ok := b.take(now, 1, 5); !ok {
			t.Fatal("a full bucket refused")
		}
	}
	if _, ok := b.take(now, 1, 5); ok {
		t.Fatal("an empty bucket gave")
	}
	back := now.Add(-2 * time.Hour)
	for i := range 5 {
		if wait, ok := b.take(back, 1, 5); !ok {
			t.Fatalf("the %dth waits %v", i+1, wait)
		}
	}
	if wait, ok := b.take(back, 1, 5); ok || wait > 5*time.Second {
		t.Fatalf("then %v %v", wait, ok)
	}
}
