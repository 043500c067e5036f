// The session: one actor a socket. It knows who the member is and which room
// the socket is in, checks what the browser sends, and never waits itself:
// questions to the store run as jobs, and frames that come meanwhile queue up
// in a bounded way.
package actors

import (
	"sync/atomic"
	"time"

	"muster/actors/presence"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// Session is one socket's way into chat.
type Session struct {
	hub   *Hub
	out   Outbox
	ref   runtime.Ref
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
	runtime.Tell(s.ref, f)
}

// free gives back what a frame took.
func (s *Session) free(f sessionFrame) {
	for range f.slots {
		<-s.slots
	}
}

// Gone tells that the connection is over. It may be called more than once.
func (s *Session) Gone() { runtime.Tell(s.ref, sessionGone{}) }

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
	// sessionJoinDeadline: the join deadline is over.
	sessionJoinDeadline struct{}
	// sessionAuthenticated says whose token it was and whether the room is open.
	sessionAuthenticated struct {
		join    pendingJoin
		caller  store.Caller
		err     error
		denied  error // of the room
		siteSeq int64
	}
	// sessionArrived: the hub has taken the member in and said so. stale says
	// that the site changed since the member was looked up.
	sessionArrived struct {
		limits *memberLimits
		name   string
		stale  bool
	}
	// sessionRefused: the member has too many sockets (WS-34), or comes too often.
	sessionRefused struct{ why *store.Error }
	// sessionRoomAdmitted says whether the room of a plan is open.
	sessionRoomAdmitted struct {
		join   pendingJoin
		err    error
		denied error
	}
	// sessionResumed: everything up to reached has been sent.
	sessionResumed struct {
		ticket  int64
		reached int64
		outcome resumeOutcome
	}
	// sessionEnded: the signed-in session is over.
	sessionEnded struct{}
	// sessionRecheck: standing or session may have changed.
	sessionRecheck struct{}
	// sessionRoomRecheck: access to a room may have changed.
	sessionRoomRecheck struct{ room string }
	// sessionRechecked is the answer to a doubt.
	sessionRechecked struct {
		siteSeq  int64     // up to which the answer is known to hold
		activity time.Time // which the ledger was told
		caller   store.Caller
		err      error
		room     string
		denied   error
	}
	// sessionRenamed: the member has a new name, by the site event seq.
	sessionRenamed struct {
		name string
		seq  int64
	}
	// roomLost: the room of this entry failed; enter again. The room was known
	// to be open up to the site event since.
	roomLost struct{ ticket, since int64 }
)

// pendingJoin is an entry into a room under way.
type pendingJoin struct {
	room        string
	lastSeq     *int64
	alreadySent bool // room_joined was sent; the events up to lastSeq too
	silent      bool
	first       bool  // part of join_chat: without the store the socket closes
	siteSeq     int64 // site event up to which the room is known to be open
}

// sessionActor is the state of one Session.
type sessionActor struct {
	*Session
	deadline func()
	closed   bool

	joining bool // join_chat was received
	joined  bool
	caller  store.Caller
	nameSeq int64 // site event that brought the name; 0 for the lookup
	limits  *memberLimits

	room         *roomHandle
	subscription *presence.Subscription
	pending      *pendingJoin // entering
	resume       func()       // stops the resume under way; nil when there is none
	ticket       int64        // of the last entry or leave
	forbidden    bool         // the room turned out closed while entering
	removing     bool         // leaving because the room is closed

	waiting      bool // frames wait
	backlog      []sessionFrame
	rechecking   bool
	recheckAgain bool       // look once more after this check
	barriers     []*barrier // wait for the end of the check

	lastActivity     time.Time // the member, here; zero for not yet
	reportedActivity time.Time // the last act that the ledger was told

	refusals bucket
}

func newSessionActor(s *Session) *sessionActor {
	return &sessionActor{Session: s, deadline: func() {}}
}

