// How a session joins the chat and moves between rooms.
package actors

import (
	"muster/actors/admission"
	"muster/actors/ratelimit"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// join begins join_chat: it asks whose token it is and whether that member may
// enter the room.
func (s *sessionActor) join(in wire.JoinChat) {
	s.deadline()
	s.stage, s.waiting = sessionJoining, true
	p := pendingJoin{room: in.RoomID, lastSeq: in.LastSeq, silent: true, first: true}
	if p.room == "" {
		p.room = s.hub.cfg.DefaultRoom
	}
	s.requestAdmission(store.AdmissionRequest{Token: in.Token}, p.room, func(v admission.Result) any {
		p.siteSeq = v.SiteSeq
		return sessionAuthenticated{join: p, caller: v.Caller, err: v.Err, denied: v.DenyReason, siteSeq: v.SiteSeq}
	})
}

// requestAdmission asks the admission batcher who somebody is and whether they
// may enter a room. Without a room, or with an invalid one, it asks only
// whether they are banned from chat.
func (s *sessionActor) requestAdmission(e store.AdmissionRequest, room string, answer func(admission.Result) any) {
	e.Room = room
	s.hub.admission.Enqueue(&admission.Request{Asked: e, To: s.ref, ReceivedAt: s.hub.node.Now(), Answer: answer})
}

// closesChat reports whether a deny reason keeps the member out of chat as a whole: a
// ban, or a face that was not recognised.
func closesChat(door error) bool {
	if store.CodeOf(door) != store.Forbidden {
		return false
	}
	reason := store.AsError(door).Reason
	return reason == store.ErrBanned().Reason || reason == store.ErrFaceRequired().Reason
}

// failedSignIn ends the connection of a token that no member's session has, and says
// whether it did.
func (s *sessionActor) failedSignIn(caller store.Caller, err error) bool {
	switch {
	case err != nil && store.CodeOf(err) == store.Unauthorized:
		s.fail(err, wire.CloseSessionEnded)
	case err != nil:
		s.fail(s.outage(err), wire.CloseTryLater)
	case caller.Session.Kind != store.MemberSession:
		s.fail(errMembersOnly(), wire.CloseBanned)
	default:
		return false
	}
	return true
}

// authenticated continues join_chat once the member is known.
func (s *sessionActor) authenticated(m sessionAuthenticated) {
	if s.failedSignIn(m.caller, m.err) {
		return
	}
	if closesChat(m.denied) {
		s.fail(m.denied, wire.CloseBanned)
		return
	}
	s.caller = m.caller
	s.pending = &m.join
	s.forbidden = m.denied != nil
	runtime.Tell(s.hub.ref, hubArrive{s.Session, m.caller, m.siteSeq})
}

// arrived continues after joined with the first room.
func (s *sessionActor) arrived(m sessionArrived) {
	s.stage, s.limits = sessionJoined, m.limits
	s.caller.Member.Username = m.name
	s.caller.Address = s.out.Joined()
	s.watchExpiry()
	if s.caller.Member.Username == "" {
		s.push(wire.UsernameNeeded{})
	}
	if s.forbidden {
		s.pending, s.forbidden, s.waiting = nil, false, false
		s.refuse(store.ErrNoRoomAccess(), "")
	} else {
		s.enter()
	}
	if m.stale {
		s.recheck()
	}
}

// joinRoom begins join_room. It checks access first, so that a socket that may
// not enter stays in its room.
func (s *sessionActor) joinRoom(in wire.JoinRoom) {
	if wait, ok := s.hub.rates.Move(s.limits, s.hub.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait), "")
		return
	}
	p := pendingJoin{room: in.RoomID, lastSeq: in.LastSeq}
	if p.room == "" {
		s.refuse(store.ErrNoRoomAccess(), "")
		return
	}
	s.noteActivity()
	s.waiting = true
	if p.siteSeq = s.hub.siteSeq.Load(); p.siteSeq >= 0 && s.knownOpen(p.room) {
		s.roomAdmitted(sessionRoomAdmitted{join: p})
		return
	}
	s.requestAdmission(s.stayRequest(), p.room, func(v admission.Result) any {
		p.siteSeq = v.SiteSeq
		return sessionRoomAdmitted{p, v.Err, v.DenyReason}
	})
}

