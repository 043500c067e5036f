// How a session joins the chat and moves between rooms.
package actors

import (
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// join begins join_chat: whose token is it, and is the room open (WS-1, WS-35).
func (s *sessionActor) join(in wire.JoinChat) {
	s.deadline()
	s.joining, s.waiting = true, true
	p := pendingJoin{room: in.RoomID, lastSeq: in.LastSeq, silent: true, first: true}
	if p.room == "" {
		p.room = s.hub.cfg.DefaultRoom
	}
	s.requestAdmission(store.AdmissionRequest{Token: in.Token}, p.room, func(v admissionResult) any {
		p.siteSeq = v.siteSeq
		return sessionAuthenticated{join: p, caller: v.Caller, err: v.Err, denied: v.DenyReason, siteSeq: v.siteSeq}
	})
}

// requestAdmission asks the porter who somebody is and whether a room is open to them.
// Without a room, or with one that cannot be, whether they are kept out of chat.
func (s *sessionActor) requestAdmission(e store.AdmissionRequest, room string, answer func(admissionResult) any) {
	e.Room = room
	s.hub.admission.enqueue(&admissionRequest{request: e, to: s.ref, receivedAt: s.hub.now(), answer: answer})
}

// isBanned says whether the answer of a door is that the member is kept out of
// chat as a whole.
func isBanned(door error) bool {
	return store.CodeOf(door) == store.Forbidden && store.AsError(door).Reason == store.ErrBanned().Reason
}

// authenticated goes on with join_chat once the member is known.
func (s *sessionActor) authenticated(m sessionAuthenticated) {
	switch {
	case m.err != nil && store.CodeOf(m.err) == store.Unauthorized:
		s.fail(m.err, wire.CloseSessionEnded)
		return
	case m.err != nil:
		s.fail(s.outage(m.err), wire.CloseTryLater)
		return
	case m.caller.Session.Kind != store.MemberSession:
		s.fail(errMembersOnly(), wire.CloseBanned)
		return
	case isBanned(m.denied):
		s.fail(m.denied, wire.CloseBanned)
		return
	}
	s.caller = m.caller
	s.pending = &m.join
	s.forbidden = m.denied != nil
	runtime.Tell(s.hub.ref, hubArrive{s.Session, m.caller, m.siteSeq})
}

// arrived goes on from joined into the first room.
func (s *sessionActor) arrived(m sessionArrived) {
	s.joined, s.limits = true, m.limits
	s.caller.Member.Username = m.name
	s.out.Joined()
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

// joinRoom begins join_room: the door first, so that a closed room leaves the
// socket where it is.
func (s *sessionActor) joinRoom(in wire.JoinRoom) {
	if wait, ok := s.hub.rates.move(s.limits, s.hub.now()); !ok {
		s.refuse(tooFast(wait), "")
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
	s.requestAdmission(s.stayRequest(), p.room, func(v admissionResult) any {
		p.siteSeq = v.siteSeq
		return sessionRoomAdmitted{p, v.Err, v.DenyReason}
	})
}

// knownOpen says that nobody need be asked whether the member may enter a room: it
// is live here and open to all, and whatever would close it or keep the member out
// stands in the site log, which tells every session that it concerns. A ban that
// has a date is left to the store's clock.
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
	case isBanned(m.denied):
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

// leave gives the present room up; the room answers roomLeft.
func (s *sessionActor) leave() {
	s.waiting = true
	s.ticket++
	runtime.Tell(s.hub.ref, hubLeave{s.Session, s.ticket})
}

// enter asks for a seat in the planned room.
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
	if wait, ok := s.hub.rates.move(s.limits, s.hub.now()); !ok {
		s.refuse(tooFast(wait), "")
		return
	}
	s.leave()
}

// left: the room has let the socket go; a planned entry goes on.
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

// removeFromRoom takes the socket out of a room it may not be in any more (ROOM-12).
func (s *sessionActor) removeFromRoom() {
	s.forbidden, s.removing = false, true
	s.leave()
}

// lost enters again after the room failed, from the last event that was sent.
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

// inRoom says whether the socket is in a room, and in that one if it is named.
func (s *sessionActor) inRoom(named string) bool {
	return s.room != nil && (named == "" || named == s.room.id)
}

// outage is how a failure of the store is told; its cause is only logged.
func (s *sessionActor) outage(cause error) *store.Error {
	e := store.AsError(cause)
	if e.Code == store.Unavailable {
		return e
	}
	if e.Code == store.Internal && s.hub.base.Err() == nil {
		s.hub.cfg.Logger.Error("a session's question to the store failed", "error", cause)
	}
	return store.NewError(store.Unavailable, "Chat is not available right now. Please try again.")
}
