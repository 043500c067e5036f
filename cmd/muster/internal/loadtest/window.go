package loadtest

import (
	"slices"
	"sync/atomic"
	"time"
)

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
