// The session: one actor a socket. It knows who the member is and which room
// the socket is in, checks what the browser sends, and never waits itself:
// questions to the store run as jobs, and frames that come meanwhile queue up
// in a bounded way.
package actors

import (
	"sync/atomic"
	"time"

	"muster/actors/wire"
	"muster/store"
)

// Session is one socket's way into chat.
type Session struct {
	hub   *Hub
	out   Outbox
	ref   ref
	slots chan struct{} // taken by the frames that wait
	done  chan struct{} // the session has ended
	over  atomic.Bool
}

func newSession(h *Hub, out Outbox) *Session {
	return &Session{hub: h, out: out, slots: make(chan struct{}, pendingFrames), done: make(chan struct{})}
}

// Receive takes one whole text message from the browser, valid UTF-8 and at
// most wire.MaxFrame bytes. It is called by one goroutine at a time, waits
// while too many frames of this socket are unhandled, and does nothing once
// the session has ended.
func (s *Session) Receive(payload []byte) {
	in, err := wire.Decode(payload)
	s.hub.received(in, err)
	f := sessionFrame{in, err, 1 + len(payload)/slotBytes}
	for range f.slots {
		select {
		case s.slots <- struct{}{}:
		case <-s.done:
			return
		}
	}
	tell(s.ref, f)
}

// free gives back what a frame took.
func (s *Session) free(f sessionFrame) {
	for range f.slots {
		<-s.slots
	}
}

// Gone tells that the connection is over. It may be called more than once.
func (s *Session) Gone() { tell(s.ref, sessionGone{}) }

// end lets everybody who waits for this session go.
func (s *Session) end() {
	if !s.over.Swap(true) {
		close(s.done)
	}
}

// Messages to a session.
type (
	// sessionBegin starts the join deadline.
	sessionBegin struct{}
	// sessionFrame is what the browser sent, or why it could not be read.
	sessionFrame struct {
		in    wire.In
		err   error
		slots int // it takes while it waits
	}
	sessionGone struct{}
	// sessionLate: the join deadline is over.
	sessionLate struct{}
	// sessionAttended says whose token it was and whether the room is open.
	sessionAttended struct {
		plan   plan
		caller store.Caller
		err    error
		door   error // of the room
		since  int64
	}
	// sessionArrived: the hub has taken the member in and said so. stale says
	// that the site changed since the member was looked up.
	sessionArrived struct {
		member *member
		stale  bool
	}
	// sessionCrowded: the member has too many sockets (WS-34), or comes too often.
	sessionCrowded struct{ why *store.Error }
	// sessionAdmitted says whether the room of a plan is open.
	sessionAdmitted struct {
		plan plan
		err  error
		door error
	}
	// sessionResumed: everything up to reached has been sent.
	sessionResumed struct {
		ticket  int64
		reached int64
		outcome resumeOutcome
	}
	// sessionEnded: the signed-in session is over.
	sessionEnded struct{}
	// sessionDoubt: standing or session may have changed.
	sessionDoubt struct{}
	// sessionAccess: access to a room may have changed.
	sessionAccess struct{ room string }
	// sessionChecked is the answer to a doubt.
	sessionChecked struct {
		acted  time.Time // which the ledger was told
		caller store.Caller
		err    error
		room   string
		door   error
	}
	sessionRenamed struct{ name string }
	// roomLost: the room of this entry failed; enter again. The room was known
	// to be open up to the site event since.
	roomLost struct{ ticket, since int64 }
)

// plan is an entry into a room under way.
type plan struct {
	room    string
	lastSeq *int64
	told    bool // room_joined was sent; the events up to lastSeq too
	silent  bool
	first   bool  // part of join_chat: without the store the socket closes
	since   int64 // site event up to which the room is known to be open
}

// sessionActor is the state of one Session.
type sessionActor struct {
	*Session
	deadline func()
	closed   bool

	joining bool // join_chat was received
	joined  bool
	caller  store.Caller
	member  *member

	room   *roomHandle
	seat   *seat
	plan   *plan  // entering
	resume func() // stops the resume under way; nil when there is none
	ticket int64  // of the last entry or leave
	denied bool   // the room turned out closed while entering
	kicked bool   // leaving because the room is closed

	busy      bool // frames wait
	backlog   []sessionFrame
	checking  bool
	again     bool        // look once more after this check
	settlings []*settling // wait for the end of the check

	acted time.Time // the member, here; zero for not yet
	told  time.Time // the last act that the ledger was told

	refusals bucket
}