// knownOpen reports whether the member may enter a room without a Query: the
// room is live on this node and open to all, and whatever would close it or
// keep the member out is in the site log, which has the sessions concerned
// rechecked. A ban with an end date is left to the clock of the database.
func (s *sessionActor) knownOpen(room string) bool {
	handle := s.hub.live(room)
	standing := s.caller.Member.Status
	return handle != nil && s.hub.pollIsCurrent() && handle.open.Load() && !handle.changed.Load() && !s.rechecking &&
		standing.ChatEnabled && !standing.SignInDisabled && standing.BannedUntil.IsZero()
}

func (s *sessionActor) roomAdmitted(m sessionRoomAdmitted) {
	switch {
	case store.CodeOf(m.err) == store.Unauthorized:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
		return
	case closesChat(m.denied):
		s.fail(m.denied, wire.CloseBanned)
		return
	case m.err != nil:
		s.waiting = s.removing
		s.refuse(s.outage(m.err), "")
		return
	case m.denied != nil:
		s.waiting = s.removing
		s.refuse(m.denied, "")
		return
	}
	s.pending = &m.join
	if s.room != nil && s.room.id != m.join.room {
		s.leave()
		return
	}
	s.enter()
}

// leave leaves the present room; the room answers roomLeft.
func (s *sessionActor) leave() {
	s.waiting = true
	s.ticket++
	runtime.Tell(s.hub.ref, hubLeave{s.Session, s.ticket})
}

// enter asks to enter the room of the pending join.
func (s *sessionActor) enter() {
	s.waiting = true
	s.ticket++
	p := s.pending
	runtime.Tell(s.hub.ref, hubEnter{room: p.room, since: p.siteSeq, enter: roomEnter{
		session: s.Session, member: s.caller.Member.ID, name: s.caller.Member.Username,
		ticket: s.ticket, lastSeq: p.lastSeq, alreadySent: p.alreadySent, silent: p.silent,
	}})
}

func (s *sessionActor) entered(m roomEntered) {
	if m.ticket != s.ticket || s.pending == nil {
		return
	}
	s.room, s.subscription, s.pending, s.waiting = m.handle, m.subscription, nil, false
	if s.forbidden {
		s.removeFromRoom()
	}
}

// joinRefused: the room could not be read.
func (s *sessionActor) joinRefused(m roomRefused) {
	if m.ticket != s.ticket || s.pending == nil {
		return
	}
	first := s.pending.first
	s.pending, s.room, s.subscription, s.waiting, s.forbidden = nil, nil, nil, false, false
	s.ticket++
	if store.CodeOf(m.err) == store.NotFound {
		s.refuse(store.ErrNoRoomAccess(), "")
	} else if first {
		s.fail(s.outage(m.err), wire.CloseTryLater)
	} else {
		s.refuse(s.outage(m.err), "")
	}
}

// leaveRoom begins leave_room.
func (s *sessionActor) leaveRoom(in wire.LeaveRoom) {
	if !s.inRoom(in.RoomID) {
		s.refuse(errNoRoom(), "")
		return
	}
	if wait, ok := s.hub.rates.Move(s.limits, s.hub.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait), "")
		return
	}
	s.leave()
}

// left: the room has removed the socket; a pending join goes on.
func (s *sessionActor) left(m roomLeft) {
	if m.ticket != s.ticket {
		return
	}
	s.room, s.subscription, s.waiting = nil, nil, false
	if s.removing {
		s.removing = false
		s.out.Push(errorFrame(store.ErrNoRoomAccess(), ""))
	}
	if s.pending != nil {
		s.enter()
	}
}

// removeFromRoom removes the socket from a room that is closed to the member
// now.
func (s *sessionActor) removeFromRoom() {
	s.forbidden, s.removing = false, true
	s.leave()
}

// lost enters the room again after it failed, from the last event that was
// sent.
func (s *sessionActor) lost(m roomLost) {
	if m.ticket != s.ticket {
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
		s.pending = &pendingJoin{room: s.room.id, lastSeq: &sent, silent: true, siteSeq: m.since}
		s.room, s.subscription = nil, nil
	}
	s.enter()
}

// inRoom reports whether the socket is in a room, and in the named one if a
// name is given.
func (s *sessionActor) inRoom(named string) bool {
	return s.room != nil && (named == "" || named == s.room.id)
}

// outage is the error shown for a failed query; the cause is only logged.
func (s *sessionActor) outage(cause error) *store.Error {
	e := store.AsError(cause)
	if e.Code != store.Internal {
		s.hub.noteTurnedAway(cause)
	} else if s.hub.node.Base.Err() == nil {
		s.hub.node.Logger.Error("a member could not be admitted or checked, and is told to try again: please report it", "error", cause)
	}
	if e.Code == store.Unavailable {
		return e
	}
	return runtime.ErrNobodyAnswers()
}
