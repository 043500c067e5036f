package systemtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"muster/cmd/muster/internal/systemtest/harness"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"muster/actors/wire"
)

// The delays of the product's own client (client/src/net/backoff.ts): 3 s, then
// doubled up to 30 s, each ± 50 %; a node that says "try later" is given 12 s.
const (
	retryFirst      = 3 * time.Second
	retryMost       = 30 * time.Second
	patientFailures = 2
	callPatience    = 2 * time.Second // a balancer's, until it takes another node
)

// heard is what a line reads of any frame.
type heard struct {
	Type        string `json:"type"`
	RoomID      string `json:"roomId"`
	Seq         int64  `json:"seq"`
	LastRead    int64  `json:"lastReadSeq"`
	Resumed     bool   `json:"resumed"`
	ID          string `json:"id"`
	Text        string `json:"message"`
	ClientMsgID string `json:"clientMsgId"`
	MessageID   string `json:"messageId"`
	Reaction    string `json:"reaction"`
	Actor       string `json:"user_id"`
	Self        string `json:"userId"`
	Code        string `json:"code"`
	DeletedAt   string `json:"deleted_at"`
}

// kind is what an event is, as the log names it.
type kind uint8

const (
	kindSent kind = iota
	kindDeleted
	kindAdded
	kindRemoved
	kindEdited
	kindPinned
	kindUnpinned
	kindChanged
)

var kindNames = []string{"message", "message_deleted", "reaction_added", "reaction_removed", "message_edited", "message_pinned", "message_unpinned", "room_changed"}

var kinds = func() map[string]kind {
	all := map[string]kind{}
	for i, name := range kindNames {
		all[name] = kind(i)
	}
	return all
}()

func (k kind) String() string { return kindNames[k] }

// observation is one numbered event as one line received it.
type observation struct {
	at      time.Duration // since the run began
	seq     int64
	message uuid.UUID
	client  uuid.UUID // of a message
	text    uint64    // hash of a message's or an edit's text; 0 when it was deleted before it came
	call    int32     // index of the connection
	kind    kind
	mine    bool // an act of the writer whose line this is
}

// act names what the event answers, if it is one's own: a send by its client
// id, a deletion or reaction by its message.
func (g observation) act() act {
	if g.kind == kindSent {
		return act{g.kind, g.client}
	}
	return act{g.kind, g.message}
}

// act is one thing a writer asked for.
type act struct {
	kind kind
	id   uuid.UUID
}

// call is one connection of a line.
type call struct {
	node, life int           // which process: the node and how often it was started
	began      time.Duration // dialled
	joined     time.Duration // room_joined came; 0: never
	ended      time.Duration
	from       int64 // lastSeq it asked with
	head       int64 // seq of room_joined
	resumed    bool
	why        string // how it ended
}

// clientLog is a browser's chat: it joins with the number it saw last, on another
// node each time, and logs all that it receives. A reader is only this.
type clientLog struct {
	harness *chaosHarness
	name    string
	token   string
	room    int
	writer  *writer    // nil for a reader
	shy     *clientLog // a line whose node this one keeps away from; nil: none
	random  *rand.Rand
	again   chan struct{} // come back at once

	mu      sync.Mutex
	last    int64
	log     []observation
	calls   []call
	conn    *websocket.Conn   // while joined
	tap     *faultyConn       // while connected
	reads   map[int32][]int64 // numbers of read_state of the line's room, by connection
	refused map[string]int    // error codes
	closed  map[int]int       // close codes
}

func newClientLog(r *chaosHarness, name, token string, room int, seed uint64) *clientLog {
	return &clientLog{
		harness: r, name: name, token: token, room: room, random: rand.New(rand.NewPCG(r.seed, seed)), again: make(chan struct{}, 1),
		reads: map[int32][]int64{}, refused: map[string]int{}, closed: map[int]int{},
	}
}

// hashOf is FNV-1a of a text, 0 of an empty one.
func hashOf(text string) uint64 {
	if text == "" {
		return 0
	}
	sum := fnv.New64a()
	sum.Write([]byte(text))
	return sum.Sum64()
}

// run keeps the line up until ctx ends, beginning at a node.
func (l *clientLog) run(ctx context.Context, first int) {
	failures, order := 0, []int{first}
	for ctx.Err() == nil {
		code := 0
		for _, node := range order { // one that does not answer is passed over, as a balancer does
			var reached bool
			if code, reached = l.connection(ctx, node); reached {
				break
			}
		}
		if l.joinedLast() {
			failures = 0
		}
		if code == int(wire.CloseTryLater) || code == int(wire.CloseAbuse) {
			failures = max(failures, patientFailures)
		}
		delay := min(retryFirst<<min(failures, 4), retryMost)
		delay = min(delay/2+time.Duration(l.random.Int64N(int64(delay))), retryMost)
		failures++
		select {
		case <-ctx.Done():
		case <-l.again:
		case <-time.After(delay):
		}
		order = l.others()
	}
}

// others are the nodes but the one the line was last joined to, any first, the
// one its twin is on last.
func (l *clientLog) others() []int {
	was, twins := -1, -1
	l.mu.Lock()
	for _, c := range l.calls {
		if c.joined > 0 {
			was = c.node
		}
	}
	l.mu.Unlock()
	if l.shy != nil {
		twins = l.shy.node()
	}
	var order []int
	for _, node := range l.random.Perm(len(l.harness.nodes)) {
		if node != was && node != twins {
			order = append(order, node)
		}
	}
	if twins >= 0 && twins != was {
		order = append(order, twins)
	}
	return order
}

