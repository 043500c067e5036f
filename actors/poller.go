// The poller: once a second it asks the log, in one query, whether a live room
// or the site is behind. It alone reads the site log.
package actors

import (
	"context"
	"runtime/debug"
	"slices"

	"muster/actors/room"
	"muster/actors/runtime"
)

// logPoller is one goroutine. It loses nothing while the log is down, because
// it asks again at the next poll.
type logPoller struct {
	hub                   *Hub
	siteGrewHere          chan struct{} // this node committed a site event
	siteGrewOnAnotherNode chan struct{} // another node committed a site event
	tick                  chan struct{}
	nextTurn              chan struct{} // the next rooms are announced
	cursor                int64         // last site event sent to the hub; -1 before the first poll
	announced             int64         // last site event announced to the other nodes
	ctx                   context.Context
	cancel                context.CancelFunc
	done                  chan struct{}
	failed                bool  // the last query failed; logged once
	broadcasts            int64 // broadcasts are read after this position
	broadcastsFailed      bool
	marks                 int64 // marks of members are read after this position
	readFailed            bool  // the last read of marks or movements failed
	movements             movements
}

func newLogPoller(h *Hub) *logPoller {
	w := &logPoller{hub: h, siteGrewHere: make(chan struct{}, 1), siteGrewOnAnotherNode: make(chan struct{}, 1), tick: make(chan struct{}, 1), nextTurn: make(chan struct{}, 1), cursor: -1, done: make(chan struct{})}
	w.ctx, w.cancel = context.WithCancel(h.node.Base)
	go w.run()
	return w
}

// siteChanged has the site log read now, because this node committed an event.
func (w *logPoller) siteChanged() { signal(w.siteGrewHere) }

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (w *logPoller) run() {
	defer close(w.done)
	for {
		// The timer is set before the poll, however long that takes.
		stop := w.hub.node.After(pollEvery, func() { signal(w.tick) })
		w.guarded(w.poll)
		for turn := true; turn; {
			turn = false
			select {
			case <-w.ctx.Done():
				stop()
				return
			case <-w.tick:
			case <-w.siteGrewOnAnotherNode:
				w.guarded(w.readSite)
			case <-w.siteGrewHere:
				w.guarded(w.readSite)
				w.announceSite()
			case <-w.nextTurn:
				w.guarded(w.takeTurn)
				turn = true
			}
		}
		stop()
	}
}

// siteReached has the site log read now because another node announced an
// event, unless this node has applied it already.
func (w *logPoller) siteReached(seq int64) {
	if seq > w.hub.siteSeq.Load() {
		signal(w.siteGrewOnAnotherNode)
	}
}

// trigger starts a poll now, because the bus may have missed something.
func (w *logPoller) trigger() { signal(w.tick) }

// announceSite announces to the other nodes how far the site log has come. It compares
// with announced, not with the position before the read, because an earlier
// poll may have read the event already.
func (w *logPoller) announceSite() {
	if bus := w.hub.cfg.Bus; bus != nil && w.cursor > w.announced {
		w.announced = w.cursor
		bus.PublishSite(w.cursor)
	}
}

// guarded recovers from a panic of f, so that the poller goes on.
func (w *logPoller) guarded(f func()) {
	defer func() {
		if r := recover(); r != nil {
			w.hub.node.Logger.Error("the log poller panicked", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	f()
}

// poll asks for the last numbers of every live room and of the site log.
func (w *logPoller) poll() {
	rooms := *w.hub.rooms.Load()
	ids := make([]string, 0, len(rooms))
	for id, h := range rooms {
		if h.Ready() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	ctx, cancel := context.WithTimeout(w.ctx, runtime.QueryTime)
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
	w.hub.polled.Store(w.hub.node.Now().UnixNano())
	for id, head := range heads {
		if h := rooms[id]; h != nil && head > h.Applied() {
			runtime.Tell(h.Ref, room.Behind{Head: head})
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
	w.readMarks()
	w.readMovements()
}

// readSite sends every site event after the cursor to the hub, in order. A page
// that is not full is the last one.
func (w *logPoller) readSite() {
	for w.cursor >= 0 {
		ctx, cancel := context.WithTimeout(w.ctx, runtime.QueryTime)
		events, err := w.hub.cfg.Log.SiteEvents(ctx, w.cursor, siteEvents)
		cancel()
		if w.noteError(err) || len(events) == 0 {
			return
		}
		for _, e := range events {
			w.cursor = e.Seq
			w.movements.forgetRights(e)
			runtime.Tell(w.hub.ref, hubSite{e})
		}
		if len(events) < siteEvents {
			return
		}
	}
}

// noteError records whether a query failed. Repeated failures are logged once.
func (w *logPoller) noteError(err error) bool {
	if err != nil && !w.failed && w.ctx.Err() == nil {
		w.hub.node.Logger.Warn("the log does not answer: nothing is stored and nothing new is shown until it does; is the database up, full or frozen?", "error", err)
	}
	w.failed = err != nil
	return w.failed
}

// noteRead records whether a read beside the logs failed: it does not count as a
// failure of the poll. Repeated failures are logged once.
func (w *logPoller) noteRead(err error) {
	if err != nil && !w.readFailed && w.ctx.Err() == nil {
		w.hub.node.Logger.Warn("what members have read and other rooms' activity cannot be read, trying again every second", "error", err)
	}
	w.readFailed = err != nil
}
