// The session: one socket, as http/socket, the hub, rooms and log writers know it.
package session

import (
	"sync/atomic"
	"time"

	"muster/actors/presence"
	"muster/actors/runtime"
	"muster/actors/wire"
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

// Limits of one socket.
const (
	JoinDeadline  = 5 * time.Second // from the connection to join_chat
	PendingFrames = 32              // frames that wait to be handled
	slotBytes     = 3 << 9          // a frame takes one more slot for each slotBytes: at most 48 KiB wait in all
)
