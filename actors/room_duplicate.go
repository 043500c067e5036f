// Resends to a room that is behind: what is stored already is answered in its
// turn, as the ordinary event (WS-14).
package actors

import (
	"slices"

	"muster/actors/roomlog"
	"muster/store"
)

// roomDuplicate: a session sent once more what is stored as event.
type roomDuplicate struct {
	session *Session
	event   store.Event
}

// duplicate answers a resend. Where the socket will be given the event itself, the
// log is read instead, so that nothing before it comes after it.
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

func (m roomDuplicate) reply() { m.session.out.Push(roomlog.EventFrame(m.event)) }

// flushReplies forgets the answers that were given as events, and gives the others of a
// session, or with nil of all, at once: the event will not come, or not soon.
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
