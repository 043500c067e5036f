// One socket of a load test: a member that talks, comes back when its connection
// breaks, and keeps account of what it gets.

package loadtest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

const (
	dialPatience = 10 * time.Second
	retryPause   = 500 * time.Millisecond // least pause before the next try
	sendQueue    = 256                    // sends of one socket that wait
)

// frame is what a load test reads of any frame.
type frame struct {
	Type        string `json:"type"`
	Seq         int64  `json:"seq"`
	Resumed     bool   `json:"resumed"`
	Text        string `json:"message"`
	ClientMsgID string `json:"clientMsgId"`
	Code        string `json:"code"`
	Count       int64  `json:"count"`
}

// send is one message not yet acknowledged.
type send struct {
	id, text string
	ordinal  int // within its room
	at       time.Duration
	again    bool // sent a second time
}

type client struct {
	load   *load
	index  int
	room   int // from 0
	out    chan send
	joined chan struct{} // closed when it has joined for the first time
	over   chan struct{} // closed when it has ended

	mu       sync.Mutex
	conn     *websocket.Conn
	node     int  // of the last line
	here     bool // has joined at least once
	counted  bool // was there from the first message on, and never had to reload
	last     int64
	got      []uint64 // ordinals, a bit each
	acked    []int
	pending  map[string]send
	resent   map[string]bool // acknowledged after a second send: may be answered twice
	refused  map[string]int
	repeats  int
	disorder int
	gaps     int
}

func newClient(l *load, index, ordinals int) *client {
	return &client{
		load: l, index: index, room: index % l.plan.Rooms, out: make(chan send, sendQueue),
		joined: make(chan struct{}), over: make(chan struct{}), got: make([]uint64, (ordinals+63)/64),
		pending: map[string]send{}, resent: map[string]bool{}, refused: map[string]int{},
	}
}

// begin: messages are sent from now on, so whoever is here must get them all.
func (s *client) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counted = s.here
}

func (s *client) has(ordinal int) bool { return s.got[ordinal/64]&(1<<(ordinal%64)) != 0 }

// say hands message k over to be sent; false when too much waits already.
func (s *client) say(k int, at time.Duration) bool {
	send := send{id: uuid.NewString(), ordinal: k / s.load.plan.Rooms, at: at}
	s.mu.Lock()
	defer s.mu.Unlock()
	send.text = fmt.Sprintf("%s%d %d %d%s", s.load.mark, k, int64(at), s.node, s.load.names(k))
	select {
	case s.out <- send:
		s.pending[send.id] = send
		return true
	default:
		return false
	}
}

// live keeps the socket open until ctx ends, trying the nodes in turn.
func (s *client) live(ctx context.Context) {
	defer close(s.over)
	var writing sync.WaitGroup
	writing.Go(func() { s.write(ctx) })
	defer writing.Wait()
	for try := 0; ctx.Err() == nil; try++ {
		if try > 0 {
			s.load.reconnects.Add(1)
		}
		s.connection(ctx, s.load.plan.node(s.index, try))
		select {
		case <-ctx.Done():
		case <-time.After(retryPause + rand.N(retryPause)):
		}
	}
}

// connection lives through one line.
func (s *client) connection(ctx context.Context, node int) {
	dialing, cancel := context.WithTimeout(ctx, dialPatience)
	conn, _, err := websocket.Dial(dialing, s.load.plan.Nodes[node], nil)
	cancel()
	if err != nil {
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(4 << 20)
	join := map[string]any{"type": "join_chat", "token": s.load.plan.Tokens[s.index], "roomId": fmt.Sprint("load-", s.room+1)}
	s.mu.Lock()
	s.node = node
	if s.here {
		join["lastSeq"] = s.last
	}
	s.mu.Unlock()
	if !sendFrame(ctx, conn, join) {
		return
	}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.conn = nil
	}()
	for {
		_, raw, err := conn.Read(ctx)
		if err != nil {
			return
		}
		now := time.Since(s.load.epoch)
		var f frame
		if json.Unmarshal(raw, &f) != nil {
			return
		}
		for _, again := range s.take(conn, f, now) {
			if !sendFrame(ctx, conn, again) {
				return
			}
		}
	}
}

