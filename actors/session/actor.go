// The session's actor. It knows who the member is and which room the socket is in, and
// checks what the browser sends. It never waits: queries to the database run as jobs, and
// a bounded number of frames queue up meanwhile.
package session

import (
	"time"

	"muster/actors/presence"
	"muster/actors/ratelimit"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/desk"
)

// stage is how far a session has come; it never goes back.
type stage int

const (
	stageNew     stage = iota // waits for join_chat or watch
	stageJoining              // that is being answered
	stageWatches              // the socket receives what concerns its member
	stageJoined               // the member is in chat
	stageClosed               // the socket is closed
)

// actor is the state of one Session.
type actor struct {
	*Session
	deadline func()
	stage    stage

	caller  store.Caller
	nameSeq int64 // site event of the name; 0 when it came from the lookup
	limits  *ratelimit.Member

	room         *room.Handle
	subscription *presence.Subscription
	pending      *pendingJoin // entering
	resume       func()       // stops the resume under way; nil when there is none
	ticket       int64        // of the last enter or leave
	admitting    bool         // it is being asked whether the member may move to a room
	leaving      bool         // the room has yet to answer a leave
	forbidden    bool         // the room was found closed to the member during the entry
	removing     bool         // leaving because the room is closed to the member

	answering    runtime.FrameID    // the frame that is handled
	backlog      []received         // frames that wait
	rechecking   bool               // a right may have changed, and what holds is not known yet
	recheckAgain bool               // recheck once more after this recheck
	barriers     []*runtime.Barrier // released at the end of the recheck

	lastActivity     time.Time // when the member last acted on this socket; zero for never
	reportedActivity time.Time // the last activity that was reported to Admission

	refusals ratelimit.Refusals

	activityAsked  int                  // watch_activity and unwatch_activity so far
	activityFilter *desk.ActivityFilter // activity that the socket receives; nil for none
}

func newActor(s *Session) *actor {
	return &actor{Session: s, deadline: func() {}}
}

func (s *actor) Receive(_ runtime.Self, msg any) {
	if s.stage == stageClosed {
		switch m := msg.(type) {
		case received:
			s.free(m)
		case Revalidate:
			m.Wait.Release()
		}
		return
	}
	switch m := msg.(type) {
	case begin:
		s.deadline = s.node.After(JoinDeadline, func() { runtime.Tell(s.ref, late{}) })
	case received:
		s.backlog = append(s.backlog, m)
	case gone:
		s.closeSocket(wire.CloseTryLater, "")
	case late:
		if s.stage == stageNew {
			s.closeSocket(wire.CloseNoJoin, "join_chat expected")
		}
	case authenticated:
		s.authenticated(m)
	case Arrived:
		s.arrived(m)
	case watchAdmitted:
		s.watchAdmitted(m)
	case Watching:
		s.nowWatching(m)
	case Refused:
		s.fail(m.Why, wire.CloseTryLater)
	case roomAdmitted:
		s.roomAdmitted(m)
	case room.Entered:
		s.entered(m)
	case room.ReplayFromLog:
		s.replayFromLog(m)
	case resumed:
		s.resumed(m)
	case room.Refused:
		s.joinRefused(m)
	case room.Left:
		s.left(m)
	case RoomLost:
		s.lost(m)
	case Ended:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
	case Recheck:
		s.recheck()
	case RoomRecheck:
		if s.target() == m.Room {
			s.recheck()
		}
	case rechecked:
		s.rechecked(m)
	case recheckRetry:
		s.askAgain()
	case Revalidate:
		s.revalidate(m.Wait)
	case activityAdmitted:
		s.activityAdmitted(m)
	case ActivityRestarted:
		s.sendWatched()
	case Renamed:
		s.caller.Member.Username, s.nameSeq = m.Name, m.Seq
	}
	for !s.moving() && s.stage != stageClosed && len(s.backlog) > 0 {
		f := s.backlog[0]
		s.backlog = s.backlog[1:]
		s.free(f)
		s.answering = runtime.IDOf(f.in)
		s.frame(f)
		s.answering = runtime.FrameID{}
	}
	if len(s.backlog) == 0 {
		s.backlog = nil
	}
}

func (s *actor) Stopping() {
	s.stage = stageClosed
	s.endActivity()
	s.deadline()
	s.stopResume()
	if s.shared.Hub.Stopping() {
		s.out.Close(wire.CloseRestart, "restart")
	} else {
		s.out.Close(wire.CloseTryLater, "")
	}
	s.releaseBarriers()
	s.End()
}

func (s *actor) Stopped() {}

// push sends a frame to this socket alone.
func (s *actor) push(out wire.Out) { s.out.Push(wire.Encode(out)) }

// refuse answers a frame with an error. A socket with too many refused frames
// is closed as abuse.
func (s *actor) refuse(err error) {
	s.Answer(err, s.answering)
	s.countRefusal()
}

// countRefusal counts a frame that was refused or dropped.
func (s *actor) countRefusal() {
	if !s.refusals.Add(s.node.Now()) {
		s.closeSocket(wire.CloseAbuse, "too many refused frames")
	}
}

// fail sends the reason and closes. To a member whose right has ended it sends nothing
// of what still waits for the socket.
func (s *actor) fail(err error, code wire.CloseCode) {
	e := store.AsError(err)
	frame := runtime.ErrorFrame(e, runtime.FrameID{}, s.language)
	if s.admitted() && (code == wire.CloseSessionEnded || code == wire.CloseBanned) {
		s.out.Deny(frame, code, e.ReasonOrCode())
	} else {
		s.out.Push(frame)
	}
	s.closeSocket(code, e.ReasonOrCode())
}

// closeSocket closes the socket and ends the session.
func (s *actor) closeSocket(code wire.CloseCode, reason string) {
	if s.stage == stageClosed {
		return
	}
	s.stage = stageClosed
	if code == wire.CloseTryLater && s.shared.Hub.Stopping() {
		code, reason = wire.CloseRestart, "restart"
	}
	s.out.Close(code, reason)
	s.releaseBarriers() // after Close, so that frames sent to others from now on do not reach this socket
	s.End()
	runtime.Halt(s.ref)
}
