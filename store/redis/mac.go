// Every message carries an HMAC under a key that only the nodes of one community
// on one database have. It covers the channel, the node's id, the message's
// number, its kind and its body. Without it, anybody who may publish on this Redis
// could speak for a node: show what nobody said, hide the event that has its
// number, fill or empty the list of who is there.
//
// A message that was recorded and is published again verifies too, so each has a
// number: the time in nanoseconds at which it left, or one more than the last. A
// node accepts the messages of another in rising order, and none whose number is
// further than maxAge from its own clock. Redis keeps the order in which a node
// publishes, so nothing that was received is accepted again: no presence, no
// typing, no request. What remains possible: a node cannot distinguish a late message
// from a recorded one that it never received, for maxAge after the time in its number.
// Such a message can make a node that has stopped look present for bus.PresenceTimeout.
//
// A node whose clock was ahead and has gone back cannot go on numbering from there: the
// others would refuse it until their clocks come to within maxAge, hours or days later.
// Nor may they forget what they received of it, because that could then be published
// again. So it begins a new series under another node id, the first with another last
// byte, and to the others it is a node that they have not met.
//
// Refused messages are counted and logged, and start nothing: otherwise a
// stranger could make every node query the database as often as it likes.

package redis

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"
	"time"
)

// layout is the first byte of every message: it names the header, which is the
// bytes up to bodyAt and the MAC at the end. Layouts 1 and 2 had bodies that could
// not grow, so nodes of builds with different layouts refuse each other's messages
// and meet through the log, once a second, with presence of their own. From
// layout 3 on bodies grow by new fields and kinds (codec.go), so a rolling deploy
// crosses this boundary once. The header must not change again.
const layout = 3

// Where things are in a message; the MAC is its end.
const (
	nodeAt   = 1
	numberAt = nodeAt + len(nodeID{})
	kindAt   = numberAt + 8
	bodyAt   = kindAt + 1
	macSize  = 16
)

const (
	minKey = 32
	// maxAge is how far a message's number may be from the receiver's clock:
	// nodes whose clocks are two hours apart still accept each other's messages.
	maxAge = 3 * time.Hour
	// maxAhead is how far a node's numbers may be ahead of its own clock: as far as they
	// are still accepted where the clock is two hours behind.
	maxAhead = maxAge - 2*time.Hour
	// refusalLogEvery is the least time between two log lines of one refusal.
	refusalLogEvery = time.Minute
)

// refusal is why a message is not accepted, as the log says it; "" is none.
type refusal string

const (
	otherLayout refusal = "redis: messages of nodes of another build are ignored: presence is shared once all nodes run this build"
	otherKey    refusal = "redis: messages of other nodes fail verification: do all nodes share MUSTER_SECRET?"
	otherTime   refusal = "redis: messages of other nodes are repeated, or hours off this node's clock: do all nodes' clocks agree?"
)

// nodeID names a node from its start to its end, and in messages one series of them: the
// last byte counts on from that of the node.
type nodeID [8]byte

// seriesAt is where in a message the byte is that distinguishes a node's series.
const seriesAt = numberAt - 1

// mac makes MACs, for one goroutine.
type mac struct {
	mac hash.Hash
	buf []byte
}

func newMAC(key []byte) *mac { return &mac{mac: hmac.New(sha256.New, key)} }

func newMACs(keys [][]byte) []*mac {
	macs := make([]*mac, len(keys))
	for i, key := range keys {
		macs[i] = newMAC(key)
	}
	return macs
}

// sum is the MAC of what is published on a channel; it holds until the next one.
func (m *mac) sum(channel string, signed []byte) []byte {
	m.mac.Reset()
	m.buf = append(binary.AppendUvarint(m.buf[:0], uint64(len(channel))), channel...)
	m.mac.Write(m.buf)
	m.mac.Write(signed)
	m.buf = m.mac.Sum(m.buf[:0])
	return m.buf[:macSize]
}

// signer numbers and signs what a node publishes. It belongs to the sending
// goroutine, so that numbers rise in the order in which Redis is given messages.
type signer struct {
	mac    *mac
	last   int64
	series byte
}

// sign completes a payload that head began.
func (s *signer) sign(m message, now time.Time) []byte {
	if s.last > now.Add(maxAhead).UnixNano() {
		s.series, s.last = s.series+1, 0
	}
	s.last = max(s.last+1, now.UnixNano())
	m.payload[seriesAt] += s.series
	binary.BigEndian.PutUint64(m.payload[numberAt:], uint64(s.last))
	return append(m.payload, s.mac.sum(m.channel, m.payload)...)
}

// accepted is the number that was accepted last of a node, and when.
type accepted struct {
	number int64
	at     time.Time
}

// verifier accepts or refuses messages. It belongs to the receiving goroutine.
type verifier struct {
	macs   []*mac // of the keys that are accepted
	last   map[nodeID]accepted
	logged map[refusal]time.Time
}

// verify says why a payload is not accepted as a message of this layout, of a
// node of this community, on this channel, of now, and for the first time.
func (v *verifier) verify(channel string, payload []byte, now time.Time) refusal {
	if len(payload) < bodyAt+macSize || payload[0] != layout {
		return otherLayout
	}
	signed := payload[:len(payload)-macSize]
	if !slices.ContainsFunc(v.macs, func(m *mac) bool { return hmac.Equal(m.sum(channel, signed), payload[len(signed):]) }) {
		return otherKey
	}
	from := nodeID(payload[nodeAt:numberAt])
	number := int64(binary.BigEndian.Uint64(payload[numberAt:]))
	last, known := v.last[from]
	oldest := now.Add(-maxAge).UnixNano()
	if number <= last.number || number < oldest || number > now.Add(maxAge).UnixNano() {
		return otherTime
	}
	if !known {
		v.forget(oldest)
	}
	v.last[from] = accepted{number, time.Now()}
	return ""
}

// forget drops the nodes of which every recorded message is too old to be accepted, and
// stays so: a clock that was ahead may go back. So as much time must have passed too, which
// no clock that is set changes.
func (v *verifier) forget(oldest int64) {
	for from, last := range v.last {
		if last.number < oldest && time.Since(last.at) > 2*maxAge {
			delete(v.last, from)
		}
	}
}

// countRefused counts a refused message and logs why, once a minute for each
// reason.
func (b *Bus) countRefused(why refusal, now time.Time) {
	n := b.refused.Add(1)
	if now.Sub(b.verifier.logged[why]) < refusalLogEvery {
		return
	}
	b.verifier.logged[why] = now
	b.log.Warn(string(why), "refused", n)
}
