package ratelimit

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// After a clock was set back by hours, nobody is refused for hours.
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

// The bucket allows burst at once and then rate a second, in whatever order it
// is asked.
func TestWS24Bucket(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rate, burst := float64(rapid.IntRange(1, 20).Draw(rt, "rate")), rapid.IntRange(1, 20).Draw(rt, "burst")
		var b bucket
		start := time.Unix(1000, 0)
		now, taken := start, 0
		for range 200 {
			now = now.Add(time.Duration(rapid.IntRange(0, 300).Draw(rt, "ms")) * time.Millisecond)
			wait, ok := b.take(now, rate, burst)
			if ok {
				taken++
			} else if _, ok := b.take(now.Add(wait), rate, burst); !ok {
				rt.Fatal("the wait was too short")
			} else {
				now, taken = now.Add(wait), taken+1
			}
			if limit := now.Sub(start).Seconds()*rate + float64(burst) + 1e-6; float64(taken) > limit {
				rt.Fatalf("%d taken, at most %.2f", taken, limit)
			}
		}
	})
}
