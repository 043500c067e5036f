package presence

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"muster/store/bus"
)

// Peers is who is on the other nodes, by what they announce. A person on two of them is
// there once. It is soft state: the next digest and snapshot repair what the bus lost,
// repeated or reordered, and a node that falls silent is forgotten with its people.
type Peers struct {
	self  string
	peers map[string]*peer
	ended map[string]time.Time // when nodes said that they leave
	rooms map[string]map[string]*peerMember
	seen  time.Time // when Expire was called last
}

// peer is one other node.
type peer struct {
	version     int64
	heardAt     time.Time
	requestedAt time.Time // when its snapshot was requested last
	complete    bool      // its snapshot, or every batch since its start, was received, and no digest contradicts it
	people      map[key]bool
}

// peerMember is one person in one room, on any other node.
type peerMember struct {
	name  string
	nodes int
}

// endedMemory is how long late messages of a node that has left are ignored.
const endedMemory = time.Minute

// requestGap is the least time between two requests for the snapshot of a node.
const requestGap = time.Second

// NewPeers makes the record of the other nodes for the node self; it knows none yet.
func NewPeers(self string) *Peers {
	return &Peers{
		self: self, peers: map[string]*peer{}, ended: map[string]time.Time{}, rooms: map[string]map[string]*peerMember{},
	}
}

// Room gives the names of the people in a room, or with "" in the whole chat, by
// member id.
func (e *Peers) Room(room string) map[string]string {
	out := map[string]string{}
	for id, p := range e.rooms[room] {
		out[id] = p.name
	}
	return out
}

// Count is the number of people in a room on the other nodes.
func (e *Peers) Count(room string) int { return len(e.rooms[room]) }

// Receive takes in what a node says. It gives what changed for people as a whole:
// who came to a room where no other node had them, who left it on the last node,
// who has another name. request says that the node's snapshot is needed.
func (e *Peers) Receive(p bus.Presence, now time.Time) (changes []bus.PresenceChange, request bool) {
	if p.Node == "" || p.Node == e.self || p.Kind == bus.PresenceSnapshotRequest {
		return nil, false
	}
	if p.Kind == bus.PresenceLeave {
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
	if p.Kind == bus.PresenceDigest && p.Version < n.version {
		n.complete = false // the higher version did not come from the node itself
	}
	switch {
	case p.Kind == bus.PresenceSnapshot && (!n.complete || p.Version > n.version):
		changes = e.replace(n, p.Changes)
		n.version, n.complete = p.Version, true
		return changes, false
	case p.Kind == bus.PresenceBatch && p.Version == n.version+1 && (n.complete || n.version == 0):
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

// replace makes the people of a node exactly those of its snapshot.
func (e *Peers) replace(n *peer, all []bus.PresenceChange) (changes []bus.PresenceChange) {
	stay := make(map[key]bool, len(all))
	for _, c := range all {
		stay[key{c.Room, c.MemberID}] = true
	}
	for _, p := range slices.SortedFunc(maps.Keys(n.people), compareKeys) {
		if !stay[p] {
			changes = e.apply(changes, n, bus.PresenceChange{Room: p.room, MemberID: p.member})
		}
	}
	for _, c := range all {
		c.Here, c.Toast = true, false // a snapshot does not say when they came
		changes = e.apply(changes, n, c)
	}
	return changes
}

// apply brings one change of a node in and appends what it changes for the person
// as a whole.
func (e *Peers) apply(changes []bus.PresenceChange, n *peer, c bus.PresenceChange) []bus.PresenceChange {
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
func (e *Peers) forget(node string) []bus.PresenceChange {
	n := e.peers[node]
	if n == nil {
		return nil
	}
	delete(e.peers, node)
	return e.replace(n, nil)
}

// Expire forgets the nodes that were silent for bus.PresenceTimeout. A node
// that was stopped itself and wakes has heard nobody meanwhile: it gives the
// others a new term instead.
func (e *Peers) Expire(now time.Time) (changes []bus.PresenceChange) {
	asleep := !e.seen.IsZero() && now.Sub(e.seen) >= bus.PresenceDigestEvery
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
		} else if now.Sub(n.heardAt) >= bus.PresenceTimeout {
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

func compareChanges(a, b bus.PresenceChange) int {
	return compareKeys(key{a.Room, a.MemberID}, key{b.Room, b.MemberID})
}
