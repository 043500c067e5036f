// Those who come beside the test's members while these talk: arrivals, who join one room
// within a few seconds, and a raid of sockets that never join.

package loadtest

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// raidPatience is how long a socket of a raid is held at most.
const raidPatience = 30 * time.Second

// beside begins what happens beside the talk once the warm-up is over. It returns when all
// of it has begun and every socket of the raid is closed.
func (l *load) beside(ctx, living context.Context) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(l.plan.WarmUp):
	}
	var both sync.WaitGroup
	both.Go(func() { l.arrive(ctx, living) })
	both.Go(func() { l.raid(ctx) })
	both.Wait()
}

// arrive has the arrivals connect and join load-1, evenly within their time.
func (l *load) arrive(ctx, living context.Context) {
	if l.plan.Arrivals == 0 {
		return
	}
	l.arrivals.window = l.watch(nil)
	ordinals := (l.total + l.plan.Rooms - 1) / l.plan.Rooms
	began := time.Now()
	for i := range l.plan.Arrivals {
		if !until(ctx, began.Add(l.plan.ArriveWithin*time.Duration(i)/time.Duration(l.plan.Arrivals))) {
			return
		}
		s := newClient(l, &l.arrivals, l.plan.Sockets+i, 0, ordinals)
		l.guests = append(l.guests, s)
		go s.live(living)
	}
}

// raid opens sockets that never join, all at once, and waits until the nodes have closed
// them.
func (l *load) raid(ctx context.Context) {
	if l.plan.Raid == 0 {
		return
	}
	l.raided.window = l.watch(nil)
	var sockets sync.WaitGroup
	for i := range l.plan.Raid {
		sockets.Go(func() { l.raider(ctx, i) })
	}
	sockets.Wait()
	l.raided.window.ended.Store(int64(l.now()))
}

// raider is one of them.
func (l *load) raider(ctx context.Context, i int) {
	line, err := l.nodes[i%len(l.nodes)].dial(ctx)
	if err != nil {
		l.raided.end("not connected")
		return
	}
	defer line.close()
	defer context.AfterFunc(ctx, line.close)()
	began := l.now()
	line.patience(raidPatience)
	err = line.receive(func([]byte) {})
	l.raided.held.add(l.now() - began)
	how := "lost"
	if code, _ := closeCode(err); code > 0 {
		how = fmt.Sprint(code)
	} else if l.now()-began >= raidPatience {
		how = "still open"
	}
	l.raided.end(how)
}

// raidCount is what became of a raid.
type raidCount struct {
	window *window
	held   latencies // from the handshake to the end

	mu    sync.Mutex
	ended map[string]int // by the code of the close
}

func (r *raidCount) end(how string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended == nil {
		r.ended = map[string]int{}
	}
	r.ended[how]++
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
