package loadtest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/uuid"
)

const (
	joinPatience  = 3 * time.Minute  // until every socket has joined
	quietPatience = 15 * time.Second // after the last send, until all has arrived
	mostMessages  = 10_000_000       // of one test
)

// load is a test under way.
type load struct {
	plan     Plan
	nodes    []endpoint
	mark     string    // of this test's messages
	total    int       // messages to send
	epoch    time.Time // of every time in it
	sockets  []*client
	guests   []*client // of the arrivals
	members  crowd
	arrivals crowd
	raided   raidCount

	watching sync.Mutex // while the windows change
	watched  atomic.Pointer[[]*window]
	losing   sync.Mutex // while it is decided which outage a loss belongs to

	deliveries, reconnects, reloads atomic.Int64
	received, leftOut               atomic.Int64 // activities, to all who watch
	marked, unmarked                atomic.Int64 // read marks that were stored, and that failed
	counted                         atomic.Int64 // the scheduled time, since epoch, from which on latency counts
	unsent                          int
	latency, answered               latencies // from the scheduled time of the send
	near, far                       latencies // the same, to readers on the sender's node and on others
}

func newLoad(plan Plan) *load {
	l := &load{plan: plan, mark: "load " + uuid.NewString()[:8] + " ", epoch: time.Now(),
		total: max(1, int(plan.Rate*plan.Duration.Seconds()))}
	l.members.size, l.arrivals.size = plan.Sockets, plan.Arrivals
	for _, address := range plan.Nodes {
		l.nodes = append(l.nodes, endpointOf(address))
	}
	return l
}

func (l *load) now() time.Duration { return time.Since(l.epoch) }

// Run does the whole test: connect, talk, wait until it is quiet, count.
// When ctx ends early, what was measured until then is counted.
func Run(ctx context.Context, plan Plan, say func(string)) Report {
	l := newLoad(plan)
	polling := startPoller()
	defer polling.stop()
	for i := range l.nodes {
		l.nodes[i].poller = polling
	}
	living, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	say(fmt.Sprintf("connecting %d sockets", plan.Sockets))
	l.connect(ctx, living)
	say(fmt.Sprintf("sending %d messages within %v", l.total, plan.Duration))
	began := time.Now()
	for _, s := range l.sockets {
		s.expectAll()
	}
	talking, stopTalking := context.WithCancel(ctx)
	var besides sync.WaitGroup
	besides.Go(func() { l.read(talking) })
	besides.Go(func() { l.beside(talking, living) })
	sent := l.talk(ctx)
	took := time.Since(began)
	stopTalking()
	besides.Wait()
	l.settle(ctx)
	stop()
	for _, s := range l.everybody() {
		<-s.over
	}
	return l.report(sent, took)
}

// everybody is the sockets and the arrivals.
func (l *load) everybody() []*client {
	return append(l.sockets[:len(l.sockets):len(l.sockets)], l.guests...)
}

// connect opens the sockets at the planned pace and waits until they joined.
func (l *load) connect(ctx, living context.Context) {
	ordinals := (l.total + l.plan.Rooms - 1) / l.plan.Rooms
	began := time.Now()
	for i := range l.plan.Sockets {
		if l.plan.Connects > 0 && !until(ctx, began.Add(time.Duration(i)*time.Second/time.Duration(l.plan.Connects))) {
			return
		}
		s := newClient(l, &l.members, i, i%l.plan.Rooms, ordinals)
		l.sockets = append(l.sockets, s)
		go s.live(living)
	}
	limit := time.NewTimer(joinPatience)
	defer limit.Stop()
	for _, s := range l.sockets {
		select {
		case <-s.joined:
		case <-s.over:
		case <-limit.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// dial connects a socket to a node, or to another one when nothing listens there.
func (l *load) dial(ctx context.Context, socket, node int, from sources) (*line, int, error) {
	line, err := l.nodes[node].dial(ctx, from)
	for _, other := range l.plan.others(socket, node) {
		if !errors.Is(err, syscall.ECONNREFUSED) || other == node {
			break
		}
		node = other
		line, err = l.nodes[node].dial(ctx, from)
	}
	return line, node, err
}

// talk sends every message at its time, whether or not those before it have
// arrived, and returns how many it handed out. Messages go round the rooms, and
// in each round its sockets.
func (l *load) talk(ctx context.Context) int {
	start := l.now()
	l.counted.Store(int64(start + l.plan.WarmUp))
	for k := range l.total {
		at := start + time.Duration(float64(k)/l.plan.Rate*float64(time.Second))
		if !until(ctx, l.epoch.Add(at)) {
			return k
		}
		room, round := k%l.plan.Rooms, k/l.plan.Rooms
		inRoom := (len(l.sockets) - room + l.plan.Rooms - 1) / l.plan.Rooms
		if inRoom < 1 || !l.sockets[room+l.plan.Rooms*(round%inRoom)].say(k, at) {
			l.unsent++
		}
	}
	return l.total
}

// until waits for a time; false when ctx ends before.
func until(ctx context.Context, at time.Time) bool {
	wait := time.Until(at)
	if wait <= 0 {
		return ctx.Err() == nil
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(wait):
		return true
	}
}

// errBroken says that something was lost, doubled, disordered or unanswered.
var errBroken = errors.New("load run: the promises were not kept, see the report")
