// After a silence of the log: what this node missed may have taken rights away,
// so nobody is told anything before those it concerns have been looked at (P7).
// The silence may be the node's own: it was frozen, or cut off.
package actors

import (
	"context"
	"sync/atomic"

	"muster/actors/runtime"
)

// pollIsCurrent says that the log has answered the poller lately, so that this node knows
// who has lost a right. Without that it passes on nothing that others said: the
// rooms read it in the log later.
func (h *Hub) pollIsCurrent() bool {
	age := h.now().UnixNano() - h.polled.Load()
	return age >= 0 && age <= int64(pollCurrentFor) // a clock that was set back says nothing
}

// barrier is one wait for all sessions.
type barrier struct {
	left atomic.Int64
	done chan struct{}
}

func newBarrier() *barrier {
	s := &barrier{done: make(chan struct{})}
	s.left.Store(1) // the hub's own share
	return s
}

func (s *barrier) release() {
	if s.left.Add(-1) == 0 {
		close(s.done)
	}
}

// Messages.
type (
	// hubRevalidate: say when every session has been looked at that is in doubt by now.
	hubRevalidate struct{ wait *barrier }
	// sessionRevalidate: release when no doubt is open.
	sessionRevalidate struct{ wait *barrier }
)

// revalidate waits until the sessions have acted on the site events handed to the hub
// so far. It does not wait for a ledger that does not answer.
func (w *logPoller) revalidate() {
	ctx, cancel := context.WithTimeout(w.ctx, revalidateTime)
	defer cancel()
	s := newBarrier()
	runtime.Tell(w.hub.ref, hubRevalidate{s})
	select {
	case <-s.done:
	case <-ctx.Done():
	}
}

// revalidate asks every session that has joined.
func (a *hubActor) revalidate(wait *barrier) {
	for _, so := range a.presence.joined {
		wait.left.Add(1)
		runtime.Tell(so.session.ref, sessionRevalidate{wait})
	}
	wait.release()
}

// revalidate releases at once, or with the end of the check under way.
func (s *sessionActor) revalidate(wait *barrier) {
	if s.rechecking {
		s.barriers = append(s.barriers, wait)
	} else {
		wait.release()
	}
}

// releaseBarriers releases who waits for this session.
func (s *sessionActor) releaseBarriers() {
	for _, wait := range s.barriers {
		wait.release()
	}
	s.barriers = nil
}