// write sends what is said. What finds no line waits among the pending.
func (s *client) write(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case send := <-s.out:
			s.mu.Lock()
			now, waits := s.pending[send.id]
			conn := s.conn
			s.mu.Unlock()
			if waits && !now.again && conn != nil {
				sendFrame(ctx, conn, send.frame())
			}
		}
	}
}

func (m send) frame() map[string]any {
	return map[string]any{"type": "send_message", "message": m.text, "messageType": "text", "clientMsgId": m.id}
}

// take accounts for one frame and gives what is to be sent because of it.
func (s *client) take(conn *websocket.Conn, f frame, now time.Duration) []map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch f.Type {
	case "room_joined":
		return s.entered(conn, f)
	case "error":
		if _, ours := s.pending[f.ClientMsgID]; ours && f.Code != "unavailable" {
			delete(s.pending, f.ClientMsgID)
		}
		s.refused[f.Code]++
	case "message":
		s.message(f, now)
	case "activity":
		s.load.received.Add(1)
	case "activity_left_out":
		s.load.leftOut.Add(f.Count)
	default:
		if f.Seq > 0 {
			s.follow(f.Seq)
		}
	}
	return nil
}

// entered notes where the room stands, and says again what was not answered.
func (s *client) entered(conn *websocket.Conn, f frame) []map[string]any {
	s.conn = conn
	if !f.Resumed {
		s.last = f.Seq
		if s.here {
			s.counted = false
			s.load.reloads.Add(1)
		}
	}
	if !s.here {
		s.here = true
		close(s.joined)
	}
	var again []map[string]any
	if s.index < s.load.plan.Watching {
		again = append(again, map[string]any{"type": "watch_activity"})
	}
	for id, send := range s.pending {
		send.again = true
		s.pending[id] = send
		again = append(again, send.frame())
	}
	return again
}

// follow checks a number against the last one; false for one that came before.
func (s *client) follow(seq int64) bool {
	if seq <= s.last {
		return false
	}
	s.gaps += int(seq - s.last - 1)
	s.last = seq
	return true
}

// message accounts for one message of this test.
func (s *client) message(f frame, now time.Duration) {
	var k, from int
	var at int64
	rest, ours := strings.CutPrefix(f.Text, s.load.mark)
	if n, _ := fmt.Sscanf(rest, "%d %d %d", &k, &at, &from); !ours || n != 3 || k < 0 || k >= s.load.total {
		s.follow(f.Seq)
		return
	}
	ordinal, counts := k/s.load.plan.Rooms, at >= s.load.counted.Load()
	send, mine := s.pending[f.ClientMsgID]
	if mine {
		delete(s.pending, f.ClientMsgID)
		s.acked = append(s.acked, ordinal)
		if counts {
			s.load.answered.add(now - time.Duration(at))
		}
		if send.again {
			s.resent[f.ClientMsgID] = true
		}
	}
	if s.has(ordinal) {
		if s.resent[f.ClientMsgID] && f.Seq <= s.last {
			delete(s.resent, f.ClientMsgID) // the answer to the second send
			return
		}
		s.repeats++
	} else {
		s.got[ordinal/64] |= 1 << (ordinal % 64)
		s.load.deliveries.Add(1)
		if counts {
			s.load.latency.add(now - time.Duration(at))
			where := &s.load.far
			if from == s.node {
				where = &s.load.near
			}
			where.add(now - time.Duration(at))
		}
	}
	if !s.follow(f.Seq) {
		s.disorder++
	}
}

// sendFrame writes one frame as JSON.
func sendFrame(ctx context.Context, conn *websocket.Conn, frame map[string]any) bool {
	raw, err := json.Marshal(frame)
	return err == nil && conn.Write(ctx, websocket.MessageText, raw) == nil
}
