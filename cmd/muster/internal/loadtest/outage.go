package loadtest

import (
	"sync"
	"time"
)

// sameOutage: connections lost within this time after all were back belong to the outage
// before. A node that drains ends them one by one.
const sameOutage = 10 * time.Second

// outage is a node whose connections broke, until all its members were back.
type outage struct {
	node   int
	window *window

	mu         sync.Mutex
	lost, away int
	took       latencies // from the first loss to each return
	absent     latencies // from each loss to its return
}

// lost: a member who had joined has lost its connection to a node. last is the outage that
// took its line before: behind a balancer, whose nodes share an address, a member whom an
// outage took and who came back is taken by the next node's.
func (l *load) lost(node int, last *outage) *outage {
	l.losing.Lock()
	defer l.losing.Unlock()
	var o *outage
	for _, w := range l.windows() {
		if w.outage != nil && w.outage.node == node {
			o = w.outage
		}
	}
	if o == nil || !o.goesOn(l.now()) || o == last {
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

// back: a member of the lost node, who was lost at a time, has joined again.
func (o *outage) back(since, now time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.took.add(now - o.window.began)
	o.absent.add(now - since)
	if o.away--; o.away == 0 {
		o.window.ended.Store(int64(now))
	}
}

// spares says whether a message from a node to a reader has nothing to do with the lost one.
func (o *outage) spares(from int, reader *client) bool {
	return from != nowhere && from != o.node && reader.outage != o && reader.node != o.node
}
