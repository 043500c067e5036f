package loadtest

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// beside begins what happens beside the talk once the warm-up is over. It returns when
// all members have set out and every socket of the raid is closed.
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

// crowd is members who connect together.
type crowd struct {
	size        int
	window      *window      // until all have joined; nil where nobody talks meanwhile
	first, last atomic.Int64 // when the first tried to connect, when the last had joined
	here        atomic.Int64
	joins       latencies // of each member, from its first try
}

func (c *crowd) begin(now time.Duration) { c.first.CompareAndSwap(0, int64(max(now, 1))) }

func (c *crowd) join(began, now time.Duration) {
	c.joins.add(now - began)
	if c.here.Add(1); c.missing() == 0 && c.window != nil {
		c.window.ended.Store(int64(now))
	}
	for last := c.last.Load(); int64(now) > last && !c.last.CompareAndSwap(last, int64(now)); last = c.last.Load() {
	}
}

// missing are the members who have not joined.
func (c *crowd) missing() int { return c.size - int(c.here.Load()) }

// took is the time from the first try until the last one had joined.
func (c *crowd) took() time.Duration { return max(0, time.Duration(c.last.Load()-c.first.Load())) }
