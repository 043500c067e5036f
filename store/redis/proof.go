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
	bootAt    = 1
	numberAt  = bootAt + len(boot{})
	kindAt    = numberAt + 8
	bodyAt    = kindAt + 1
	proofSize = 16
)

const (
	minKey = 32
	// hintLife is how far a hint's number may be from the clock of who hears it:
	// nodes whose clocks are two hours off still hear each other.
	hintLife = 3 * time.Hour
	// refusedSay is the least time between two lines about refused hints.
	refusedSay = time.Minute
)

// boot names a node's start.
type boot [8]byte

// prover makes proofs, for one goroutine.
type prover struct {
	mac hash.Hash
	buf []byte
}

func newProver(key []byte) *prover { return &prover{mac: hmac.New(sha256.New, key)} }

// proof is that of what is said on a channel; it holds until the next one.
func (p *prover) proof(channel string, said []byte) []byte {
	p.mac.Reset()
	p.buf = append(binary.AppendUvarint(p.buf[:0], uint64(len(channel))), channel...)
	p.mac.Write(p.buf)
	p.mac.Write(said)
	p.buf = p.mac.Sum(p.buf[:0])
	return p.buf[:proofSize]
}

// sealer numbers and proves what a node sends; of the sending goroutine, so
// that numbers rise in the order in which Redis is given the hints.
type sealer struct {
	prover *prover
	last   int64
}

// seal ends a payload that head began.
func (s *sealer) seal(h hint, now time.Time) []byte {
	s.last = max(s.last+1, now.UnixNano())
	binary.BigEndian.PutUint64(h.payload[numberAt:], uint64(s.last))
	return append(h.payload, s.prover.proof(h.channel, h.payload)...)
}

// gate decides what of other nodes is believed; of the hearing goroutine.
type gate struct {
	prover *prover
	last   map[boot]int64 // the number heard last
	said   time.Time      // when a refusal was last logged
}

// admit says whether a payload is a hint of this layout, of a node of this
// community, on this channel, now, and for the first time.
func (g *gate) admit(channel string, payload []byte, now time.Time) bool {
	if len(payload) < bodyAt+proofSize || payload[0] != layout {
		return false
	}
	said := payload[:len(payload)-proofSize]
	if !hmac.Equal(g.prover.proof(channel, said), payload[len(said):]) {
		return false
	}
	from := boot(payload[bootAt:numberAt])
	number := int64(binary.BigEndian.Uint64(payload[numberAt:]))
	last, known := g.last[from]
	oldest := now.Add(-hintLife).UnixNano()
	if number <= last || number < oldest || number > now.Add(hintLife).UnixNano() {
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
func (g *gate) forget(oldest int64) {
	for from, number := range g.last {
		if number < oldest {
			delete(g.last, from)
		}
	}
}

// refuse counts a payload that was not believed and says so now and then.
func (b *Bus) refuse(now time.Time) {
	n := b.refused.Add(1)
	if now.Sub(b.inward.said) < refusedSay {
		return
	}
	b.inward.said = now
	b.log.Warn("hints on the bus are refused: forged, altered, repeated, of another version, or hours off this node's clock", "refused", n)
}
