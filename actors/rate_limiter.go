// Pace: how fast one member may act on this node, across its tabs (WS-24), and
// how often one socket may be refused before it is closed as abuse.
package actors

import (
	"math"
	"sync/atomic"
	"time"
)

// bucket is a token bucket without a lock: it keeps the moment at which it
// would be full again (the generic cell rate algorithm). The zero bucket is
// full.
type bucket struct{ full atomic.Int64 }

// take takes one token of a bucket refilled at rate a second up to burst. When
// there is none it says how long to wait for one.
func (b *bucket) take(now time.Time, rate float64, burst int) (wait time.Duration, ok bool) {
	step := int64(stepOf(rate))
	limit := step * int64(burst)
	at := now.UnixNano()
	for {
		full := b.full.Load()
		next := max(full, at) + step
		if full-at > (maxDebtBursts+1)*limit {
			next = at + step // the machine's clock was set back
		}
		if over := next - at - limit; over > 0 {
			return time.Duration(over), false
		}
		if b.full.CompareAndSwap(full, next) {
			return 0, true
		}
	}
}

// stepOf is what one token is worth.
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

// memberLimits is what this node keeps of one person in chat: shared by the person's
// sockets, made and forgotten by the hub.
type memberLimits struct {
	id                      string
	sends, reactions, moves bucket
	typing, arrivals        bucket
}

// rateLimiter is the configured speed of a member. This node's bucket decides at once;
// the pacer is told afterwards and pushes this bucket to where the one of all
// nodes stands. So a member who acts on several nodes at once has at most one
// burst on each, before the answers come, and then waits until all of it is
// paid back; nothing ever waits for the pacer, and without its answer each node
// keeps its own pace.
type rateLimiter struct {
	rate   float64
	burst  int
	shared SharedLimiter
	clock  func() time.Time
}

// send is the pace of messages.
func (p rateLimiter) send(m *memberLimits, now time.Time) (time.Duration, bool) {
	return p.takeShared(&m.sends, "send:"+m.id, now, p.rate, p.burst)
}

// react is the pace of reactions and deletions: twice that of messages.
func (p rateLimiter) react(m *memberLimits, now time.Time) (time.Duration, bool) {
	return p.takeShared(&m.reactions, "react:"+m.id, now, 2*p.rate, 2*p.burst)
}

// maxDebtBursts bounds how far behind the pacer can put a member.
const maxDebtBursts = 10

// takeShared takes a token of a bucket that the member has on every node.
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

// move is the pace of entering and leaving rooms.
func (p rateLimiter) move(m *memberLimits, now time.Time) (time.Duration, bool) {
	return m.moves.take(now, math.Max(2, p.rate), max(20, p.burst))
}

// arrive is the pace of coming into chat, with all tabs together: three times as
// many as may be open, at once.
func (p rateLimiter) arrive(m *memberLimits, now time.Time) (time.Duration, bool) {
	return m.arrivals.take(now, math.Max(2, p.rate), max(3*socketsPerMember, p.burst))
}

// typed is the pace of typing frames; beyond it they are dropped unsaid.
func (p rateLimiter) typed(m *memberLimits, now time.Time) bool {
	_, ok := m.typing.take(now, 4, 12)
	return ok
}

// refused counts one refused frame of a socket; false once it is abuse: about
// three bursts of thirty within seconds.
func refused(b *bucket, now time.Time) bool {
	_, ok := b.take(now, 2, 85)
	return ok
}
