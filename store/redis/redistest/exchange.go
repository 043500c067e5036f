// A bus inside one process, for several hubs in one test.

package redistest

import (
	"fmt"
	"sync"

	"muster/store"
)

// Exchange joins buses of one process. It keeps the order of each node, and
// loses nothing unless it is cut.
type Exchange struct {
	mu    sync.Mutex
	seats []*Seat
	cut   bool
	lose  func(from, to string, p store.Presence) bool
}

// Seat is one node's bus at an Exchange.
type Seat struct {
	exchange *Exchange
	boot     string
	rooms    map[string]bool
	listener store.Listener
	closed   bool
	queue    []func(store.Listener)
	more     chan struct{}
	quit     chan struct{}
	ended    chan struct{}
}

// NewExchange makes an exchange without nodes.
func NewExchange() *Exchange { return &Exchange{} }

// Seat adds a node; Close it.
func (x *Exchange) Seat() *Seat {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := &Seat{
		exchange: x, boot: fmt.Sprintf("boot-%d", len(x.seats)+1), rooms: map[string]bool{},
		more: make(chan struct{}, 1), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	x.seats = append(x.seats, s)
	return s
}

// Cut loses everything from now on, and nobody is told. Mend ends that; told
// says whether the nodes notice that there was a gap.
func (x *Exchange) Cut() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.cut = true
}

// Mend ends a cut.
func (x *Exchange) Mend(told bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.cut = false
	for _, s := range x.seats {
		if told && s.listener != nil {
			s.push(func(l store.Listener) { l.Gap("") })
		}
	}
}

// Lose has presence lost wherever lose says so; nil ends it.
func (x *Exchange) Lose(lose func(from, to string, p store.Presence) bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lose = lose
}

// push queues for the seat's goroutine; the exchange is locked.
func (s *Seat) push(f func(store.Listener)) {
	s.queue = append(s.queue, f)
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// Boot implements store.Bus.
func (s *Seat) Boot() string { return s.boot }

// Listen implements store.Bus.
func (s *Seat) Listen(l store.Listener) {
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	s.listener = l
	s.push(func(l store.Listener) { l.Gap("") })
	go s.run()
}

func (s *Seat) run() {
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
func (s *Seat) Close() {
	s.exchange.mu.Lock()
	if s.closed {
		s.exchange.mu.Unlock()
		return
	}
	s.closed = true
	for i, o := range s.exchange.seats {
		if o == s {
			s.exchange.seats = append(s.exchange.seats[:i:i], s.exchange.seats[i+1:]...)
			break
		}
	}
	s.exchange.mu.Unlock()
	close(s.quit)
	<-s.ended
}

// Enter implements store.Bus.
func (s *Seat) Enter(room string) {
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	s.rooms[room] = true
	s.push(func(l store.Listener) { l.Gap(room) })
}

// Leave implements store.Bus.
func (s *Seat) Leave(room string) {
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	delete(s.rooms, room)
}

// others passes f on to every other node that wants it; room "" is for all.
func (s *Seat) others(room string, f func(store.Listener)) {
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	for _, o := range s.exchange.seats {
		if o != s && !s.closed && !s.exchange.cut && o.listener != nil && (room == "" || o.rooms[room]) {
			o.push(f)
		}
	}
}

// Publish implements store.Bus.
func (s *Seat) Publish(room string, events []store.Event) {
	s.others(room, func(l store.Listener) { l.RoomEvents(room, events) })
}

// PublishSite implements store.Bus.
func (s *Seat) PublishSite(seq int64) {
	s.others("", func(l store.Listener) { l.SiteReached(seq) })
}

// PublishTyping implements store.Bus.
func (s *Seat) PublishTyping(room string, t store.Typing) {
	s.others(room, func(l store.Listener) { l.RoomTyping(room, t) })
}

// PublishPresence implements store.Bus.
func (s *Seat) PublishPresence(p store.Presence) {
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	for _, o := range s.exchange.seats {
		if o == s || s.closed || s.exchange.cut || o.listener == nil || s.exchange.lose != nil && s.exchange.lose(s.boot, o.boot, p) {
			continue
		}
		o.push(func(l store.Listener) { l.Presence(p) })
	}
}
