package systemtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"muster/cmd/muster/internal/systemtest/harness"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

const (
	twiceInHundred = 5                      // sends that go to two nodes at once
	actsInHundred  = 12                     // of what a writer does: deletions and reactions
	retrySoon      = 250 * time.Millisecond // after an error that names the send
	giveUpAfter    = 6 * time.Second        // promised are 5 s; then the line is left
	burstSends     = 3                      // of each writer, before a fault
)

// emojis are some that the server takes (CHAT-24).
var emojis = []string{"👍", "🎉", "🔥", "🚀"}

// try is one time that something went out.
type try struct {
	at         time.Duration
	node, life int
	line       *clientLog
	fresh      bool // in the order of what the writer says, not sent again
}

// send is one message of a writer, from its first try to its acknowledgement.
type send struct {
	id      uuid.UUID // clientMsgId
	text    uint64    // hash
	edited  uint64    // hash of the text that an edit gave it; 0 for none
	room    int
	ordinal int
	twice   bool // sent to two nodes at once
	tries   []try
	refused int

	answered   time.Duration // 0: not yet
	message    uuid.UUID
	seq        int64
	node, life int // that answered
}

// writer sends at a pace whatever happens, over two lines on two nodes, and
// sends again what was not acknowledged.
type writer struct {
	harness *chaosHarness
	index   int
	room    int
	random  *rand.Rand    // of step
	lines   [2]*clientLog // the second for what is sent twice at once
	burst   chan int
	stopped chan struct{}

	mu          sync.Mutex
	self        string // member id
	sends       []*send
	pending     map[uuid.UUID]*send
	byID        map[uuid.UUID]*send
	tried       map[act]int // how often each act went out
	moderations []*moderation
	open        []*moderation // not acknowledged
	mine        []uuid.UUID
	fresh       []*send       // that may be edited, each once; then they may be deleted
	targets     []uuid.UUID   // messages of the room that nobody deletes
	looked      int64         // number of the last event that was looked at for them
	placed      []*moderation // acknowledged reactions that still stand
	idle        int           // steps without a line
}

func newWriter(r *chaosHarness, index int, token string, room int) *writer {
	w := &writer{
		harness: r, index: index, room: room, random: rand.New(rand.NewPCG(r.seed, uint64(2000+index))), burst: make(chan int, 1), stopped: make(chan struct{}),
		pending: map[uuid.UUID]*send{}, byID: map[uuid.UUID]*send{}, tried: map[act]int{},
	}
	for i, name := range []string{fmt.Sprint("writer ", index), fmt.Sprint("writer ", index, " twin")} {
		w.lines[i] = newClientLog(r, name, token, room, uint64(4000+2*index+i))
		w.lines[i].writer = w
	}
	w.lines[0].shy, w.lines[1].shy = w.lines[1], w.lines[0]
	return w
}

// run writes until stop is closed, and sends again until ctx ends.
func (w *writer) run(ctx context.Context, stop <-chan struct{}, pause time.Duration) {
	sweep := time.NewTicker(time.Second)
	defer sweep.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-stop:
			stop = nil
			close(w.stopped)
		case n := <-w.burst:
			for range n {
				w.say(ctx)
			}
		case <-sweep.C:
			w.sweep(ctx)
		case <-time.After(time.Duration(w.random.ExpFloat64() * float64(pause))):
			if stop != nil {
				w.step(ctx)
			}
		}
	}
}

// step does one thing.
func (w *writer) step(ctx context.Context) {
	if w.random.IntN(100) < actsInHundred {
		if d := w.choose(); d != nil {
			w.do(ctx, d, nil)
			return
		}
	}
	w.say(ctx)
}

// say sends a new message, some over both lines.
func (w *writer) say(ctx context.Context) {
	w.mu.Lock()
	s := &send{id: uuid.New(), room: w.room, ordinal: len(w.sends)}
	s.text = hashOf(w.text(s))
	one, two := w.lines[0], w.lines[1]
	if one.node() < 0 {
		one, two = two, one
	}
	if one.node() < 0 {
		w.idle++
		w.mu.Unlock()
		return
	}
	s.twice = w.random.IntN(100) < twiceInHundred && two.node() >= 0 && two.node() != one.node()
	w.sends = append(w.sends, s)
	w.pending[s.id], w.byID[s.id] = s, s
	w.mu.Unlock()
	if s.twice {
		w.harness.spawn(func() { w.transmit(ctx, s, two, false) })
	}
	w.transmit(ctx, s, one, true)
}

// text is a send's; some name a member.
func (w *writer) text(s *send) string {
	text := fmt.Sprintf("chaos %d %d %s", w.index, s.ordinal, s.id)
	if s.ordinal%nameEvery == 0 {
		text += " @" + markerName(w.room)
	}
	return text
}