func newSessionActor(s *Session) *sessionActor {
	return &sessionActor{Session: s, deadline: func() {}}
}

func (s *sessionActor) receive(_ self, msg any) {
	if s.closed {
		switch m := msg.(type) {
		case sessionFrame:
			s.free(m)
		case sessionSettle:
			m.wait.release()
		}
		return
	}
	switch m := msg.(type) {
	case sessionBegin:
		s.deadline = s.hub.cfg.After(joinDeadline, func() { tell(s.ref, sessionLate{}) })
	case sessionFrame:
		s.backlog = append(s.backlog, m)
	case sessionGone:
		s.shut(wire.CloseTryLater, "")
	case sessionLate:
		if !s.joining {
			s.shut(wire.CloseNoJoin, "join_chat expected")
		}
	case sessionAttended:
		s.attended(m)
	case sessionArrived:
		s.arrived(m)
	case sessionCrowded:
		s.fail(m.why, wire.CloseTryLater)
	case sessionAdmitted:
		s.admitted(m)
	case roomEntered:
		s.entered(m)
	case roomTooFar:
		s.tooFar(m)
	case sessionResumed:
		s.resumed(m)
	case roomRefused:
		s.turnedAway(m)
	case roomLeft:
		s.left(m)
	case roomLost:
		s.lost(m)
	case sessionEnded:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
	case sessionDoubt:
		s.check()
	case sessionAccess:
		if s.target() == m.room {
			s.check()
		}
	case sessionChecked:
		s.checked(m)
		if !s.checking && m.err == nil {
			s.settled()
		}
	case sessionSettle:
		s.settle(m.wait)
	case sessionRenamed:
		s.caller.Member.Username = m.name
	}
	for !s.busy && !s.closed && len(s.backlog) > 0 {
		f := s.backlog[0]
		s.backlog = s.backlog[1:]
		s.free(f)
		s.frame(f)
	}
	if len(s.backlog) == 0 {
		s.backlog = nil
	}
}

func (s *sessionActor) stopping() {
	s.closed = true
	s.deadline()
	if s.resume != nil {
		s.resume()
	}
	if s.hub.stopping.Load() {
		s.out.Close(wire.CloseRestart, "restart")
	} else {
		s.out.Close(wire.CloseTryLater, "")
	}
	s.settled()
	s.end()
}

func (s *sessionActor) stopped() {}

// push sends a frame to this socket alone.
func (s *sessionActor) push(out wire.Out) { s.out.Push(wire.Encode(out)) }

// refuse answers a frame with an error. A socket that is refused again and
// again is closed as abuse.
func (s *sessionActor) refuse(err error, clientMsgID string) {
	s.out.Push(errorFrame(err, clientMsgID))
	s.annoyed()
}

// annoyed counts a frame that was refused or dropped.
func (s *sessionActor) annoyed() {
	if !refused(&s.refusals, s.hub.now()) {
		s.shut(wire.CloseAbuse, "too many refused frames")
	}
}

// fail tells why and closes.
func (s *sessionActor) fail(err error, code wire.CloseCode) {
	e := store.AsError(err)
	s.out.Push(errorFrame(e, ""))
	s.shut(code, e.ReasonOrCode())
}

// shut closes the socket and ends the session.
func (s *sessionActor) shut(code wire.CloseCode, reason string) {
	if s.closed {
		return
	}
	s.closed = true
	if code == wire.CloseTryLater && s.hub.stopping.Load() {
		code, reason = wire.CloseRestart, "restart"
	}
	s.out.Close(code, reason)
	s.settled() // not before: what the others are told then does not reach this socket
	s.end()
	halt(s.ref)
}

// target is the room this socket is in or enters; "" for none.
func (s *sessionActor) target() string {
	switch {
	case s.plan != nil:
		return s.plan.room
	case s.room != nil:
		return s.room.id
	}
	return ""
}
