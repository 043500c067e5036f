// Resends: a command that is stored already is answered with its event. When
// the room is behind that event, the answer waits until the room has reached
// it.
package room

import (
	"slices"

	livelog "muster/actors/roomlog"
	"muster/store/roomlog"
)

// Duplicate: a session sent a command again that is stored as event.
type Duplicate struct {
	Session Session
	Event   roomlog.Event
}

// duplicate answers a resend. When the room has yet to push the event to this
// socket, it reads the log instead of answering, so that the socket receives
// the events in order.
func (r *Room) duplicate(m Duplicate) {
	sub := r.members.Of(m.Session.Out())
	if sub == nil || sub.Replaying || m.Event.Seq <= max(r.applied, sub.Sent) {
		r.reply(m)
		return
	}
	r.pendingReplies = append(r.pendingReplies, m)
	r.knownHead = max(r.knownHead, m.Event.Seq)
	r.catchUp()
}

// Reply answers with the event, with links signed by sign for the member whose event it
// is.
func (m Duplicate) Reply(sign livelog.Signer) {
	m.Session.Out().Push(livelog.EventFrame(m.Event, sign))
}

func (r *Room) reply(m Duplicate) { m.Reply(r.hub.Signer(m.Event.ActorID)) }

// flushReplies drops the pending replies whose events have been pushed, and
// sends the others of one session, or of all when to is nil, at once, because
// their events will not come soon.
func (r *Room) flushReplies(to Session) {
	r.pendingReplies = slices.DeleteFunc(r.pendingReplies, func(m Duplicate) bool {
		if m.Event.Seq <= r.applied {
			return true
		}
		if to == nil || m.Session == to {
			r.reply(m)
			return true
		}
		return false
	})
}
