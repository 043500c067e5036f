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
	step := int64(math.Ceil(float64(time.Second) / rate))
	limit := step * int64(burst)
	at := now.UnixNano()
	for {
		full := b.full.Load()
		next := max(full, at) + step
		if over := next - at - limit; over > 0 {
			return time.Duration(over), false
		}
		if b.full.CompareAndSwap(full, next) {
			return 0, true
		}
	}
}

// member is what this node keeps of one person in chat: shared by the person's
// sockets, made and forgotten by the hub.
type member struct {
	id                      string
	sends, reactions, moves bucket
	typing                  bucket
}

// pace is the configured speed of a member.
type pace struct {
	rate  float64
	burst int
}

// send is the pace of messages.
func (p pace) send(m *member, now time.Time) (time.Duration, bool) {
	return m.sends.take(now, p.rate, p.burst)
}

// react is the pace of reactions and deletions: twice that of messages.
func (p pace) react(m *member, now time.Time) (time.Duration, bool) {
	return m.reactions.take(now, 2*p.rate, 2*p.burst)
}

// move is the pace of entering and leaving rooms.
func (p pace) move(m *member, now time.Time) (time.Duration, bool) {
	return m.moves.take(now, math.Max(2, p.rate), max(20, p.burst))
}

// typed is the pace of typing frames; beyond it they are dropped unsaid.
func (p pace) typed(m *member, now time.Time) bool {
	_, ok := m.typing.take(now, 4, 12)
	return ok
}

// refused counts one refused frame of a socket; false once it is abuse: about
// three bursts of thirty within seconds.
func refused(b *bucket, now time.Time) bool {
	_, ok := b.take(now, 2, 85)
	return ok
}
