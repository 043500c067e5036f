package systemtest

import (
	"context"
	"encoding/json"
	"fmt"
	"muster/cmd/muster/internal/systemtest/harness"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

// seen is what a client reads of any frame.
type seen struct {
	Type        string `json:"type"`
	RoomID      string `json:"roomId"`
	Seq         int64  `json:"seq"`
	Resumed     bool   `json:"resumed"`
	ID          string `json:"id"`
	Text        string `json:"message"`
	ClientMsgID string `json:"clientMsgId"`
	Code        string `json:"code"`
	UserID      string `json:"userId"`
	Username    string `json:"username"`
	OnlineCount int    `json:"onlineCount"`
	Typing      bool   `json:"isTyping"`
	MessageID   string `json:"messageId"`
	Epoch       int64  `json:"epoch"`
	Messages    []seen `json:"messages"`
}

// resilientClient is a member with a browser that never gives up: it joins with the
// number it saw last, sends, and sends again under the same client id whatever
// was refused, or not acknowledged when its socket broke. It judges every frame it gets.
type resilientClient struct {
	addrs       []string // of the nodes; each connection goes to the next
	tried       int
	token, room string
	writing     bool          // makes a new message after each acknowledgement
	pause       time.Duration // before it sends

	mu       sync.Mutex
	lastSeq  int64
	epoch    int64
	pending  map[string]string // client id → text, not acknowledged
	acked    map[string]string // client id → message id
	order    []string          // message ids as they came
	gaps     int               // a number was jumped
	repeats  int               // a number came again or late
	twice    int               // one client id, two message ids
	reloads  int               // the server could not resume
	refusals map[string]int    // error codes
	onAck    func()
}

func newResilientClient(addr, token, room string, writing bool, onAck func()) *resilientClient {
	return &resilientClient{
		addrs: []string{addr}, token: token, room: room, writing: writing, onAck: onAck,
		pending: map[string]string{}, acked: map[string]string{}, refusals: map[string]int{},
	}
}

// resilientClients are members of one room who go on whatever becomes of the nodes.
type resilientClients struct {
	t       *testing.T
	nodes   []*node
	tokens  []string
	all     []*resilientClient
	acks    atomic.Int64
	moved   chan struct{}
	stop    context.CancelFunc
	running sync.WaitGroup
}

// startClients brings members to nodes in turn; the first of them write. Each
// goes to the next node when its socket breaks.
func startClients(t *testing.T, nodes []*node, writers, readers int) *resilientClients {
	t.Helper()
	s := &resilientClients{t: t, nodes: nodes, tokens: nodes[0].tokens(writers+readers, 1), moved: make(chan struct{}, 1)}
	var ctx context.Context
	ctx, s.stop = context.WithCancel(context.Background())
	t.Cleanup(func() {
		s.stop()
		s.running.Wait()
	})
	for i, token := range s.tokens {
		c := newResilientClient(nodes[i%len(nodes)].addr, token, "load-1", i < writers, s.acknowledged)
		for j := 1; j < len(nodes); j++ {
			c.addrs = append(c.addrs, nodes[(i+j)%len(nodes)].addr)
		}
		s.all = append(s.all, c)
		s.running.Go(func() { c.run(ctx) })
	}
	return s
}

func (s *resilientClients) acknowledged() {
	s.acks.Add(1)
	select {
	case s.moved <- struct{}{}:
	default:
	}
}

// await returns after n more acknowledgements.
func (s *resilientClients) await(n int64) {
	s.t.Helper()
	goal := s.acks.Load() + n
	timeout := time.After(30 * time.Second)
	for s.acks.Load() < goal {
		select {
		case <-s.moved:
		case <-timeout:
			s.t.Fatal("no acknowledgements for 30 s")
		}
	}
}

// settle ends the writing, waits until nothing is under way and everybody has
// seen the last event, and gives the room's whole history, oldest first.
func (s *resilientClients) settle() []seen {
	s.t.Helper()
	for _, c := range s.all {
		c.finish()
	}
	deadline := time.Now().Add(60 * time.Second)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		if time.Now().After(deadline) {
			s.t.Fatal("some sends were never acknowledged, or somebody never caught up")
		}
		if !everybody(s.all, 0) {
			continue
		}
		// Read only now: nothing more can be stored.
		history := readHistory(s.t, s.nodes[0], s.tokens[0], "load-1")
		if len(history) > 0 && everybody(s.all, history[len(history)-1].Seq) {
			return history
		}
	}
	return nil
}

// end sends everybody away and judges what each saw.
func (s *resilientClients) end(history []seen) {
	s.t.Helper()
	s.stop()
	s.running.Wait()
	judge(s.t, s.all, history)
	s.t.Logf("%d acknowledged, %d in history", s.acks.Load(), len(history))
}