func (s *sessionActor) Receive(_ runtime.Self, msg any) {
	if s.closed {
		switch m := msg.(type) {
		case sessionFrame:
			s.free(m)
		case sessionRevalidate:
			m.wait.release()
		}
		return
	}
	switch m := msg.(type) {
	case sessionBegin:
		s.deadline = s.hub.cfg.After(joinDeadline, func() { runtime.Tell(s.ref, sessionJoinDeadline{}) })
	case sessionFrame:
		s.backlog = append(s.backlog, m)
	case sessionGone:
		s.closeSocket(wire.CloseTryLater, "")
	case sessionJoinDeadline:
		if !s.joining {
			s.closeSocket(wire.CloseNoJoin, "join_chat expected")
		}
	case sessionAuthenticated:
		s.authenticated(m)
	case sessionArrived:
		s.arrived(m)
	case sessionRefused:
		s.fail(m.why, wire.CloseTryLater)
	case sessionRoomAdmitted:
		s.roomAdmitted(m)
	case roomEntered:
		s.entered(m)
	case roomReplayFromLog:
		s.replayFromLog(m)
	case sessionResumed:
		s.resumed(m)
	case roomRefused:
		s.joinRefused(m)
	case roomLeft:
		s.left(m)
	case roomLost:
		s.lost(m)
	case sessionEnded:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
	case sessionRecheck:
		s.recheck()
	case sessionRoomRecheck:
		if s.target() == m.room {
			s.recheck()
		}
	case sessionRechecked:
		s.rechecked(m)
		if !s.rechecking && m.err == nil {
			s.releaseBarriers()
		}
	case sessionRevalidate:
		s.revalidate(m.wait)
	case sessionRenamed:
		s.caller.Member.Username, s.nameSeq = m.name, m.seq
	}
	for !s.waiting && !s.closed && len(s.backlog) > 0 {
		f := s.backlog[0]
		s.backlog = s.backlog[1:]
		s.free(f)
		s.frame(f)
	}
	if len(s.backlog) == 0 {
		s.backlog = nil
	}
}

func (s *sessionActor) Stopping() {
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
	s.releaseBarriers()
	s.end()
}

func (s *sessionActor) Stopped() {}

// push sends a frame to this socket alone.
func (s *sessionActor) push(out wire.Out) { s.out.Push(wire.Encode(out)) }

// refuse answers a frame with an error. A socket that is refused again and
// again is closed as abuse.
func (s *sessionActor) refuse(err error, clientMsgID string) {
	s.out.Push(errorFrame(err, clientMsgID))
	s.countRefusal()
}

// countRefusal counts a frame that was refused or dropped.
func (s *sessionActor) countRefusal() {
	if !refused(&s.refusals, s.hub.now()) {
		s.closeSocket(wire.CloseAbuse, "too many refused frames")
	}
}

// fail tells why and closes. A member whose right has ended is sent nothing of
// what still waits for the socket.
func (s *sessionActor) fail(err error, code wire.CloseCode) {
	e := store.AsError(err)
	frame := errorFrame(e, "")
	if s.joined && !s.closed && (code == wire.CloseSessionEnded || code == wire.CloseBanned) {
		s.out.Deny(frame, code, e.ReasonOrCode())
	} else {
		s.out.Push(frame)
	}
	s.closeSocket(code, e.ReasonOrCode())
}

// closeSocket closes the socket and ends the session.
func (s *sessionActor) closeSocket(code wire.CloseCode, reason string) {
	if s.closed {
		return
	}
	s.closed = true
	if code == wire.CloseTryLater && s.hub.stopping.Load() {
		code, reason = wire.CloseRestart, "restart"
	}
	s.out.Close(code, reason)
	s.releaseBarriers() // not before: what the others are told then does not reach this socket
	s.end()
	runtime.Halt(s.ref)
}

// target is the room this socket is in or enters; "" for none.
func (s *sessionActor) target() string {
	switch {
	case s.pending != nil:
		return s.pending.room
	case s.room != nil:
		return s.room.id
	}
	return ""
}
