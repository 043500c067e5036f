// A bus inside one process, for several hubs in one test.

package redistest

import (
	"fmt"
	"sync"

	"muster/store"
	"muster/store/bus"
	"muster/store/chat"
	"muster/store/desk"
	"muster/store/roomlog"
)

// Network joins buses of one process. It keeps the order of each node, and
// loses nothing unless it is cut.
type Network struct {
	mu    sync.Mutex
	nodes []*Node
	cut   bool
	lose  func(from, to string, p bus.Presence) bool
}

// Node is one node's bus of a Network.
type Node struct {
	network  *Network
	id       string
	rooms    map[string]bool
	watches  bool // receives activity
	listener bus.Listener
	closed   bool
	queue    []func(bus.Listener)
	more     chan struct{}
	quit     chan struct{}
	ended    chan struct{}
}

// NewNetwork makes a network without nodes.
func NewNetwork() *Network { return &Network{} }

// AddNode adds a node; Close it.
func (n *Network) AddNode() *Node {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := &Node{
		network: n, id: fmt.Sprintf("node-%d", len(n.nodes)+1), rooms: map[string]bool{},
		more: make(chan struct{}, 1), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	n.nodes = append(n.nodes, s)
	return s
}

// Cut loses everything from now on, and no node notices. Repair ends that; noticed
// says whether the nodes learn that there was a gap.
func (n *Network) Cut() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cut = true
}

// Repair ends a cut.
func (n *Network) Repair(noticed bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cut = false
	for _, s := range n.nodes {
		if noticed && s.listener != nil {
			s.push(func(l bus.Listener) { l.Gap("") })
		}
	}
}

// Lose has presence lost wherever lose says so; nil ends it.
func (n *Network) Lose(lose func(from, to string, p bus.Presence) bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lose = lose
}

// push queues for the node's goroutine; the network is locked.
func (s *Node) push(f func(bus.Listener)) {
	s.queue = append(s.queue, f)
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// NodeID implements bus.Bus.
func (s *Node) NodeID() string { return s.id }

// Listen implements bus.Bus.
func (s *Node) Listen(l bus.Listener) {
	s.network.mu.Lock()
	defer s.network.mu.Unlock()
	s.listener = l
	s.push(func(l bus.Listener) { l.Gap("") })
	go s.run()
}

func (s *Node) run() {
	defer close(s.ended)
	for {
		select {
		case <-s.quit:
			return
		case <-s.more:
		}
		s.network.mu.Lock()
		queue := s.queue
		s.queue = nil
		s.network.mu.Unlock()
		for _, f := range queue {
			f(s.listener)
		}
	}
}

// Close takes the node away as a crash does: nothing more arrives from it. Call
// it after Listen; again it does nothing.
func (s *Node) Close() {
	s.network.mu.Lock()
	if s.closed {
		s.network.mu.Unlock()
		return
	}
	s.closed = true
	for i, o := range s.network.nodes {
		if o == s {
			s.network.nodes = append(s.network.nodes[:i:i], s.network.nodes[i+1:]...)
			break
		}
	}
	s.network.mu.Unlock()
	close(s.quit)
	<-s.ended
}

// Subscribe implements bus.Bus.
func (s *Node) Subscribe(room string) {
	s.network.mu.Lock()
	defer s.network.mu.Unlock()
	s.rooms[room] = true
	s.push(func(l bus.Listener) { l.Gap(room) })
}

// Unsubscribe implements bus.Bus.
func (s *Node) Unsubscribe(room string) {
	s.network.mu.Lock()
	defer s.network.mu.Unlock()
	delete(s.rooms, room)
}

// others passes f on to every other node that wants it; room "" is for all.
func (s *Node) others(room string, f func(bus.Listener)) {
	s.network.mu.Lock()
	defer s.network.mu.Unlock()
	for _, o := range s.network.nodes {
		if o != s && !s.closed && !s.network.cut && o.listener != nil && (room == "" || o.rooms[room]) {
			o.push(f)
		}
	}
}

// Publish implements bus.Bus.
func (s *Node) Publish(room string, events []roomlog.Event) {
	s.others(room, func(l bus.Listener) { l.RoomEvents(room, events) })
}

// PublishSite implements bus.Bus.
func (s *Node) PublishSite(seq int64) {
	s.others("", func(l bus.Listener) { l.SiteReached(seq) })
}

// PublishBroadcast implements bus.Bus.
func (s *Node) PublishBroadcast(b store.Broadcast) {
	s.others("", func(l bus.Listener) { l.Broadcast(b) })
}

// PublishRead implements bus.Bus.
func (s *Node) PublishRead(state roomlog.ReadState) {
	s.others("", func(l bus.Listener) { l.Read(state) })
}

// PublishFlag implements bus.Bus.
func (s *Node) PublishFlag(f chat.Flag) {
	s.others("", func(l bus.Listener) { l.Flag(f) })
}

// PublishActivityWatch implements bus.Bus.
func (s *Node) PublishActivityWatch(w desk.ActivityWatch) {
	s.others("", func(l bus.Listener) { l.ActivityWatched(w) })
}

// PublishActivity implements bus.Bus.
func (s *Node) PublishActivity(b desk.ActivityBatch) {
	s.network.mu.Lock()
	defer s.network.mu.Unlock()
	for _, o := range s.network.nodes {
		if o != s && !s.closed && !s.network.cut && o.listener != nil && o.watches {
			o.push(func(l bus.Listener) { l.Activity(b) })
		}
	}
}

// WatchActivity implements bus.Bus.
func (s *Node) WatchActivity(on bool) {
	s.network.mu.Lock()
	defer s.network.mu.Unlock()
	s.watches = on
}

// PublishTyping implements bus.Bus.
func (s *Node) PublishTyping(room string, t bus.Typing) {
	s.others(room, func(l bus.Listener) { l.RoomTyping(room, t) })
}

// PublishPresence implements bus.Bus.
func (s *Node) PublishPresence(p bus.Presence) {
	s.network.mu.Lock()
	defer s.network.mu.Unlock()
	for _, o := range s.network.nodes {
		if o == s || s.closed || s.network.cut || o.listener == nil || s.network.lose != nil && s.network.lose(s.id, o.id, p) {
			continue
		}
		o.push(func(l bus.Listener) { l.Presence(p) })
	}
}
