package loadtest

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

const (
	joinPatience  = time.Minute      // until every socket has joined
	quietPatience = 15 * time.Second // after the last send, until all has arrived
	mostMessages  = 10_000_000       // of one test
)

// Plan is what an operator asks for. Only the given nodes are called.
type Plan struct {
	Nodes    []string // addresses of their sockets, each called in turn
	Tokens   []string
	Sockets  int
	Rooms    int // load-1 to load-R
	Rate     float64
	Duration time.Duration
	WarmUp   time.Duration // how long messages go on before their latency counts
	Connects int           // new sockets a second
	Named    int           // members of the room whom each message names
	Reads    float64       // read marks a second, of all members in turn; browsers make one every 12 s each, every 56 s in a room of 1,000
	Watching int           // of the first sockets, whose members are administrators, watch activity
}

// mostNamed is what a message may name.
const mostNamed = 20

// Check says what is wrong with a plan.
func (p Plan) Check() error {
	switch {
	case p.Sockets < 1 || p.Sockets > len(p.Tokens):
		return fmt.Errorf("--sockets is 1 to the %d tokens of the file", len(p.Tokens))
	case p.Rooms < 1 || p.Rooms > p.Sockets:
		return fmt.Errorf("--rooms is 1 to the number of sockets")
	case p.Rate <= 0 || p.Duration <= 0 || p.Connects < 1:
		return fmt.Errorf("--rate, --seconds and --connects are above 0")
	case p.WarmUp < 0 || p.WarmUp >= p.Duration:
		return fmt.Errorf("--warm-up is shorter than --seconds")
	case p.Named < 0 || p.Named > mostNamed || p.Reads < 0 || p.Reads > 10_000:
		return fmt.Errorf("--named is 0 to %d, --reads 0 to 10000", mostNamed)
	case p.Watching < 0 || p.Watching > p.Sockets:
		return fmt.Errorf("--watching is 0 to the number of sockets")
	case p.Connects > 1_000_000:
		return fmt.Errorf("--connects is at most 1000000")
	case p.Rate*p.Duration.Seconds() > mostMessages:
		return fmt.Errorf("that is more than %d messages", mostMessages)
	}
	return nil
}

// node is the one that a socket calls in a try. The sockets of each room are
// spread over all nodes.
func (p Plan) node(socket, try int) int {
	return (socket/p.Rooms + try) % len(p.Nodes)
}

// load is a test under way.
type load struct {
	plan    Plan
	mark    string    // of this test's messages
	total   int       // messages to send
	epoch   time.Time // of every time in it
	sockets []*client

	deliveries, reconnects, reloads atomic.Int64
	received, leftOut               atomic.Int64 // activities, to all who watch
	marked, unmarked                atomic.Int64 // read marks that were stored, and that failed
	counted                         atomic.Int64 // the scheduled time, since epoch, from which on latency counts
	unsent                          int
	latency, answered               latencies // from the scheduled time of the send
	near, far                       latencies // the same, to readers on the sender's node and on others
}

// Run does the whole test: connect, talk, wait until it is quiet, count.
// When ctx ends early, what was measured until then is counted.
func Run(ctx context.Context, plan Plan, say func(string)) Report {
	l := &load{plan: plan, mark: "load " + uuid.NewString()[:8] + " ", epoch: time.Now(),
		total: max(1, int(plan.Rate*plan.Duration.Seconds()))}
	living, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	say(fmt.Sprintf("connecting %d sockets", plan.Sockets))
	l.connect(ctx, living)
	say(fmt.Sprintf("sending %d messages within %v", l.total, plan.Duration))
	began := time.Now()
	for _, s := range l.sockets {
		s.begin()
	}
	reading, stopReading := context.WithCancel(ctx)
	read := make(chan struct{})
	go func() { defer close(read); l.read(reading) }()
	sent := l.talk(ctx)
	took := time.Since(began)
	stopReading()
	<-read
	l.settle(ctx)
	stop()
	for _, s := range l.sockets {
		<-s.over
	}
	return l.report(sent, took)
}

// connect opens the sockets at the planned pace and waits until they joined.
func (l *load) connect(ctx, living context.Context) {
	pace := time.NewTicker(time.Second / time.Duration(l.plan.Connects))
	defer pace.Stop()
	ordinals := (l.total + l.plan.Rooms - 1) / l.plan.Rooms
	for i := range l.plan.Sockets {
		select {
		case <-ctx.Done():
			return
		case <-pace.C:
		}
		s := newClient(l, i, ordinals)
		l.sockets = append(l.sockets, s)
		go s.live(living)
	}
	limit := time.NewTimer(joinPatience)
	defer limit.Stop()
	for _, s := range l.sockets {
		select {
		case <-s.joined:
		case <-limit.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// talk sends every message at its time, whether or not those before it have
// arrived, and returns how many it handed out. Messages go round the rooms, and
// in each round its sockets.
func (l *load) talk(ctx context.Context) int {
	wait := time.NewTimer(0)
	defer wait.Stop()
	start := time.Since(l.epoch)
	l.counted.Store(int64(start + l.plan.WarmUp))
	for k := range l.total {
		at := start + time.Duration(float64(k)/l.plan.Rate*float64(time.Second))
		wait.Reset(at - time.Since(l.epoch))
		select {
		case <-ctx.Done():
			return k
		case <-wait.C:
		}
		room, round := k%l.plan.Rooms, k/l.plan.Rooms
		inRoom := (len(l.sockets) - room + l.plan.Rooms - 1) / l.plan.Rooms
		if inRoom < 1 || !l.sockets[room+l.plan.Rooms*(round%inRoom)].say(k, at) {
			l.unsent++
		}
	}
	return l.total
}

// settle waits until everything acknowledged has arrived everywhere.
func (l *load) settle(ctx context.Context) {
	limit := time.NewTimer(quietPatience)
	defer limit.Stop()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		if pending, lost := l.outstanding(); pending+lost == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-limit.C:
			return
		case <-look.C:
		}
	}
}

// outstanding counts the sends without an answer, and the acknowledged
// messages that a socket of their room has not got.
func (l *load) outstanding() (pending, lost int) {
	acked := make([][]int, l.plan.Rooms)
	for _, s := range l.sockets {
		s.mu.Lock()
		pending += len(s.pending)
		acked[s.room] = append(acked[s.room], s.acked...)
		s.mu.Unlock()
	}
	for _, s := range l.sockets {
		s.mu.Lock()
		if s.counted {
			for _, ordinal := range acked[s.room] {
				if !s.has(ordinal) {
					lost++
				}
			}
		}
		s.mu.Unlock()
	}
	return pending, lost
}

// errBroken says that something was lost, doubled, disordered or unanswered.
var errBroken = errors.New("load run: the promises were not kept, see the report")
