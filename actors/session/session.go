// The session: one actor for each socket. It knows who the member is and which
// room the socket is in, and checks what the browser sends. It never waits:
// queries to the database run as jobs, and a bounded number of frames queue up
// meanwhile.
package session

import (
	"sync/atomic"
	"time"

	"muster/actors/presence"
	"muster/actors/ratelimit"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/desk"
	"muster/store/language"
)

// Session is the entry point for one socket.
type Session struct {
	node   *runtime.Node
	shared *Shared
	out    Outbox
	ref    runtime.Ref
	slots  chan struct{} // taken by the frames that wait
	done   chan struct{} // the session has ended
	over   atomic.Bool
	// language is that of errors. It does not change once the session was admitted.
	language language.Tag
}

// New makes the session of a socket. It begins with Spawn.
func New(shared *Shared, out Outbox) *Session {
	return &Session{node: shared.Node, shared: shared, out: out, slots: make(chan struct{}, PendingFrames), done: make(chan struct{})}
}

// Spawn makes the session's actor, a child of self, and starts the join deadline.
func (s *Session) Spawn(self runtime.Self) {
	s.language, _ = s.out.Language()
	s.ref = self.Spawn("session", newActor(s))
	runtime.Tell(s.ref, begin{})
}

// Ref is the session's actor.
func (s *Session) Ref() runtime.Ref { return s.ref }

// Out is the socket, as rooms know it.
func (s *Session) Out() presence.Outbox { return s.out }

// Outbox is the socket.
func (s *Session) Outbox() Outbox { return s.out }

// Recheck has the session check its rights.
func (s *Session) Recheck() { runtime.Tell(s.ref, Recheck{}) }

// Answer sends the socket an error, which names the frame that it answers.
func (s *Session) Answer(err error, to runtime.FrameID) {
	s.out.Push(runtime.ErrorFrame(err, to, s.language))
}

// Receive takes one whole text message from the browser, valid UTF-8 and at
// most wire.MaxFrame bytes. It is called by one goroutine at a time, waits
// while too many frames of this socket are unhandled, and does nothing once the
// session has ended.
func (s *Session) Receive(payload []byte) {
	in, err := wire.Decode(payload)
	s.node.Received(in, err)
	f := received{in, err, 1 + len(payload)/slotBytes}
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
func (s *Session) free(f received) {
	for range f.slots {
		<-s.slots
	}
}

// Gone reports that the connection has ended. It may be called more than once.
func (s *Session) Gone() { runtime.Tell(s.ref, gone{}) }

// End marks the session as ended and releases a waiting Receive.
func (s *Session) End() {
	if !s.over.Swap(true) {
		close(s.done)
	}
}

// pendingJoin is an entry into a room that is under way.
type pendingJoin struct {
	room        string
	lastSeq     *int64
	alreadySent bool // room_joined and the events up to lastSeq were sent
	silent      bool
	first       bool  // part of join_chat: when the database does not answer, the socket is closed
	siteSeq     int64 // the member is known to be allowed in the room up to this site event
}

// Limits of one socket.
const (
	JoinDeadline  = 5 * time.Second // from the connection to join_chat
	PendingFrames = 32              // frames that wait to be handled
	slotBytes     = 3 << 9          // a frame takes one more slot for each slotBytes: at most 48 KiB wait in all
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
