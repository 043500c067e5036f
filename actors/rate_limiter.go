// Rate limits: how fast one member may act on this node, with all tabs
// together, and how many frames of one socket may be refused before it is
// closed as abuse.
package actors

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

// memberLimits holds the rate limits of one person in chat. The person's
// sockets share it; the hub creates and forgets it.
type memberLimits struct {
	id                      string
	sends, reactions, moves bucket
	typing, arrivals        bucket
}

// rateLimiter applies the configured rates. This node's bucket decides at once.
// The shared limiter counts it afterwards, and its answer moves this bucket to
// the state of the bucket of all nodes. So a member who acts on several nodes
// at once has at most one burst on each before the answers come, and then waits
// until the shared bucket has refilled. Nothing waits for the shared limiter;
// without its answer each node applies its own limit.
type rateLimiter struct {
	rate   float64
	burst  int
	shared SharedLimiter
	clock  func() time.Time
}

// send limits messages.
func (p rateLimiter) send(m *memberLimits, now time.Time) (time.Duration, bool) {
	return p.takeShared(&m.sends, "send:"+m.id, now, p.rate, p.burst)
}

// react limits reactions and deletions to twice the rate of messages.
func (p rateLimiter) react(m *memberLimits, now time.Time) (time.Duration, bool) {
	return p.takeShared(&m.reactions, "react:"+m.id, now, 2*p.rate, 2*p.burst)
}

// maxDebtBursts bounds, in bursts, how far the shared limiter can set a member
// back.
const maxDebtBursts = 10

// takeShared takes a token from a bucket that the member has on every node.
func (p rateLimiter) takeShared(b *bucket, key string, now time.Time, rate float64, burst int) (time.Duration, bool) {
	wait, ok := b.take(now, rate, burst)
	if ok && p.shared != nil {
		step := stepOf(rate)
		p.shared.Report(key, step, func(left time.Duration) {
			b.raise(p.clock().Add(min(left, maxDebtBursts*time.Duration(burst)*step)))
		})
	}
	return wait, ok
}

// move limits entering and leaving rooms.
func (p rateLimiter) move(m *memberLimits, now time.Time) (time.Duration, bool) {
	return m.moves.take(now, math.Max(2, p.rate), max(20, p.burst))
}

// arrive limits joining the chat, with all tabs together. The burst is three
// times the number of sockets that may be open.
func (p rateLimiter) arrive(m *memberLimits, now time.Time) (time.Duration, bool) {
	return m.arrivals.take(now, math.Max(2, p.rate), max(3*socketsPerMember, p.burst))
}

// typed limits typing frames; those beyond it are dropped without an answer.
func (p rateLimiter) typed(m *memberLimits, now time.Time) bool {
	_, ok := m.typing.take(now, 4, 12)
	return ok
}

// refused counts one refused frame of a socket. It reports false when there
// were about three bursts of thirty within seconds, which counts as abuse.
func refused(b *bucket, now time.Time) bool {
	_, ok := b.take(now, 2, 85)
	return ok
}
