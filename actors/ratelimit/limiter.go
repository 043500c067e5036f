// Rate limits: how fast one member may act on this node, with all tabs
// together, and how many frames of one socket may be refused before it is
// closed as abuse.
package ratelimit

import (
	"math"
	"time"

	"muster/store"
	"muster/store/roomlog"
)

// SocketsPerMember is how many sockets of a member may be open on this node.
const SocketsPerMember = 20

// Member holds the rate limits of one person in chat. The person's
// sockets share it; the hub creates and forgets it.
type Member struct {
	ID                      string
	sends, reactions, moves bucket
	typing, arrivals        bucket
}

// Shared shares the rate limits of members between nodes (store/redis).
// A node without others has none.
type Shared interface {
	// Report reports one command that this node let through under key; step is the
	// time that one token is worth. settle is called later, from another
	// goroutine, with the time until the bucket shared by all nodes is full again.
	// Report never waits; when the shared bucket does not answer, settle is not
	// called.
	Report(key string, step time.Duration, settle func(left time.Duration))
}

// Limiter applies the configured rates. This node's bucket decides at once.
// The shared limiter counts it afterwards, and its answer moves this bucket to
// the state of the bucket of all nodes. So a member who acts on several nodes
// at once has at most one burst on each before the answers come, and then waits
// until the shared bucket has refilled. Nothing waits for the shared limiter;
// without its answer each node applies its own limit.
type Limiter struct {
	rate   float64
	burst  int
	shared Shared
	clock  func() time.Time
}

// Send limits messages.
func (p Limiter) Send(m *Member, now time.Time) (time.Duration, bool) {
	return p.takeShared(&m.sends, "send:"+m.ID, now, p.rate, p.burst)
}

// React limits reactions and deletions to twice the rate of messages.
func (p Limiter) React(m *Member, now time.Time) (time.Duration, bool) {
	return p.takeShared(&m.reactions, "react:"+m.ID, now, 2*p.rate, 2*p.burst)
}

// takeShared takes a token from a bucket that the member has on every node.
func (p Limiter) takeShared(b *bucket, key string, now time.Time, rate float64, burst int) (time.Duration, bool) {
	wait, ok := b.take(now, rate, burst)
	if ok && p.shared != nil {
		step := stepOf(rate)
		p.shared.Report(key, step, func(left time.Duration) {
			b.raise(p.clock().Add(min(left, maxDebtBursts*time.Duration(burst)*step)))
		})
	}
	return wait, ok
}

// Move limits entering and leaving rooms.
func (p Limiter) Move(m *Member, now time.Time) (time.Duration, bool) {
	return m.moves.take(now, math.Max(2, p.rate), max(20, p.burst))
}

// Arrive limits joining the chat, with all tabs together. The burst is three
// times the number of sockets that may be open.
func (p Limiter) Arrive(m *Member, now time.Time) (time.Duration, bool) {
	return m.arrivals.take(now, math.Max(2, p.rate), max(3*SocketsPerMember, p.burst))
}

// Typed limits typing frames; those beyond it are dropped without an answer.
func (p Limiter) Typed(m *Member, now time.Time) bool {
	_, ok := m.typing.take(now, 4, 12)
	return ok
}

// New limits to rate messages a second and burst at once; shared may be nil.
func New(rate float64, burst int, shared Shared, clock func() time.Time) Limiter {
	return Limiter{rate, burst, shared, clock}
}

// ErrTooFast answers who has to wait.
func ErrTooFast(wait time.Duration) *store.Error {
	return &store.Error{Code: store.Limited, Reason: "rate_limited", Message: roomlog.TooFast, RetryAfter: max(wait, time.Millisecond)}
}
