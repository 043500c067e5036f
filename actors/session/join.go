// How a session joins the chat and moves between rooms.
package session

import (
	"muster/actors/admission"
	"muster/actors/ratelimit"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/language"
	"muster/store/roomlog"
)

// join begins join_chat: it asks whose token it is and whether that member may
// enter the room.
func (s *actor) join(in wire.JoinChat) {
	s.deadline()
	s.stage = stageJoining
	p := pendingJoin{room: in.RoomID, lastSeq: s.countedFrom(in.LastSeq, in.Epoch), silent: true, first: true}
	if p.room == "" {
		p.room = s.shared.DefaultRoom
	}
	s.requestAdmission(roomlog.AdmissionRequest{Token: in.Token}, p.room, func(v admission.Result) any {
		p.siteSeq = v.SiteSeq
		return authenticated{join: p, caller: v.Caller, err: v.Err, denied: v.DenyReason, siteSeq: v.SiteSeq}
	})
}

// countedFrom is the number that a client saw last, nil when it was of another epoch: the
// events up to it may be others by now. Who names no epoch is believed.
func (s *actor) countedFrom(lastSeq *int64, epoch int64) *int64 {
	if now := s.shared.Hub.Epoch(); epoch != 0 && now != 0 && epoch != now {
		return nil
	}
	return lastSeq
}

// requestAdmission asks the admission batcher who somebody is and whether they
// may enter a room. Without a room, or with an invalid one, it asks only
// whether they are banned from chat.
func (s *actor) requestAdmission(e roomlog.AdmissionRequest, room string, answer func(admission.Result) any) {
	e.Room = room
	s.shared.Admission.Enqueue(&admission.Request{Asked: e, To: s.ref, ReceivedAt: s.node.Now(), Answer: answer})
}

// closesChat reports whether a denial keeps the member out of chat as a whole: a
// ban, or a face that was not recognised.
func closesChat(denial error) bool {
	if store.CodeOf(denial) != store.Forbidden {
		return false
	}
	reason := store.AsError(denial).Reason
	return reason == roomlog.ErrBanned().Reason || reason == roomlog.ErrFaceRequired().Reason
}

// failedSignIn ends the connection of a token that no member's session has, and says
// whether it did.
func (s *actor) failedSignIn(caller store.Caller, err error) bool {
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

// speak has errors said in the member's own language, where none was chosen on the device.
func (s *actor) speak() {
	_, chosen := s.out.Language()
	if own, err := language.Parse(s.caller.Language); err == nil && !chosen {
		s.language = own
	}
}

// authenticated continues join_chat once the member is known.
func (s *actor) authenticated(m authenticated) {
	if s.failedSignIn(m.caller, m.err) {
		return
	}
	if closesChat(m.denied) {
		s.fail(m.denied, wire.CloseBanned)
		return
	}
	s.caller = m.caller
	s.speak()
	s.pending = &m.join
	s.forbidden = m.denied != nil
	s.shared.Hub.Arrive(s.Session, m.caller, m.siteSeq)
}

// arrived continues after joined with the first room.
func (s *actor) arrived(m Arrived) {
	s.stage, s.limits = stageJoined, m.Limits
	s.caller.Member.Username = m.Name
	s.caller.Address = s.out.Joined()
	s.watchExpiry()
	if s.caller.Member.Username == "" {
		s.push(wire.UsernameNeeded{})
	}
	if s.forbidden {
		s.pending, s.forbidden = nil, false
		s.refuse(roomlog.ErrNoRoomAccess())
	} else {
		s.enter()
	}
	if m.Stale {
		s.recheck()
	}
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

// knownOpen reports whether the member may enter a room without a Query: the
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

// outage is the error shown for a failed query; the cause is only logged.
func (s *actor) outage(cause error) *store.Error {
	e := store.AsError(cause)
	if e.Code != store.Internal {
		s.shared.noteTurnedAway(cause)
	} else if s.node.Base.Err() == nil {
		s.node.Logger.Error("a member could not be admitted or checked, and has to try again: please report it", "error", cause)
	}
	if e.Code == store.Unavailable {
		return e
	}
	return runtime.ErrNobodyAnswers()
}
