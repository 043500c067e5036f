// What happened meanwhile: a node that was lost, members who came all at once, sockets
// that never joined; and how long the chat of everybody else took during it.

package loadtest

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// sameOutage: connections lost within this time after all were back belong to the outage
// before. A node that drains ends them one by one.
const sameOutage = 10 * time.Second

// window is a span of a test whose messages are counted apart as well.
type window struct {
	began  time.Duration
	ended  atomic.Int64 // 0 while it goes on
	chat   latencies
	outage *outage // nil where nobody is left out
}

// covers says whether a message that was to be sent at a time belongs to it.
func (w *window) covers(at time.Duration) bool {
	ended := time.Duration(w.ended.Load())
	return at >= w.began && (ended == 0 || at <= ended)
}

// watch opens a window now.
func (l *load) watch(o *outage) *window {
	w := &window{began: l.now(), outage: o}
	l.watching.Lock()
	defer l.watching.Unlock()
	next := append(slices.Clone(l.windows()), w)
	l.watched.Store(&next)
	return w
}

func (l *load) windows() []*window {
	if all := l.watched.Load(); all != nil {
		return *all
	}
	return nil
}

// outage is a node whose connections broke, until all its members were back.
type outage struct {
	node   int
	window *window

	mu         sync.Mutex
	lost, away int
	took       latencies // from the first loss to each return
}

// lost: a member who had joined has lost its connection to a node.
func (l *load) lost(node int) *outage {
	l.losing.Lock()
	defer l.losing.Unlock()
	var o *outage
	for _, w := range l.windows() {
		if w.outage != nil && w.outage.node == node {
			o = w.outage
		}
	}
	if o == nil || !o.goesOn(l.now()) {
		o = &outage{node: node}
		o.window = l.watch(o)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lost++
	o.away++
	o.window.ended.Store(0)
	return o
}

func (o *outage) goesOn(now time.Duration) bool {
	ended := time.Duration(o.window.ended.Load())
	return ended == 0 || now-ended < sameOutage
}

// back: a member of the lost node has joined again.
func (o *outage) back(now time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.took.add(now - o.window.began)
	if o.away--; o.away == 0 {
		o.window.ended.Store(int64(now))
	}
}

// spares says whether a message from a node to a reader has nothing to do with the lost one.
func (o *outage) spares(from int, reader *client) bool {
	return from != nowhere && from != o.node && reader.outage != o && reader.node != o.node
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
