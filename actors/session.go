// The session: one actor for each socket. It knows who the member is and which
// room the socket is in, and checks what the browser sends. It never waits:
// queries to the database run as jobs, and a bounded number of frames queue up
// meanwhile.
package actors

import (
	"sync/atomic"
	"time"

	"muster/actors/presence"
	"muster/actors/ratelimit"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// Session is the entry point for one socket.
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
// while too many frames of this socket are unhandled, and does nothing once the
// session has ended.
func (s *Session) Receive(payload []byte) {
	in, err := wire.Decode(payload)
	s.hub.node.Received(in, err)
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

// free releases the slots of a frame.
func (s *Session) free(f sessionFrame) {
	for range f.slots {
		<-s.slots
	}
}

// Gone reports that the connection has ended. It may be called more than once.
func (s *Session) Gone() { runtime.Tell(s.ref, sessionGone{}) }

// end marks the session as ended and releases a waiting Receive.
func (s *Session) end() {
	if !s.over.Swap(true) {
		close(s.done)
	}
}

// Messages to a session.
type (
	// sessionBegin starts the join deadline.
	sessionBegin struct{}
	// sessionFrame is a frame of the browser, or the error of decoding it.
	sessionFrame struct {
		in    wire.In
		err   error
		slots int // taken while the frame waits
	}
	sessionGone struct{}
	// sessionJoinDeadline: the time for join_chat or watch is over.
	sessionJoinDeadline struct{}
	// sessionAuthenticated says whose token it was and whether the member may
	// enter the room.
	sessionAuthenticated struct {
		join    pendingJoin
		caller  store.Caller
		err     error
		denied  error // of the room
		siteSeq int64
	}
	// sessionArrived: the hub has added the member to chat and pushed joined.
	// stale says that the site changed since the member was looked up.
	sessionArrived struct {
		limits *ratelimit.Member
		name   string
		stale  bool
	}
	// sessionRefused: the member has too many sockets, or joins too often.
	sessionRefused struct{ why *store.Error }
	// sessionRoomAdmitted says whether the member may enter the room of a pending
	// join.
	sessionRoomAdmitted struct {
		join   pendingJoin
		err    error
		denied error
	}
	// sessionResumed: every event up to reached has been sent.
	sessionResumed struct {
		ticket  int64
		reached int64
		outcome resumeOutcome
	}
	// sessionEnded: the signed-in session has ended.
	sessionEnded struct{}
	// sessionRecheck: the member status or the session may have changed.
	sessionRecheck struct{}
	// sessionRoomRecheck: access to a room may have changed.
	sessionRoomRecheck struct{ room string }
	// sessionRechecked is the result of a recheck.
	sessionRechecked struct {
		siteSeq  int64     // site event up to which the result is known to hold
		activity time.Time // the last activity that was reported with the request
		caller   store.Caller
		err      error
		room     string
		denied   error
	}
	// sessionRenamed: the member has a new name, from the site event seq.
	sessionRenamed struct {
		name string
		seq  int64
	}
	// roomLost: the room entered with this ticket failed and must be entered
	// again. The member was known to be allowed in it up to the site event since.
	roomLost struct{ ticket, since int64 }
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

// sessionStage is how far a session has come; it never goes back.
type sessionStage int

const (
	sessionNew     sessionStage = iota // waits for join_chat or watch
	sessionJoining                     // that is being answered
	sessionWatches                     // the socket receives what concerns its member
	sessionJoined                      // the member is in chat
	sessionClosed                      // the socket is closed
)

// sessionActor is the state of one Session.
type sessionActor struct {
	*Session
	deadline func()
	stage    sessionStage

	caller  store.Caller
	nameSeq int64 // site event of the name; 0 when it came from the lookup
	limits  *ratelimit.Member

	room         *roomHandle
	subscription *presence.Subscription
	pending      *pendingJoin // entering
	resume       func()       // stops the resume under way; nil when there is none
	ticket       int64        // of the last enter or leave
	forbidden    bool         // the room was found closed to the member during the entry
	removing     bool         // leaving because the room is closed to the member

	waiting      bool // frames wait in backlog
	backlog      []sessionFrame
	rechecking   bool
	recheckAgain bool               // recheck once more after this recheck
	barriers     []*runtime.Barrier // released at the end of the recheck

	lastActivity     time.Time // when the member last acted on this socket; zero for never
	reportedActivity time.Time // the last activity that was reported to Admission

	refusals ratelimit.Refusals

	activityAsked  int                   // watch_activity and unwatch_activity so far
	activityFilter *store.ActivityFilter // activity that the socket receives; nil for none
}

func newSessionActor(s *Session) *sessionActor {
	return &sessionActor{Session: s, deadline: func() {}}
}

func (s *sessionActor) Receive(_ runtime.Self, msg any) {
	if s.stage == sessionClosed {
		switch m := msg.(type) {
		case sessionFrame:
			s.free(m)
		case sessionRevalidate:
			m.wait.Release()
		}
		return
	}
	switch m := msg.(type) {
	case sessionBegin:
		s.deadline = s.hub.node.After(joinDeadline, func() { runtime.Tell(s.ref, sessionJoinDeadline{}) })
	case sessionFrame:
		s.backlog = append(s.backlog, m)
	case sessionGone:
		s.closeSocket(wire.CloseTryLater, "")
	case sessionJoinDeadline:
		if s.stage == sessionNew {
			s.closeSocket(wire.CloseNoJoin, "join_chat expected")
		}
	case sessionAuthenticated:
		s.authenticated(m)
	case sessionArrived:
		s.arrived(m)
	case sessionWatchAdmitted:
		s.watchAdmitted(m)
	case sessionWatching:
		s.nowWatching(m)
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
	case sessionActivityAdmitted:
		s.activityAdmitted(m)
	case sessionActivityRestarted:
		s.sendWatched()
	case sessionRenamed:
		s.caller.Member.Username, s.nameSeq = m.name, m.seq
	}
	for !s.waiting && s.stage != sessionClosed && len(s.backlog) > 0 {
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
	s.stage = sessionClosed
	s.endActivity()
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

// refuse answers a frame with an error. A socket with too many refused frames
// is closed as abuse.
func (s *sessionActor) refuse(err error, clientMsgID string) {
	s.out.Push(errorFrame(err, clientMsgID))
	s.countRefusal()
}

// countRefusal counts a frame that was refused or dropped.
func (s *sessionActor) countRefusal() {
	if !s.refusals.Add(s.hub.node.Now()) {
		s.closeSocket(wire.CloseAbuse, "too many refused frames")
	}
}

// fail sends the reason and closes. To a member whose right has ended it sends nothing
// of what still waits for the socket.
func (s *sessionActor) fail(err error, code wire.CloseCode) {
	e := store.AsError(err)
	frame := errorFrame(e, "")
	if s.admitted() && (code == wire.CloseSessionEnded || code == wire.CloseBanned) {
		s.out.Deny(frame, code, e.ReasonOrCode())
	} else {
		s.out.Push(frame)
	}
	s.closeSocket(code, e.ReasonOrCode())
}

// closeSocket closes the socket and ends the session.
func (s *sessionActor) closeSocket(code wire.CloseCode, reason string) {
	if s.stage == sessionClosed {
		return
	}
	s.stage = sessionClosed
	if code == wire.CloseTryLater && s.hub.stopping.Load() {
		code, reason = wire.CloseRestart, "restart"
	}
	s.out.Close(code, reason)
	s.releaseBarriers() // after Close, so that frames sent to others from now on do not reach this socket
	s.end()
	runtime.Halt(s.ref)
}

// target is the room that this socket is in or enters; "" for none.
func (s *sessionActor) target() string {
	switch {
	case s.pending != nil:
		return s.pending.room
	case s.room != nil:
		return s.room.id
	}
	return ""
}
