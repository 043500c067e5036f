// The proof of a hint. Whoever may publish on this Redis could otherwise speak
// for a node: show what nobody said, hide the event that has its number, fill
// or empty the list of who is there. So a hint bears an HMAC under a key that
// only the nodes of one community on one database have, over its channel, the
// node's start, its number, its kind and its body.
//
// A hint that was recorded and is published again proves well, so each has a
// number: the time in nanoseconds at which it left, or one more than the last.
// A node takes the hints of a start in rising order, and none that is further
// from its own clock than hintLife. The channels of one connection keep the
// order in which a node sends, so of what came once nothing is taken again: no
// presence (a goodbye, a whole of an old version), no typing, no question. What
// is left is a hint that a node never heard, for hintLife: it cannot be told
// from a late one. A start that is over can so be shown for
// store.PresenceLife more by a node that did not hear its goodbye.
//
// What is refused is counted and answered by nothing: a gap would let a
// stranger make every node ask the database as often as it likes.

package redis

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"time"
)

// Where things are in a payload; the proof is its end.
const (
	nodeAt   = 1
	numberAt = nodeAt + len(nodeID{})
	kindAt   = numberAt + 8
	bodyAt   = kindAt + 1
	macSize  = 16
)

const (
	minKey = 32
	// maxAge is how far a hint's number may be from the clock of who hears it:
	// nodes whose clocks are two hours off still hear each other.
	maxAge = 3 * time.Hour
	// refusalLogEvery is the least time between two lines about refused hints.
	refusalLogEvery = time.Minute
)

// nodeID names a node's start.
type nodeID [8]byte

// mac makes proofs, for one goroutine.
type mac struct {
	mac hash.Hash
	buf []byte
}

func newMAC(key []byte) *mac { return &mac{mac: hmac.New(sha256.New, key)} }

// sum is that of what is said on a channel; it holds until the next one.
func (p *mac) sum(channel string, said []byte) []byte {
	p.mac.Reset()
	p.buf = append(binary.AppendUvarint(p.buf[:0], uint64(len(channel))), channel...)
	p.mac.Write(p.buf)
	p.mac.Write(said)
	p.buf = p.mac.Sum(p.buf[:0])
	return p.buf[:macSize]
}

// signer numbers and proves what a node sends; of the sending goroutine, so
// that numbers rise in the order in which Redis is given the hints.
type signer struct {
	mac  *mac
	last int64
}

// sign ends a payload that head began.
func (s *signer) sign(h message, now time.Time) []byte {
	s.last = max(s.last+1, now.UnixNano())
	binary.BigEndian.PutUint64(h.payload[numberAt:], uint64(s.last))
	return append(h.payload, s.mac.sum(h.channel, h.payload)...)
}

// verifier decides what of other nodes is believed; of the hearing goroutine.
type verifier struct {
	mac      *mac
	last     map[nodeID]int64 // the number heard last
	loggedAt time.Time        // when a refusal was last logged
}

// verify says whether a payload is a hint of this layout, of a node of this
// community, on this channel, now, and for the first time.
func (g *verifier) verify(channel string, payload []byte, now time.Time) bool {
	if len(payload) < bodyAt+macSize || payload[0] != layout {
		return false
	}
	said := payload[:len(payload)-macSize]
	if !hmac.Equal(g.mac.sum(channel, said), payload[len(said):]) {
		return false
	}
	from := nodeID(payload[nodeAt:numberAt])
	number := int64(binary.BigEndian.Uint64(payload[numberAt:]))
	last, known := g.last[from]
	oldest := now.Add(-maxAge).UnixNano()
	if number <= last || number < oldest || number > now.Add(maxAge).UnixNano() {
		return false
	}
	if !known {
		g.forget(oldest)
	}
	g.last[from] = number
	return true
}

// forget drops the starts of which everything that was heard is too old to be
// taken again.
func (g *verifier) forget(oldest int64) {
	for from, number := range g.last {
		if number < oldest {
			delete(g.last, from)
		}
	}
}

// countRefused counts a payload that was not believed and says so now and then.
func (b *Bus) countRefused(now time.Time) {
	n := b.refused.Add(1)
	if now.Sub(b.verifier.loggedAt) < refusalLogEvery {
		return
	}
	b.verifier.loggedAt = now
	b.log.Warn("hints on the bus are refused: forged, altered, repeated, of another version, or hours off this node's clock", "refused", n)
}
