// Elsewhere: who is on the other nodes, by what they tell of themselves. It is
// soft state: whatever the bus lost, repeated or reordered, the next digest and
// whole put right, and a node that falls silent is forgotten with its people.
package actors

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"muster/store"
)

// elsewhere merges the other nodes: a person on two of them is there once.
type elsewhere struct {
	self  string
	nodes map[string]*farNode
	ended map[string]time.Time // nodes that said goodbye, and when
	rooms map[string]map[string]*farPerson
	seen  time.Time // when expire looked last
}

// farNode is one other node.
type farNode struct {
	version int64
	heard   time.Time
	asked   time.Time // when its whole was asked for last
	known   bool      // its whole, or everything since its start, was heard, and no digest denied it
	people  map[place]bool
}

// farPerson is one person in one place on any other node.
type farPerson struct {
	name  string
	nodes int
}

// endedMemory is how long a node that said goodbye is not taken in again by
// something of it that comes late.
const endedMemory = time.Minute

// askGap is the least time between two questions for the whole of a node.
const askGap = time.Second

func newElsewhere(self string) *elsewhere {
	return &elsewhere{
		self: self, nodes: map[string]*farNode{}, ended: map[string]time.Time{}, rooms: map[string]map[string]*farPerson{},
	}
}

// of gives the people of a room, or with "" of the whole chat, by member id.
func (e *elsewhere) of(room string) map[string]string {
	out := map[string]string{}
	for id, p := range e.rooms[room] {
		out[id] = p.name
	}
	return out
}

// hear takes in what a node says. It gives what changed for people as a whole:
// who came to a place where no other node had them, who left the last, who has
// another name. ask says that the node must be asked for its whole.
func (e *elsewhere) hear(p store.Presence, now time.Time) (changes []store.PresenceChange, ask bool) {
	if p.Node == "" || p.Node == e.self || p.Kind == store.PresenceAsk {
		return nil, false
	}
	if p.Kind == store.PresenceBye {
		e.ended[p.Node] = now
		return e.forget(p.Node), false
	}
	if at, over := e.ended[p.Node]; over && now.Sub(at) < endedMemory {
		return nil, false
	}
	n := e.nodes[p.Node]
	if n == nil {
		n = &farNode{people: map[place]bool{}}
		e.nodes[p.Node] = n
	}
	n.heard = now
	if p.Kind == store.PresenceDigest && p.Version < n.version {
		n.known = false // whatever it was that counted further, this node does not vouch for it
	}
	switch {
	case p.Kind == store.PresenceWhole && (!n.known || p.Version > n.version):
		changes = e.replace(n, p.Changes)
		n.version, n.known = p.Version, true
		return changes, false
	case p.Kind == store.PresenceBatch && p.Version == n.version+1 && (n.known || n.version == 0):
		for _, c := range p.Changes {
			changes = e.apply(changes, n, c)
		}
		n.version, n.known = p.Version, true
		return changes, false
	case p.Version <= n.version && (n.known || p.Version == 0 && n.version == 0):
		return nil, false
	}
	// Something of this node was missed.
	if !n.asked.IsZero() && now.Sub(n.asked) < askGap {
		return nil, false
	}
	n.asked = now
	return nil, true
}

// replace makes the people of a node exactly those of its whole.
func (e *elsewhere) replace(n *farNode, all []store.PresenceChange) (changes []store.PresenceChange) {
	stay := make(map[place]bool, len(all))
	for _, c := range all {
		stay[place{c.Room, c.MemberID}] = true
	}
	for _, p := range slices.SortedFunc(maps.Keys(n.people), comparePlace) {
		if !stay[p] {
			changes = e.apply(changes, n, store.PresenceChange{Room: p.room, MemberID: p.member})
		}
	}
	for _, c := range all {
		c.Here, c.Toast = true, false // when they came is not said
		changes = e.apply(changes, n, c)
	}
	return changes
}

// apply brings one change of a node in and appends what it means for the
// person as a whole.
func (e *elsewhere) apply(changes []store.PresenceChange, n *farNode, c store.PresenceChange) []store.PresenceChange {
	p := place{c.Room, c.MemberID}
	people := e.rooms[c.Room]
	if people == nil {
		people = map[string]*farPerson{}
		e.rooms[c.Room] = people
	}
	who, was := people[c.MemberID], n.people[p]
	switch {
	case c.Here && was:
		if c.Name == who.name {
			return changes
		}
		who.name, c.Toast = c.Name, false
	case c.Here:
		n.people[p] = true
		if who != nil {
			who.nodes++
			if c.Name == who.name {
				return changes
			}
			who.name, c.Toast = c.Name, false
			return append(changes, c)
		}
		people[c.MemberID] = &farPerson{name: c.Name, nodes: 1}
	case !was:
		return changes
	default:
		delete(n.people, p)
		if who.nodes--; who.nodes > 0 {
			return changes
		}
		delete(people, c.MemberID)
		if len(people) == 0 {
			delete(e.rooms, c.Room)
		}
		c.Name = who.name
	}
	return append(changes, c)
}

// forget drops a node with everybody on it.
func (e *elsewhere) forget(node string) []store.PresenceChange {
	n := e.nodes[node]
	if n == nil {
		return nil
	}
	delete(e.nodes, node)
	return e.replace(n, nil)
}

// expire forgets the nodes that were silent for store.PresenceLife. A node
// that was stopped itself and wakes has heard nobody meanwhile: it gives the
// others a new term instead.
func (e *elsewhere) expire(now time.Time) (changes []store.PresenceChange) {
	asleep := !e.seen.IsZero() && now.Sub(e.seen) >= store.PresenceDigestEvery
	e.seen = now
	for node, at := range e.ended {
		if now.Sub(at) >= endedMemory {
			delete(e.ended, node)
		}
	}
	for _, node := range slices.Sorted(maps.Keys(e.nodes)) {
		n := e.nodes[node]
		if asleep {
			n.heard = now
		} else if now.Sub(n.heard) >= store.PresenceTimeout {
			changes = append(changes, e.forget(node)...)
		}
	}
	return changes
}

// rename gives a person another name wherever they are.
func (e *elsewhere) rename(member, name string) {
	for _, people := range e.rooms {
		if p := people[member]; p != nil {
			p.name = name
		}
	}
}

func comparePlace(a, b place) int {
	return cmp.Or(strings.Compare(a.room, b.room), strings.Compare(a.member, b.member))
}

func byPlace(a, b store.PresenceChange) int {
	return comparePlace(place{a.Room, a.MemberID}, place{b.Room, b.MemberID})
}
