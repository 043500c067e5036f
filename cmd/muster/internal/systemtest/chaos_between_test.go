package systemtest

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// hit is what one fault caught.
type hit struct {
	flying  int // sends under way when it began, and not answered before
	between int // of those: committed before, and seen by nobody
	dying   int // of those: committed as the node died or after, and seen by nobody from it
}

// delivery is where and when a message was seen.
type delivery struct {
	at         time.Duration
	node, life int
}

// hits finds out what each fault caught.
//
// Between commit and announcement fell a send that Postgres noted as committed
// before the node was killed, that had been sent to no other node by then, that
// no line had seen before the kill, and that no line ever received from the
// killed process. Its writer got the first message's id from another node.
// Whether the killed process had still handed it to Redis cannot be seen from
// outside; behind a held gate it had not, for it never heard of the commit.
func (r *record) hits(faults []*fault) []hit {
	wanted := map[uuid.UUID][]delivery{}
	for _, f := range faults {
		for _, s := range f.flying {
			wanted[s.id] = nil
		}
	}
	for _, d := range r.copies {
		for _, g := range d.log {
			if _, ok := wanted[g.client]; ok && g.kind == kindSent {
				c := d.calls[g.call]
				wanted[g.client] = append(wanted[g.client], delivery{g.at, c.node, c.life})
			}
		}
	}
	out := make([]hit, len(faults))
	for i, f := range faults {
		for _, s := range f.flying {
			if s.answered > 0 && s.answered <= f.begin {
				continue // while the list was made
			}
			out[i].flying++
			committed, stored := r.commits[s.id]
			if len(f.nodes) == 0 || !stored || s.answered == 0 || !f.alone(s, committed) {
				continue
			}
			if slices.ContainsFunc(wanted[s.id], func(at delivery) bool { return at.at <= f.begin || f.hit(at.node, at.life) }) {
				continue
			}
			if committed < f.begin {
				out[i].between++
			} else if committed < s.firstOnAnotherNode(f) {
				out[i].dying++
			}
		}
	}
	return out
}

// hit says whether a process is one that the fault killed.
func (f *fault) hit(node, life int) bool {
	for i, n := range f.nodes {
		if n == node && f.lives[i] == life {
			return true
		}
	}
	return false
}

// alone says whether only processes that the fault hit had been given the send
// when it was committed.
func (f *fault) alone(s *send, committed time.Duration) bool {
	return s.firstOnAnotherNode(f) > committed
}

// firstOnAnotherNode is when a send first went to a process that the fault did not hit.
func (s *send) firstOnAnotherNode(f *fault) time.Duration {
	for _, t := range s.tries {
		if !f.hit(t.node, t.life) {
			return t.at
		}
	}
	return 1<<63 - 1
}
