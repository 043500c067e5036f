// Resends to a room that is behind: what is stored already is answered in its
// turn, as the ordinary event (WS-14).
package actors

import (
	"slices"

	"muster/store"
)

// roomResent: a session sent once more what is stored as event.
type roomResent struct {
	session *Session
	event   store.Event
}

// resent answers a resend. Where the socket will be given the event itself, the
// log is read instead, so that nothing before it comes after it.
func (r *room) resent(m roomResent) {
	st := r.roster.by[m.session]
	if st == nil || st.reads || m.event.Seq <= max(r.applied, st.sent) {
		m.answer()
		return
	}
	r.owed = append(r.owed, m)
	r.wanted = max(r.wanted, m.event.Seq)
	r.catchUp()
}

func (m roomResent) answer() { m.session.out.Push(eventFrame(m.event)) }

// pay forgets the answers that were given as events, and gives the others of a
// session, or with nil of all, at once: the event will not come, or not soon.
func (r *room) pay(to *Session) {
	r.owed = slices.DeleteFunc(r.owed, func(m roomResent) bool {
		if m.event.Seq <= r.applied {
			return true
		}
		if to == nil || m.session == to {
			m.answer()
			return true
		}
		return false
	})
}
