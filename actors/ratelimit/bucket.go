package ratelimit

import (
	"math"
	"sync/atomic"
	"time"
)

// bucket is a token bucket without a lock: it stores the moment at which it
// will be full again (the generic cell rate algorithm). The zero bucket is
// full.
type bucket struct{ full atomic.Int64 }

// take takes one token from a bucket that is refilled at rate a second up to
// burst. When there is none it returns how long to wait for one.
func (b *bucket) take(now time.Time, rate float64, burst int) (wait time.Duration, ok bool) {
	step := int64(stepOf(rate))
	limit := step * int64(burst)
	at := now.UnixNano()
	for {
		full := b.full.Load()
		next := max(full, at) + step
		if full-at > (maxDebtBursts+1)*limit {
			next = at + step // the clock of the machine was set back
		}
		if over := next - at - limit; over > 0 {
			return time.Duration(over), false
		}
		if b.full.CompareAndSwap(full, next) {
			return 0, true
		}
	}
}

// stepOf is the time that one token is worth.
func stepOf(rate float64) time.Duration { return time.Duration(math.Ceil(float64(time.Second) / rate)) }

// raise makes the bucket full no earlier than at.
func (b *bucket) raise(at time.Time) {
	for {
		full := b.full.Load()
		if full >= at.UnixNano() || b.full.CompareAndSwap(full, at.UnixNano()) {
			return
		}
	}
}

// maxDebtBursts bounds, in bursts, how far the shared limiter can set a member
// back.
const maxDebtBursts = 10

// Refusals counts the refused frames of one socket.
type Refusals struct{ bucket bucket }

// Add counts one refused frame. It reports false when there were about three bursts
// of thirty within seconds, which counts as abuse.
func (r *Refusals) Add(now time.Time) bool {
	_, ok := r.bucket.take(now, 2, 85)
	return ok
}