// run keeps a socket open until ctx ends.
func (c *resilientClient) run(ctx context.Context) {
	for ctx.Err() == nil {
		c.connection(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond): // the next try, not a wait for anything
		}
	}
}

// connection lives through one socket.
func (c *resilientClient) connection(ctx context.Context) {
	dialing, cancel := context.WithTimeout(ctx, 5*time.Second)
	conn, _, err := websocket.Dial(dialing, "ws://"+c.addrs[c.tried%len(c.addrs)]+"/ws/chat", nil)
	c.tried++
	cancel()
	if err != nil {
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(4 << 20)
	c.mu.Lock()
	join := map[string]any{"type": "join_chat", "token": c.token, "roomId": c.room, "lastSeq": c.lastSeq, "epoch": c.epoch}
	c.mu.Unlock()
	if !harness.Write(ctx, conn, join) {
		return
	}
	for {
		_, payload, err := conn.Read(ctx)
		if err != nil {
			return
		}
		var frame seen
		if json.Unmarshal(payload, &frame) != nil {
			return
		}
		for _, again := range c.take(frame) {
			time.Sleep(c.pace()) // a member does not type faster
			if !harness.Write(ctx, conn, again) {
				return
			}
		}
	}
}

// take judges one frame and gives what is to be sent because of it.
func (c *resilientClient) take(frame seen) []map[string]any {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch frame.Type {
	case "message_history":
		c.order = nil
		for _, m := range frame.Messages {
			c.order = append(c.order, m.ID)
		}
		return nil
	case "room_joined":
		c.epoch = frame.Epoch
		if !frame.Resumed {
			c.reloads++
			c.lastSeq = frame.Seq
		}
		return c.unsent()
	case "error":
		c.refusals[frame.Code]++
		if text, mine := c.pending[frame.ClientMsgID]; mine {
			return []map[string]any{c.send(frame.ClientMsgID, text)}
		}
		return nil
	}
	if frame.Seq == 0 {
		return nil
	}
	first := c.acked[frame.ClientMsgID]
	if frame.Type == "message" && frame.ClientMsgID != "" && first != "" {
		if first != frame.ID {
			c.twice++
		}
		if frame.Seq <= c.lastSeq {
			return nil // the answer to a resend, to this socket alone
		}
	}
	_, mine := c.pending[frame.ClientMsgID]
	switch {
	case frame.Seq == c.lastSeq+1:
		c.lastSeq = frame.Seq
		if frame.Type == "message" {
			c.order = append(c.order, frame.ID)
		}
	case frame.Seq > c.lastSeq+1 && !mine:
		c.gaps++
		c.lastSeq = frame.Seq
	case frame.Seq <= c.lastSeq && !mine:
		c.repeats++
	}
	if !mine {
		return nil
	}
	delete(c.pending, frame.ClientMsgID)
	c.acked[frame.ClientMsgID] = frame.ID
	c.onAck()
	return c.next()
}

// unsent is everything not acknowledged, or a first message.
func (c *resilientClient) unsent() []map[string]any {
	var frames []map[string]any
	for id, text := range c.pending {
		frames = append(frames, c.send(id, text))
	}
	if len(frames) == 0 {
		frames = append(frames, c.next()...)
		frames = append(frames, c.next()...)
	}
	return frames
}

// next makes one new message while the client writes.
func (c *resilientClient) next() []map[string]any {
	if !c.writing {
		return nil
	}
	id := uuid.NewString()
	text := fmt.Sprintf("%d of %s", len(c.acked)+len(c.pending), c.token[:6])
	c.pending[id] = text
	return []map[string]any{c.send(id, text)}
}

func (c *resilientClient) send(id, text string) map[string]any {
	return map[string]any{"type": "send_message", "message": text, "messageType": "text", "roomId": c.room, "clientMsgId": id}
}

// finish stops new messages; those under way still have to be acknowledged.
func (c *resilientClient) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writing = false
}

// drained says whether everything sent was acknowledged and seq was seen.
func (c *resilientClient) drained(seq int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.pending) == 0 && c.lastSeq >= seq
}

// refused is how often a send was answered with that code.
func (c *resilientClient) refused(code string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refusals[code]
}

// tookAnew counts how often the server could not resume.
func (c *resilientClient) tookAnew() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reloads
}

// slow has the client wait before each send.
func (c *resilientClient) slow(pause time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pause = pause
}

// acknowledgedIDs are the ids of all messages that were acknowledged so far.
func (s *resilientClients) acknowledgedIDs() map[string]bool {
	ids := map[string]bool{}
	for _, c := range s.all {
		c.mu.Lock()
		for _, id := range c.acked {
			ids[id] = true
		}
		c.mu.Unlock()
	}
	return ids
}

func (c *resilientClient) pace() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pause
}
