// Resends: a command that is stored already is answered with its event. When
// the room is behind that event, the answer waits until the room has reached
// it.
package actors

import (
	"slices"

	"muster/actors/roomlog"
	"muster/store"
)

// roomDuplicate: a session sent a command again that is stored as event.
type roomDuplicate struct {
	session *Session
	event   store.Event
}

// duplicate answers a resend. When the room has yet to push the event to this
// socket, it reads the log instead of answering, so that the socket receives
// the events in order.
func (r *room) duplicate(m roomDuplicate) {
	st := r.members.Of(m.session.out)
	if st == nil || st.Replaying || m.event.Seq <= max(r.applied, st.Sent) {
		m.reply()
		return
	}
	r.pendingReplies = append(r.pendingReplies, m)
	r.wanted = max(r.wanted, m.event.Seq)
	r.catchUp()
}

func (m roomDuplicate) reply() {
	// It is the sender's own message.
	m.session.out.Push(roomlog.EventFrame(m.event, m.session.hub.signer(m.event.ActorID)))
}

// flushReplies drops the pending replies whose events have been pushed, and
// sends the others of one session, or of all when to is nil, at once, because
// their events will not come soon.
func (r *room) flushReplies(to *Session) {
	r.pendingReplies = slices.DeleteFunc(r.pendingReplies, func(m roomDuplicate) bool {
		if m.event.Seq <= r.applied {
			return true
		}
		if to == nil || m.session == to {
			m.reply()
			return true
		}
		return false
	})
}
