// How a session moves between rooms: it leaves one and enters the next.
package session

import (
	"muster/actors/admission"
	"muster/actors/ratelimit"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// pendingJoin is an entry into a room that is under way.
type pendingJoin struct {
	room        string
	lastSeq     *int64
	alreadySent bool // room_joined and the events up to lastSeq were sent
	silent      bool
	first       bool  // part of join_chat: when the database does not answer, the socket is closed
	siteSeq     int64 // the member is known to be allowed in the room up to this site event
}

// joinRoom begins join_room. It checks access first, so that a socket that may
// not enter stays in its room.
func (s *actor) joinRoom(in wire.JoinRoom) {
	if wait, ok := s.shared.Rates.Move(s.limits, s.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait))
		return
	}
	p := pendingJoin{room: in.RoomID, lastSeq: s.countedFrom(in.LastSeq, in.Epoch)}
	if p.room == "" {
		s.refuse(roomlog.ErrNoRoomAccess())
		return
	}
	s.noteActivity()
	s.admitting = true
	if p.siteSeq = s.shared.Hub.SiteSeq(); p.siteSeq >= 0 && s.knownOpen(p.room) {
		s.roomAdmitted(roomAdmitted{join: p})
		return
	}
	s.requestAdmission(s.stayRequest(), p.room, func(v admission.Result) any {
		p.siteSeq = v.SiteSeq
		return roomAdmitted{p, v.Err, v.DenyReason}
	})
}

// knownOpen reports whether the member may enter a room without a query: the
// room is live on this node and open to all, and whatever would close it or
// keep the member out is in the site log, which has the sessions concerned
// rechecked. A ban with an end date is left to the clock of the database.
func (s *actor) knownOpen(room string) bool {
	handle := s.shared.Hub.Live(room)
	status := s.caller.Member.Status
	return handle != nil && s.shared.Hub.LogIsCurrent() && handle.OpenToAll() && !s.rechecking &&
		status.ChatEnabled && !status.SignInDisabled && status.BannedUntil.IsZero()
}

// roomAdmitted goes on to the room. Meanwhile the socket may have been put out of the room
// that it was in, or be on its way back into it because that failed.
func (s *actor) roomAdmitted(m roomAdmitted) {
	s.admitting = false
	switch {
	case store.CodeOf(m.err) == store.Unauthorized:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
		return
	case closesChat(m.denied):
		s.fail(m.denied, wire.CloseBanned)
		return
	case m.err != nil:
		s.refuse(s.outage(m.err))
		return
	case m.denied != nil:
		s.refuse(m.denied)
		return
	}
	returning := s.pending != nil
	if returning {
		s.forbidden = false
		s.stopResume()
	}
	s.pending = &m.join
	switch {
	case s.leaving: // the end of that enters
	case returning, s.room != nil && s.room.ID != m.join.room:
		s.leave()
	default:
		s.enter()
	}
}

// leave leaves the present room; the room answers room.Left.
func (s *actor) leave() {
	s.leaving = true
	s.ticket++
	s.shared.Hub.Leave(s.Session, s.ticket)
}

// enter asks to enter the room of the pending join.
func (s *actor) enter() {
	s.ticket++
	p := s.pending
	s.shared.Hub.Enter(p.room, p.siteSeq, room.Enter{
		Session: s.Session, Member: s.caller.Member.ID, Name: s.caller.Member.Username,
		Ticket: s.ticket, LastSeq: p.lastSeq, AlreadySent: p.alreadySent, Silent: p.silent,
	})
}

func (s *actor) entered(m room.Entered) {
	if m.Ticket != s.ticket || s.pending == nil {
		return
	}
	s.room, s.subscription, s.pending = m.Handle, m.Subscription, nil
	if s.forbidden {
		s.removeFromRoom()
	}
}

// joinRefused: the room could not be read.
func (s *actor) joinRefused(m room.Refused) {
	if m.Ticket != s.ticket || s.pending == nil {
		return
	}
	first := s.pending.first
	s.pending, s.room, s.subscription, s.forbidden = nil, nil, nil, false
	s.ticket++
	if store.CodeOf(m.Err) == store.NotFound {
		s.refuse(roomlog.ErrNoRoomAccess())
	} else if first {
		s.fail(s.outage(m.Err), wire.CloseTryLater)
	} else {
		s.refuse(s.outage(m.Err))
	}
}

// leaveRoom begins leave_room.
func (s *actor) leaveRoom(in wire.LeaveRoom) {
	if !s.inRoom(in.RoomID) {
		s.refuse(errNoRoom())
		return
	}
	if wait, ok := s.shared.Rates.Move(s.limits, s.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait))
		return
	}
	s.leave()
}

// left: the room has removed the socket; a pending join goes on.
func (s *actor) left(m room.Left) {
	if m.Ticket != s.ticket {
		return
	}
	s.room, s.subscription, s.leaving = nil, nil, false
	if s.removing {
		s.removing = false
		s.Answer(roomlog.ErrNoRoomAccess(), runtime.FrameID{})
	}
	if s.pending != nil {
		s.enter()
	}
}

// removeFromRoom removes the socket from a room that is closed to the member
// now.
func (s *actor) removeFromRoom() {
	s.forbidden, s.removing = false, true
	s.leave()
}

// lost enters the room again after it failed, from the last event that was
// sent.
func (s *actor) lost(m RoomLost) {
	if m.Ticket != s.ticket {
		return
	}
	if s.resume != nil {
		s.room, s.subscription = nil, nil
		return // it enters when it has read everything
	}
	if s.pending == nil {
		if s.room == nil {
			return
		}
		sent := s.subscription.Sent
		s.pending = &pendingJoin{room: s.room.ID, lastSeq: &sent, silent: true, siteSeq: m.Since}
		s.room, s.subscription = nil, nil
	}
	s.enter()
}

// inRoom reports whether the socket is in a room, and in the named one if a
// name is given.
func (s *actor) inRoom(named string) bool {
	return s.room != nil && (named == "" || named == s.room.ID)
}

// moving reports whether the socket is on its way into chat, into a room or out of one. Frames
// wait meanwhile: each is about the room that the ones before it lead to.
func (s *actor) moving() bool {
	return s.stage == stageJoining || s.admitting || s.leaving || s.pending != nil
}

// target is the room that this socket is in or enters; "" for none.
func (s *actor) target() string {
	switch {
	case s.pending != nil:
		return s.pending.room
	case s.room != nil:
		return s.room.ID
	}
	return ""
}
