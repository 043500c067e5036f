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

// Peers merges the other nodes: a person on two of them is there once.
type Peers struct {
	self  string
	peers map[string]*peer
	ended map[string]time.Time // nodes that said goodbye, and when
	rooms map[string]map[string]*peerMember
	seen  time.Time // when expire looked last
}

// peer is one other node.
type peer struct {
	version     int64
	heardAt     time.Time
	requestedAt time.Time // when its whole was asked for last
	complete    bool      // its whole, or everything since its start, was heard, and no digest denied it
	people      map[key]bool
}

// peerMember is one person in one place on any other node.
type peerMember struct {
	name  string
	nodes int
}

// endedMemory is how long a node that said goodbye is not taken in again by
// something of it that comes late.
const endedMemory = time.Minute

// requestGap is the least time between two questions for the whole of a node.
const requestGap = time.Second

func NewPeers(self string) *Peers {
	return &Peers{
		self: self, peers: map[string]*peer{}, ended: map[string]time.Time{}, rooms: map[string]map[string]*peerMember{},
	}
}

// Room gives the people of a room, or with "" of the whole chat, by member id.
func (e *Peers) Room(room string) map[string]string {
	out := map[string]string{}
	for id, p := range e.rooms[room] {
		out[id] = p.name
	}
	return out
}

// Receive takes in what a node says. It gives what changed for people as a whole:
// who came to a place where no other node had them, who left the last, who has
// another name. ask says that the node must be asked for its whole.
func (e *Peers) Receive(p store.Presence, now time.Time) (changes []store.PresenceChange, ask bool) {
	if p.Node == "" || p.Node == e.self || p.Kind == store.PresenceSnapshotRequest {
		return nil, false
	}
	if p.Kind == store.PresenceLeave {
		e.ended[p.Node] = now
		return e.forget(p.Node), false
	}
	if at, over := e.ended[p.Node]; over && now.Sub(at) < endedMemory {
		return nil, false
	}
	n := e.peers[p.Node]
	if n == nil {
		n = &peer{people: map[key]bool{}}
		e.peers[p.Node] = n
	}
	n.heardAt = now
	if p.Kind == store.PresenceDigest && p.Version < n.version {
		n.complete = false // whatever it was that counted further, this node does not vouch for it
	}
	switch {
	case p.Kind == store.PresenceSnapshot && (!n.complete || p.Version > n.version):
		changes = e.replace(n, p.Changes)
		n.version, n.complete = p.Version, true
		return changes, false
	case p.Kind == store.PresenceBatch && p.Version == n.version+1 && (n.complete || n.version == 0):
		for _, c := range p.Changes {
			changes = e.apply(changes, n, c)
		}
		n.version, n.complete = p.Version, true
		return changes, false
	case p.Version <= n.version && (n.complete || p.Version == 0 && n.version == 0):
		return nil, false
	}
	// Something of this node was missed.
	if !n.requestedAt.IsZero() && now.Sub(n.requestedAt) < requestGap {
		return nil, false
	}
	n.requestedAt = now
	return nil, true
}

// replace makes the people of a node exactly those of its whole.
func (e *Peers) replace(n *peer, all []store.PresenceChange) (changes []store.PresenceChange) {
	stay := make(map[key]bool, len(all))
	for _, c := range all {
		stay[key{c.Room, c.MemberID}] = true
	}
	for _, p := range slices.SortedFunc(maps.Keys(n.people), compareKeys) {
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
func (e *Peers) apply(changes []store.PresenceChange, n *peer, c store.PresenceChange) []store.PresenceChange {
	p := key{c.Room, c.MemberID}
	people := e.rooms[c.Room]
	if people == nil {
		people = map[string]*peerMember{}
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
		people[c.MemberID] = &peerMember{name: c.Name, nodes: 1}
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
func (e *Peers) forget(node string) []store.PresenceChange {
	n := e.peers[node]
	if n == nil {
		return nil
	}
	delete(e.peers, node)
	return e.replace(n, nil)
}

// Expire forgets the nodes that were silent for store.PresenceLife. A node
// that was stopped itself and wakes has heard nobody meanwhile: it gives the
// others a new term instead.
func (e *Peers) Expire(now time.Time) (changes []store.PresenceChange) {
	asleep := !e.seen.IsZero() && now.Sub(e.seen) >= store.PresenceDigestEvery
	e.seen = now
	for node, at := range e.ended {
		if now.Sub(at) >= endedMemory {
			delete(e.ended, node)
		}
	}
	for _, node := range slices.Sorted(maps.Keys(e.peers)) {
		n := e.peers[node]
		if asleep {
			n.heardAt = now
		} else if now.Sub(n.heardAt) >= store.PresenceTimeout {
			changes = append(changes, e.forget(node)...)
		}
	}
	return changes
}

// Rename gives a person another name wherever they are.
func (e *Peers) Rename(member, name string) {
	for _, people := range e.rooms {
		if p := people[member]; p != nil {
			p.name = name
		}
	}
}

func compareKeys(a, b key) int {
	return cmp.Or(strings.Compare(a.room, b.room), strings.Compare(a.member, b.member))
}

func compareChanges(a, b store.PresenceChange) int {
	return compareKeys(key{a.Room, a.MemberID}, key{b.Room, b.MemberID})
}