// transmit puts a send on a line that is up.
func (w *writer) transmit(ctx context.Context, s *send, l *clientLog, fresh bool) {
	conn, node, life := l.here()
	if conn == nil {
		return
	}
	w.mu.Lock()
	if s.answered > 0 {
		w.mu.Unlock()
		return
	}
	s.tries = append(s.tries, try{w.harness.since(), node, life, l, fresh})
	w.tried[act{kindSent, s.id}]++
	w.mu.Unlock()
	put(ctx, conn, map[string]any{
		"type": "send_message", "message": w.text(s), "messageType": "text", "roomId": roomName(s.room), "clientMsgId": s.id.String(),
	})
}

// put writes a frame; a line that does not take it within a while is broken,
// which its reading notices.
func put(ctx context.Context, conn *websocket.Conn, frame map[string]any) {
	ctx, cancel := context.WithTimeout(ctx, giveUpAfter)
	defer cancel()
	harness.Write(ctx, conn, frame)
}

// joined sends again over a line that is up what was not acknowledged.
func (w *writer) joined(l *clientLog) {
	w.mu.Lock()
	var sends []*send
	for _, s := range w.pending {
		sends = append(sends, s)
	}
	moderations := append([]*moderation(nil), w.open...)
	w.mu.Unlock()
	w.harness.spawn(func() {
		for _, s := range sends {
			w.transmit(w.harness.ctx, s, l, false)
		}
		for _, d := range moderations {
			w.do(w.harness.ctx, d, l)
		}
	})
}

// refused sends again what an error named.
func (w *writer) refused(l *clientLog, clientID string) {
	w.mu.Lock()
	s := w.pending[parsed(clientID)]
	if s != nil {
		s.refused++
	}
	w.mu.Unlock()
	if s != nil {
		time.AfterFunc(retrySoon, func() { w.harness.spawn(func() { w.transmit(w.harness.ctx, s, l, false) }) })
	}
}

// sweep leaves a line that keeps a send unanswered for too long, and says
// again moderations that were not seen: nothing answers those by name.
func (w *writer) sweep(ctx context.Context) {
	late := w.harness.since() - giveUpAfter
	w.mu.Lock()
	var stuck *clientLog
	for _, s := range w.pending {
		if len(s.tries) == 0 || s.tries[len(s.tries)-1].at < late {
			stuck = w.lines[0]
			if len(s.tries) > 0 {
				stuck = s.tries[len(s.tries)-1].line
			}
		}
	}
	var moderations []*moderation
	for _, d := range w.open {
		if d.tries[len(d.tries)-1].at < late {
			moderations = append(moderations, d)
		}
	}
	w.mu.Unlock()
	if stuck != nil {
		stuck.rejoin(bySilent)
	}
	for _, d := range moderations {
		w.do(ctx, d, nil)
	}
}

// asked says whether an event is of an act of this writer, and whether the act
// went out more than once, so that the event may be the answer to the second.
func (w *writer) asked(g observation, actor string) (mine, again bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if actor != "" && actor != w.self {
		return false, false
	}
	tries, mine := w.tried[g.act()]
	return mine, tries > 1
}

func (w *writer) named(self string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.self = self
}

// saw takes what an event acknowledges, and finds things to do.
func (w *writer) saw(g observation, f heard, node, life int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s := w.byID[g.client]; g.kind == kindSent && s != nil {
		if s.answered == 0 {
			s.answered, s.message, s.seq, s.node, s.life = g.at, g.message, g.seq, node, life
			delete(w.pending, s.id)
			switch s.ordinal % 3 {
			case 0:
				w.mine = append(w.mine, g.message)
			case 1:
				if w.fresh = append(w.fresh, s); len(w.fresh) > 20 {
					w.fresh = w.fresh[1:] // an edit must come within fifteen minutes
				}
			}
		}
	}
	if g.seq > w.looked {
		w.looked = g.seq
		var author, ordinal int
		if n, _ := fmt.Sscanf(f.Text, "chaos %d %d ", &author, &ordinal); n == 2 && stays(ordinal) {
			if w.targets = append(w.targets, g.message); len(w.targets) > 50 {
				w.targets = w.targets[1:]
			}
		}
	}
	if f.Actor != "" && f.Actor != w.self {
		return
	}
	for i, d := range w.open {
		if d.kind != g.kind || d.message != g.message || d.emoji != f.Reaction {
			continue
		}
		d.seen, d.seq = g.at, g.seq
		w.open = append(w.open[:i:i], w.open[i+1:]...)
		switch d.kind {
		case kindAdded:
			w.placed = append(w.placed, d)
		case kindEdited:
			w.mine = append(w.mine, d.message)
		}
		return
	}
}

// stays says whether nobody deletes or edits a message: it is reacted to and pinned. A
// third of the messages may be deleted, a third edited and then deleted.
func stays(ordinal int) bool { return ordinal%3 == 2 }

// unanswered are the sends that wait for an answer of a node's present
// process, or of any for node -1.
func (w *writer) unanswered(node int) []*send {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []*send
	for _, s := range w.pending {
		if len(s.tries) == 0 {
			continue
		}
		t := s.tries[len(s.tries)-1]
		if node < 0 || t.node == node && t.life == int(w.harness.lives[node].Load()) {
			out = append(out, s)
		}
	}
	return out
}

// settled says whether nothing is under way.
func (w *writer) settled() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.pending) == 0 && len(w.open) == 0
}
