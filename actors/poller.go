// The watcher: once a second, in one query, it asks the log whether a live room
// or the site is behind, and it alone reads the site log (P5, WS-32).
package actors

import (
	"context"
	"runtime/debug"
	"slices"

	"muster/actors/runtime"
)

// logPoller is one goroutine. It loses nothing when the log is down: it asks
// again at the next poll.
type logPoller struct {
	hub               *Hub
	siteGrewHere      chan struct{} // the site log has grown here
	siteGrewElsewhere chan struct{} // the site log has grown on another node
	tick              chan struct{}
	cursor            int64 // last site event handed to the hub; -1 before the first look
	announced         int64 // last site event the other nodes were told of
	ctx               context.Context
	cancel            context.CancelFunc
	done              chan struct{}
	failed            bool  // the last question failed; said once
	broadcasts        int64 // what to read broadcasts after
	broadcastsFailed  bool
}

func newLogPoller(h *Hub) *logPoller {
	w := &logPoller{hub: h, siteGrewHere: make(chan struct{}, 1), siteGrewElsewhere: make(chan struct{}, 1), tick: make(chan struct{}, 1), cursor: -1, done: make(chan struct{})}
	w.ctx, w.cancel = context.WithCancel(h.base)
	go w.run()
	return w
}

// siteChanged asks for the site log now.
func (w *logPoller) siteChanged() { signal(w.siteGrewHere) }

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (w *logPoller) run() {
	defer close(w.done)
	w.guarded(w.poll)
	for {
		stop := w.hub.cfg.After(pollEvery, func() { signal(w.tick) })
		select {
		case <-w.ctx.Done():
			stop()
			return
		case <-w.tick:
			stop()
			w.guarded(w.poll)
		case <-w.siteGrewElsewhere:
			stop()
			w.guarded(w.readSite)
			w.guarded(w.poll)
		case <-w.siteGrewHere:
			stop()
			w.guarded(w.readSite)
			w.announceSite()
			w.guarded(w.poll)
		}
	}
}

// siteReached asks for the site log now because of another node, unless it was read
// so far already.
func (w *logPoller) siteReached(seq int64) {
	if seq > w.hub.siteSeq.Load() {
		signal(w.siteGrewElsewhere)
	}
}

// trigger polls now: the bus may have missed something.
func (w *logPoller) trigger() { signal(w.tick) }

// announceSite tells the other nodes how far the site log has come. They may have read
// it already, and so may this node: told says, not the cursor.
func (w *logPoller) announceSite() {
	if bus := w.hub.cfg.Bus; bus != nil && w.cursor > w.announced {
		w.announced = w.cursor
		bus.PublishSite(w.cursor)
	}
}

// guarded keeps the watcher alive through a panic below it.
func (w *logPoller) guarded(f func()) {
	defer func() {
		if r := recover(); r != nil {
			w.hub.cfg.Logger.Error("watcher panicked", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	f()
}

// poll asks where every live room and the site stand.
func (w *logPoller) poll() {
	rooms := *w.hub.rooms.Load()
	ids := make([]string, 0, len(rooms))
	for id, h := range rooms {
		if h.ready.Load() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	ctx, cancel := context.WithTimeout(w.ctx, queryTime)
	defer cancel()
	fresh := w.hub.pollIsCurrent()
	heads, site, err := w.hub.cfg.Log.Heads(ctx, ids)
	if w.noteError(err) {
		return
	}
	if !fresh && w.cursor >= 0 {
		if w.readSite(); w.failed {
			return
		}
		w.revalidate()
	}
	w.hub.polled.Store(w.hub.now().UnixNano())
	for id, head := range heads {
		if h := rooms[id]; h != nil && head > h.applied.Load() {
			runtime.Tell(h.ref, roomBehind{head})
		}
	}
	switch {
	case w.cursor < 0:
		w.cursor = site
		runtime.Tell(w.hub.ref, hubSiteKnown{site})
	case site > w.cursor:
		w.readSite()
	}
	w.readBroadcasts()
}

// readSite hands every site event after the cursor to the hub, in order.
func (w *logPoller) readSite() {
	for w.cursor >= 0 {
		ctx, cancel := context.WithTimeout(w.ctx, queryTime)
		events, err := w.hub.cfg.Log.SiteEvents(ctx, w.cursor, pageEvents)
		cancel()
		if w.noteError(err) || len(events) == 0 {
			return
		}
		for _, e := range events {
			w.cursor = e.Seq
			runtime.Tell(w.hub.ref, hubSite{e})
		}
	}
}

// noteError notes a failed question, in the log once until one succeeds.
func (w *logPoller) noteError(err error) bool {
	if err != nil && !w.failed && w.ctx.Err() == nil {
		w.hub.cfg.Logger.Warn("the log does not answer", "error", err)
	}
	w.failed = err != nil
	return w.failed
}
