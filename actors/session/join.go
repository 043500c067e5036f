// How a session joins the chat.
package session

import (
	"muster/actors/admission"
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
