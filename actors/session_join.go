// How a session joins the chat and moves between rooms.
package actors

import (
	"muster/actors/wire"
	"muster/store"
)

// join begins join_chat: whose token is it, and is the room open (WS-1, WS-35).
func (s *sessionActor) join(in wire.JoinChat) {
	s.deadline()
	s.joining, s.busy = true, true
	p := plan{room: in.RoomID, lastSeq: in.LastSeq, silent: true, first: true}
	if p.room == "" {
		p.room = s.hub.cfg.DefaultRoom
	}
	s.visit(store.AdmissionRequest{Token: in.Token}, p.room, func(v visited) any {
		p.since = v.since
		return sessionAttended{plan: p, caller: v.Caller, err: v.Err, door: v.DenyReason, since: v.since}
	})
}

// visit asks the porter who somebody is and whether a room is open to them.
// Without a room, or with one that cannot be, whether they are kept out of chat.
func (s *sessionActor) visit(e store.AdmissionRequest, room string, answer func(visited) any) {
	e.Room = room
	s.hub.porter.take(&visit{entry: e, to: s.ref, born: s.hub.now(), answer: answer})
}

// barred says whether the answer of a door is that the member is kept out of
// chat as a whole.
func barred(door error) bool {
	return store.CodeOf(door) == store.Forbidden && store.AsError(door).Reason == store.ErrBanned().Reason
}

// attended goes on with join_chat once the member is known.
func (s *sessionActor) attended(m sessionAttended) {
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
	case barred(m.door):
		s.fail(m.door, wire.CloseBanned)
		return
	}
	s.caller = m.caller
	s.plan = &m.plan
	s.denied = m.door != nil
	tell(s.hub.ref, hubArrive{s.Session, m.caller, m.since})
}

// arrived goes on from joined into the first room.
func (s *sessionActor) arrived(m sessionArrived) {
	s.joined, s.member = true, m.member
	s.out.Joined()
	s.watchExpiry()
	if s.caller.Member.Username == "" {
		s.push(wire.UsernameNeeded{})
	}
	if s.denied {
		s.plan, s.denied, s.busy = nil, false, false
		s.refuse(store.ErrNoRoomAccess(), "")
	} else {
		s.enter()
	}
	if m.stale {
		s.check()
	}
}

// joinRoom begins join_room: the door first, so that a closed room leaves the
// socket where it is.
func (s *sessionActor) joinRoom(in wire.JoinRoom) {
	if wait, ok := s.hub.pace.move(s.member, s.hub.now()); !ok {
		s.refuse(tooFast(wait), "")
		return
	}
	p := plan{room: in.RoomID, lastSeq: in.LastSeq}
	if p.room == "" {
		s.refuse(store.ErrNoRoomAccess(), "")
		return
	}
	s.used()
	s.busy = true
	if p.since = s.hub.siteSeq.Load(); p.since >= 0 && s.welcome(p.room) {
		s.admitted(sessionAdmitted{plan: p})
		return
	}
	s.visit(s.stays(), p.room, func(v visited) any {
		p.since = v.since
		return sessionAdmitted{p, v.Err, v.DenyReason}
	})
}

// welcome says that nobody need be asked whether the member may enter a room: it
// is live here and open to all, and whatever would close it or keep the member out
// stands in the site log, which tells every session that it concerns. A ban that
// has a date is left to the store's clock.
func (s *sessionActor) welcome(room string) bool {
	handle := s.hub.live(room)
	standing := s.caller.Member.Status
	return handle != nil && s.hub.fresh() && handle.open.Load() && !handle.changed.Load() && !s.checking &&
		standing.ChatEnabled && !standing.SignInDisabled && standing.BannedUntil.IsZero()
}

func (s *sessionActor) admitted(m sessionAdmitted) {
	switch {
	case store.CodeOf(m.err) == store.Unauthorized:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
		return
	case barred(m.door):
		s.fail(m.door, wire.CloseBanned)
		return
	case m.err != nil:
		s.busy = s.kicked
		s.refuse(s.outage(m.err), "")
		return
	case m.door != nil:
		s.busy = s.kicked
		s.refuse(m.door, "")
		return
	}
	s.plan = &m.plan
	if s.room != nil && s.room.id != m.plan.room {
		s.depart()
		return
	}
	s.enter()
}

// depart gives the present room up; the room answers roomLeft.
func (s *sessionActor) depart() {
	s.busy = true
	s.ticket++
	tell(s.hub.ref, hubLeave{s.Session, s.ticket})
}

// enter asks for a seat in the planned room.
func (s *sessionActor) enter() {
	s.busy = true
	s.ticket++
	p := s.plan
	tell(s.hub.ref, hubEnter{room: p.room, since: p.since, enter: roomEnter{
		session: s.Session, out: s.out, member: s.caller.Member.ID, name: s.caller.Member.Username,
		ticket: s.ticket, lastSeq: p.lastSeq, told: p.told, silent: p.silent,
	}})
}

func (s *sessionActor) entered(m roomEntered) {
	if m.ticket != s.ticket || s.plan == nil {
		return
	}
	s.room, s.seat, s.plan, s.busy = m.handle, m.seat, nil, false
	if s.denied {
		s.kick()
	}
}

// turnedAway: the room could not be read.
func (s *sessionActor) turnedAway(m roomRefused) {
	if m.ticket != s.ticket || s.plan == nil {
		return
	}
	first := s.plan.first
	s.plan, s.room, s.seat, s.busy, s.denied = nil, nil, nil, false, false
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
	if wait, ok := s.hub.pace.move(s.member, s.hub.now()); !ok {
		s.refuse(tooFast(wait), "")
		return
	}
	s.depart()
}

// left: the room has let the socket go; a planned entry goes on.
func (s *sessionActor) left(m roomLeft) {
	if m.ticket != s.ticket {
		return
	}
	s.room, s.seat, s.busy = nil, nil, false
	if s.kicked {
		s.kicked = false
		s.out.Push(errorFrame(store.ErrNoRoomAccess(), ""))
	}
	if s.plan != nil {
		s.enter()
	}
}

// kick takes the socket out of a room it may not be in any more (ROOM-12).
func (s *sessionActor) kick() {
	s.denied, s.kicked = false, true
	s.depart()
}

// lost enters again after the room failed, from the last event that was sent.
func (s *sessionActor) lost(m roomLost) {
	if m.ticket != s.ticket {
		return
	}
	if s.resume != nil {
		s.room, s.seat = nil, nil
		return // it enters when it has read everything
	}
	if s.plan == nil {
		if s.room == nil {
			return
		}
		sent := s.seat.sent
		s.plan = &plan{room: s.room.id, lastSeq: &sent, silent: true, since: m.since}
		s.room, s.seat = nil, nil
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