// node is where the line is, -1 for nowhere.
func (l *clientLog) node() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil {
		return -1
	}
	return l.calls[len(l.calls)-1].node
}

func (l *clientLog) joinedLast() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.calls) > 0 && l.calls[len(l.calls)-1].joined > 0
}

// connection lives through one socket and gives its close code; reached is
// false when there was none to be had.
func (l *clientLog) connection(ctx context.Context, node int) (code int, reached bool) {
	began, life := l.harness.since(), int(l.harness.lives[node].Load())
	conn, tap, err := dial(ctx, l.harness.nodes[node].addr)
	if err != nil {
		return 0, false
	}
	defer conn.CloseNow()
	conn.SetReadLimit(4 << 20)
	l.mu.Lock()
	from := l.last
	l.tap = tap
	l.calls = append(l.calls, call{node: node, life: life, began: began, from: from})
	index := int32(len(l.calls) - 1)
	l.mu.Unlock()
	err = l.listen(ctx, conn, index, from)
	l.mu.Lock()
	defer l.mu.Unlock()
	c := &l.calls[index]
	c.ended = l.harness.since()
	c.why = tap.manner()
	var closed websocket.CloseError
	if errors.As(err, &closed) {
		code = int(closed.Code)
		l.closed[code]++
		c.why = closed.Error()
	} else if c.why == "" && err != nil {
		c.why = err.Error()
	}
	l.conn, l.tap = nil, nil
	return code, true
}

// listen joins and reads until the socket ends.
func (l *clientLog) listen(ctx context.Context, conn *websocket.Conn, index int32, from int64) error {
	if !harness.Write(ctx, conn, map[string]any{"type": "join_chat", "token": l.token, "roomId": roomName(l.room), "lastSeq": from}) {
		return errors.New("join_chat could not be written")
	}
	for {
		_, payload, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		if !matters(payload) {
			continue
		}
		var f heard
		if err := json.Unmarshal(payload, &f); err != nil {
			return err
		}
		l.take(conn, index, f)
	}
}

// matters says whether a frame is one that a line keeps account of; coming,
// going and typing are most of the rest.
func matters(payload []byte) bool {
	name, ok := bytes.CutPrefix(payload, []byte(`{"type":"`))
	if end := bytes.IndexByte(name, '"'); ok && end > 0 {
		name = name[:end]
	}
	switch string(name) {
	case "connected", "user_joined", "user_left", "user_joined_room", "user_left_room", "typing_indicator", "typing_users_update", "message_history":
		return false
	}
	return true
}

// take notes one frame.
func (l *clientLog) take(conn *websocket.Conn, index int32, f heard) {
	now := l.harness.since()
	k, numbered := kinds[f.Type]
	switch {
	case f.Type == "room_joined":
		l.mu.Lock()
		c := &l.calls[index]
		c.joined, c.head, c.resumed = now, f.Seq, f.Resumed
		if !f.Resumed {
			l.last = f.Seq
		}
		l.conn = conn
		l.mu.Unlock()
		if l.writer != nil {
			l.writer.joined(l)
		}
	case f.Type == "joined" && l.writer != nil:
		l.writer.named(f.Self)
	case f.Type == "read_state" && f.RoomID == roomName(l.room):
		l.mu.Lock()
		l.reads[index] = append(l.reads[index], f.LastRead)
		l.mu.Unlock()
	case f.Type == "error":
		l.mu.Lock()
		l.refused[f.Code]++
		l.mu.Unlock()
		if l.writer != nil {
			l.writer.refused(l, f.ClientMsgID)
		}
	case numbered:
		g := observation{at: now, seq: f.Seq, call: index, kind: k}
		if k == kindSent {
			g.message, g.client, g.text = parsed(f.ID), parsed(f.ClientMsgID), hashOf(f.Text)
		} else {
			g.message = parsed(f.MessageID)
		}
		if k == kindEdited {
			g.text = hashOf(f.Text)
		}
		answer := false
		if l.writer != nil {
			g.mine, answer = l.writer.asked(g, f.Actor)
		}
		l.mu.Lock()
		l.log = append(l.log, g)
		node, life := l.calls[index].node, l.calls[index].life
		switch {
		case g.seq == l.last+1, g.seq > l.last+1 && !answer:
			l.last = g.seq
		}
		l.mu.Unlock()
		if l.writer != nil {
			l.writer.saw(g, f, node, life)
		}
	}
}

func parsed(id string) uuid.UUID {
	u, _ := uuid.Parse(id)
	return u
}

// here gives the joined socket; nil when there is none.
func (l *clientLog) here() (conn *websocket.Conn, node, life int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil {
		return nil, 0, 0
	}
	c := l.calls[len(l.calls)-1]
	return l.conn, c.node, c.life
}

// cut breaks the line as the manner says.
func (l *clientLog) cut(m manner) {
	l.mu.Lock()
	t := l.tap
	l.mu.Unlock()
	if t != nil {
		t.cut(l.harness, m)
	}
}

// rejoin cuts the line and has it come back at once.
func (l *clientLog) rejoin(m manner) {
	select {
	case l.again <- struct{}{}:
	default:
	}
	l.cut(m)
}

// lately says whether the line has just received a message.
func (l *clientLog) lately(client uuid.UUID) bool {
	const enough = 1000 // of one room's events, far more than while a gate is shut
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.log[max(0, len(l.log)-enough):], func(g observation) bool { return g.kind == kindSent && g.client == client })
}

// reached says whether the line is up and has seen seq.
func (l *clientLog) reached(seq int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conn != nil && l.last >= seq
}
