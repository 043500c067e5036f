// A member of a load test: it talks, comes back when its connection breaks, and keeps
// account of what it gets.

package loadtest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"
)

// mostPending is how many sends of a member may wait for their answers.
const mostPending = 4096

// nowhere is the node of a message that its member said without a connection.
const nowhere = -1

// send is one message not yet acknowledged.
type send struct {
	id, text string
	ordinal  int // within its room
	at       time.Duration
	again    bool // sent a second time
	refused  bool // answered with unavailable; it may be stored all the same
}

// client is one member of the test, over all its connections.
type client struct {
	load   *load
	crowd  *crowd
	index  int
	room   int           // from 0
	began  time.Duration // when it first tried to connect
	joined chan struct{} // closed when it has joined for the first time
	over   chan struct{} // closed when it has ended

	mu       sync.Mutex
	line     *line           // nil until the node has let it in
	node     int             // of the last line
	entered  bool            // has joined at least once
	counted  bool            // was there from the first message on, and never had to reload
	outage   *outage         // the last one that took its line
	away     bool            // and has not come back
	lostAt   time.Duration   // when it took it
	last     int64           // the last number of the room that it received
	got      []uint64        // ordinals, a bit each
	acked    []int           // ordinals of its own messages that were answered
	pending  map[string]send // by clientMsgId
	resent   map[string]bool // acknowledged after a second send: may be answered twice
	refused  map[string]int  // by error code
	repeats  int             // messages that it received twice
	disorder int             // messages with a number that is not above the last
	gaps     int             // numbers that it did not receive
}

func newClient(l *load, c *crowd, index, room, ordinals int) *client {
	return &client{
		load: l, crowd: c, index: index, room: room, node: l.plan.node(index),
		joined: make(chan struct{}), over: make(chan struct{}), got: make([]uint64, (ordinals+63)/64),
	}
}

// expectAll is called before the first message is sent: a member who has joined by then is
// to receive all of them.
func (s *client) expectAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counted = s.entered
}

func (s *client) has(ordinal int) bool { return s.got[ordinal/64]&(1<<(ordinal%64)) != 0 }

// say sends message k, or keeps it for when there is a connection; false when too much
// waits already.
func (s *client) say(k int, at time.Duration) bool {
	message := send{id: uuid.NewString(), ordinal: k / s.load.plan.Rooms, at: at}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pending) >= mostPending {
		return false
	}
	from := nowhere
	if s.line != nil {
		from = s.node
	}
	message.text = fmt.Sprintf("%s%d %d %d%s", s.load.mark, k, int64(at), from, s.load.names(k))
	if s.pending == nil {
		s.pending = map[string]send{}
	}
	s.pending[message.id] = message
	if s.line != nil {
		go s.line.send(message.frame()) // one that is stuck holds nobody else up
	}
	return true
}

// live keeps the member connected until ctx ends, or a node sends it away for good.
func (s *client) live(ctx context.Context) {
	defer close(s.over)
	s.began = s.load.now()
	s.crowd.begin(s.began)
	var back backoff
	for {
		ended := s.connection(ctx, &back)
		if ctx.Err() != nil {
			return
		}
		wait, again := back.next(ended)
		if !again {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		s.load.reconnects.Add(1)
	}
}

// connection lives through one line and says how it ended.
func (s *client) connection(ctx context.Context, back *backoff) error {
	line, node, err := s.load.dial(ctx, s.index, s.node, manySources)
	if err != nil {
		s.leave(ctx, node)
		return err
	}
	defer line.close()
	defer context.AfterFunc(ctx, line.close)()
	join := map[string]any{"type": "join_chat", "token": s.load.plan.Tokens[s.index], "roomId": fmt.Sprint("load-", s.room+1)}
	s.mu.Lock()
	s.node = node
	if s.entered {
		join["lastSeq"] = s.last
	}
	s.mu.Unlock()
	line.patience(answerPatience)
	line.send(join)
	err = line.receive(func(message []byte) {
		f, ok := readFrame(message)
		if !ok {
			line.close()
			return
		}
		if f.kind == "room_joined" {
			line.patience(0)
			back.joined()
		}
		for _, again := range s.take(line, f, s.load.now()) {
			line.send(again)
		}
	})
	s.leave(ctx, node)
	return err
}

// leave notes that the connection to a node has ended. The next one goes to another node.
func (s *client) leave(ctx context.Context, node int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.node = s.load.plan.others(s.index, node)[0]
	if s.line != nil && ctx.Err() == nil {
		s.outage, s.away, s.lostAt = s.load.lost(node, s.outage), true, s.load.now()
	}
	s.line = nil
}

func (m send) frame() map[string]any {
	return map[string]any{"type": "send_message", "message": m.text, "messageType": "text", "clientMsgId": m.id}
}
