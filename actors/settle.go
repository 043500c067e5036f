// After a silence of the log: what this node missed may have taken rights away,
// so nobody is told anything before those it concerns have been looked at (P7).
// The silence may be the node's own: it was frozen, or cut off.
package actors

import (
	"context"
	"sync/atomic"
)

// fresh says that the log has answered the poller lately, so that this node knows
// who has lost a right. Without that it passes on nothing that others said: the
// rooms read it in the log later.
func (h *Hub) fresh() bool {
	age := h.now().UnixNano() - h.polled.Load()
	return age >= 0 && age <= int64(staleAfter) // a clock that was set back says nothing
}

// settling is one wait for all sessions.
type settling struct {
	left atomic.Int64
	done chan struct{}
}

func newSettling() *settling {
	s := &settling{done: make(chan struct{})}
	s.left.Store(1) // the hub's own share
	return s
}

func (s *settling) release() {
	if s.left.Add(-1) == 0 {
		close(s.done)
	}
}

// Messages.
type (
	// hubSettle: say when every session has been looked at that is in doubt by now.
	hubSettle struct{ wait *settling }
	// sessionSettle: release when no doubt is open.
	sessionSettle struct{ wait *settling }
)

// settle waits until the sessions have acted on the site events handed to the hub
// so far. It does not wait for a ledger that does not answer.
func (w *watcher) settle() {
	ctx, cancel := context.WithTimeout(w.ctx, settleTime)
	defer cancel()
	s := newSettling()
	tell(w.hub.ref, hubSettle{s})
	select {
	case <-s.done:
	case <-ctx.Done():
	}
}

// settle asks every session that has joined.
func (a *hubActor) settle(wait *settling) {
	for _, so := range a.presence.joined {
		wait.left.Add(1)
		tell(so.session.ref, sessionSettle{wait})
	}
	wait.release()
}

// settle releases at once, or with the end of the check under way.
func (s *sessionActor) settle(wait *settling) {
	if s.checking {
		s.settlings = append(s.settlings, wait)
	} else {
		wait.release()
	}
}

// settled releases who waits for this session.
func (s *sessionActor) settled() {
	for _, wait := range s.settlings {
		wait.release()
	}
	s.settlings = nil
}
