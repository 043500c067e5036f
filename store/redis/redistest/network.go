// A bus inside one process, for several hubs in one test.

package redistest

import (
	"fmt"
	"sync"

	"muster/store"
)

// Network joins buses of one process. It keeps the order of each node, and
// loses nothing unless it is cut.
type Network struct {
	mu    sync.Mutex
	nodes []*Node
	cut   bool
	lose  func(from, to string, p store.Presence) bool
}

// Node is one node's bus at an Exchange.
type Node struct {
	exchange *Network
	id       string
	rooms    map[string]bool
	listener store.Listener
	closed   bool
	queue    []func(store.Listener)
	more     chan struct{}
	quit     chan struct{}
	ended    chan struct{}
}

// NewNetwork makes an exchange without nodes.
func NewNetwork() *Network { return &Network{} }

// AddNode adds a node; Close it.
func (x *Network) AddNode() *Node {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := &Node{
		exchange: x, id: fmt.Sprintf("boot-%d", len(x.nodes)+1), rooms: map[string]bool{},
		more: make(chan struct{}, 1), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	x.nodes = append(x.nodes, s)
	return s
}

// Cut loses everything from now on, and nobody is told. Mend ends that; told
// says whether the nodes notice that there was a gap.
func (x *Network) Cut() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.cut = true
}

// Repair ends a cut.
func (x *Network) Repair(told bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.cut = false
	for _, s := range x.nodes {
		if told && s.listener != nil {
			s.push(func(l store.Listener) { l.Gap("") })
		}
	}
}

// Lose has presence lost wherever lose says so; nil ends it.
func (x *Network) Lose(lose func(from, to string, p store.Presence) bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lose = lose
}

// push queues for the seat's goroutine; the exchange is locked.
func (s *Node) push(f func(store.Listener)) {
	s.queue = append(s.queue, f)
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// NodeID implements store.Bus.
func (s *Node) NodeID() string { return s.id }

// Listen implements store.Bus.
func (s *Node) Listen(l store.Listener) {
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	s.listener = l
	s.push(func(l store.Listener) { l.Gap("") })
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
		s.exchange.mu.Lock()
		queue := s.queue
		s.queue = nil
		s.exchange.mu.Unlock()
		for _, f := range queue {
			f(s.listener)
		}
	}
}

// Close takes the node away as a crash does: nothing more is heard of it. Call
// it after Listen; again it does nothing.
func (s *Node) Close() {
	s.exchange.mu.Lock()
	if s.closed {
		s.exchange.mu.Unlock()
		return
	}
	s.closed = true
	for i, o := range s.exchange.nodes {
		if o == s {
			s.exchange.nodes = append(s.exchange.nodes[:i:i], s.exchange.nodes[i+1:]...)
			break
		}
	}
	s.exchange.mu.Unlock()
	close(s.quit)
	<-s.ended
}

// Subscribe implements store.Bus.
func (s *Node) Subscribe(room string) {
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	s.rooms[room] = true
	s.push(func(l store.Listener) { l.Gap(room) })
}

// Unsubscribe implements store.Bus.
func (s *Node) Unsubscribe(room string) {
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	delete(s.rooms, room)
}

// others passes f on to every other node that wants it; room "" is for all.
func (s *Node) others(room string, f func(store.Listener)) {
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	for _, o := range s.exchange.nodes {
		if o != s && !s.closed && !s.exchange.cut && o.listener != nil && (room == "" || o.rooms[room]) {
			o.push(f)
		}
	}
}

// Publish implements store.Bus.
func (s *Node) Publish(room string, events []store.Event) {
	s.others(room, func(l store.Listener) { l.RoomEvents(room, events) })
}

// PublishSite implements store.Bus.
func (s *Node) PublishSite(seq int64) {
	s.others("", func(l store.Listener) { l.SiteReached(seq) })
}

// PublishTyping implements store.Bus.
func (s *Node) PublishTyping(room string, t store.Typing) {
	s.others(room, func(l store.Listener) { l.RoomTyping(room, t) })
}

// PublishPresence implements store.Bus.
func (s *Node) PublishPresence(p store.Presence) {
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	for _, o := range s.exchange.nodes {
		if o == s || s.closed || s.exchange.cut || o.listener == nil || s.exchange.lose != nil && s.exchange.lose(s.id, o.id, p) {
			continue
		}
		o.push(func(l store.Listener) { l.Presence(p) })
	}
}
