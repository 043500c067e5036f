// The watcher: once a second, in one query, it asks the log whether a live room
// or the site is behind, and it alone reads the site log (P5, WS-32).
package actors

import (
	"context"
	"runtime/debug"
	"slices"
)

// watcher is one goroutine. It loses nothing when the log is down: it asks
// again at the next poll.
type watcher struct {
	hub    *Hub
	site   chan struct{} // the site log has grown here
	heard  chan struct{} // the site log has grown on another node
	tick   chan struct{}
	cursor int64 // last site event handed to the hub; -1 before the first look
	told   int64 // last site event the other nodes were told of
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
	failed bool // the last question failed; said once
}

func newWatcher(h *Hub) *watcher {
	w := &watcher{hub: h, site: make(chan struct{}, 1), heard: make(chan struct{}, 1), tick: make(chan struct{}, 1), cursor: -1, done: make(chan struct{})}
	w.ctx, w.cancel = context.WithCancel(h.base)
	go w.run()
	return w
}

// look asks for the site log now.
func (w *watcher) look() { signal(w.site) }

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (w *watcher) run() {
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
		case <-w.heard:
			stop()
			w.guarded(w.readSite)
			w.guarded(w.poll)
		case <-w.site:
			stop()
			w.guarded(w.readSite)
			w.tell()
			w.guarded(w.poll)
		}
	}
}

// hear asks for the site log now because of another node, unless it was read
// so far already.
func (w *watcher) hear(seq int64) {
	if seq > w.hub.siteSeq.Load() {
		signal(w.heard)
	}
}

// poke polls now: the bus may have missed something.
func (w *watcher) poke() { signal(w.tick) }

// tell tells the other nodes how far the site log has come. They may have read
// it already, and so may this node: told says, not the cursor.
func (w *watcher) tell() {
	if bus := w.hub.cfg.Bus; bus != nil && w.cursor > w.told {
		w.told = w.cursor
		bus.PublishSite(w.cursor)
	}
}

// guarded keeps the watcher alive through a panic below it.
func (w *watcher) guarded(f func()) {
	defer func() {
		if r := recover(); r != nil {
			w.hub.cfg.Logger.Error("watcher panicked", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	f()
}

// poll asks where every live room and the site stand.
func (w *watcher) poll() {
	rooms := *w.hub.rooms.Load()
	ids := make([]string, 0, len(rooms))
	for id, h := range rooms {
		if h.ready.Load() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	ctx, cancel := context.WithTimeout(w.ctx, askTime)
	defer cancel()
	fresh := w.hub.fresh()
	heads, site, err := w.hub.cfg.Log.Heads(ctx, ids)
	if w.unanswered(err) {
		return
	}
	if !fresh && w.cursor >= 0 {
		if w.readSite(); w.failed {
			return
		}
		w.settle()
	}
	w.hub.polled.Store(w.hub.now().UnixNano())
	for id, head := range heads {
		if h := rooms[id]; h != nil && head > h.applied.Load() {
			tell(h.ref, roomBehind{head})
		}
	}
	switch {
	case w.cursor < 0:
		w.cursor = site
		tell(w.hub.ref, hubSiteKnown{site})
	case site > w.cursor:
		w.readSite()
	}
}

// readSite hands every site event after the cursor to the hub, in order.
func (w *watcher) readSite() {
	for w.cursor >= 0 {
		ctx, cancel := context.WithTimeout(w.ctx, askTime)
		events, err := w.hub.cfg.Log.SiteEvents(ctx, w.cursor, pageEvents)
		cancel()
		if w.unanswered(err) || len(events) == 0 {
			return
		}
		for _, e := range events {
			w.cursor = e.Seq
			tell(w.hub.ref, hubSite{e})
		}
	}
}

// unanswered notes a failed question, in the log once until one succeeds.
func (w *watcher) unanswered(err error) bool {
	if err != nil && !w.failed && w.ctx.Err() == nil {
		w.hub.cfg.Logger.Warn("the log does not answer", "error", err)
	}
	w.failed = err != nil
	return w.failed
}
