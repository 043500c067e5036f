// Revalidation: when the log has not answered for a while, this node may have
// missed that somebody lost a right. Before anybody on the node is sent more,
// the sessions concerned are checked. The cause may be the node itself: it was
// suspended, or cut off.
package actors

import (
	"context"

	"muster/actors/runtime"
	"muster/actors/session"
)

// pollIsCurrent reports whether the log has answered the poller lately, so that
// this node knows who has lost a right. Otherwise the node does not pass on
// what others said: the rooms read it from the log later.
func (h *Hub) pollIsCurrent() bool {
	age := h.node.Now().UnixNano() - h.polled.Load()
	return age >= 0 && age <= int64(pollCurrentFor) // a negative age means that the clock was set back
}

// Messages.
type (
	// hubRevalidate: release wait when every session that is being rechecked now
	// has its answer.
	hubRevalidate struct{ wait *runtime.Barrier }
	// sessionRevalidate: release wait when no recheck is under way.
	sessionRevalidate struct{ wait *runtime.Barrier }
)

// revalidate waits until the sessions have acted on the site events sent to the
// hub so far, but no longer than revalidateTime, in case the database does not
// answer.
func (w *logPoller) revalidate() {
	ctx, cancel := context.WithTimeout(w.ctx, revalidateTime)
	defer cancel()
	s := runtime.NewBarrier()
	runtime.Tell(w.hub.ref, hubRevalidate{s})
	select {
	case <-s.Done():
	case <-ctx.Done():
	}
}

// revalidate sends the barrier to every session that has joined or watches.
func (a *hubActor) revalidate(wait *runtime.Barrier) {
	for so := range a.presence.everySocket() {
		wait.Add()
		runtime.Tell(so.session.Ref(), session.Revalidate{Wait: wait})
	}
	wait.Release()
}
