// The room: one actor for each live room. It never waits: what it must read is
// read by a goroutine that sends it the result. Every event passes apply once,
// in order, and is pushed straight into the outbox of each member.
package room

import (
	"time"

	"muster/actors/presence"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store/roomlog"
)

// Room is the actor of a room.
type Room struct {
	node            *runtime.Node
	log             Log
	bus             Bus // nil: one node
	hub             Hub
	handle          *Handle
	loaded          bool
	joining         []Enter
	renames         []Renamed // that arrived while the room was read
	applied         int64
	knownHead       int64 // the log has reached at least this number
	reading         bool
	rereading       bool                           // the whole room is read again
	rereadAgain     bool                           // that read may have begun too early
	outOfOrder      map[int64]livelog.Announcement // events that arrived before their turn
	pendingReplies  []Duplicate                    // resends answered when the room has reached their events
	members         *presence.Members
	typing          *presence.Typing
	recent          *livelog.Recent
	replay          *livelog.Replay
	late            livelog.Renames // for events that were committed before a rename and arrive after it
	notices         presence.Coalescer
	typingAt        time.Time // when the next typing update may be sent
	timerAt         time.Time
	timerGeneration int
	stopTimer       func()
}

// Config plugs a room into its node.
type Config struct {
	Node *runtime.Node
	Log  Log
	Bus  Bus // nil: one node
	Hub  Hub
}

// New makes the room of a handle; remote are its people on other nodes.
func New(cfg Config, handle *Handle, remote presence.Remote) *Room {
	r := &Room{
		node: cfg.Node, log: cfg.Log, bus: cfg.Bus, hub: cfg.Hub, handle: handle, outOfOrder: map[int64]livelog.Announcement{},
		members: presence.NewMembers(), typing: presence.NewTyping(), stopTimer: func() {},
	}
	r.members.Remote = remote
	return r
}

// Limits of a room.
const (
	openTime      = 10 * time.Second       // reading it
	TypingTick    = 150 * time.Millisecond // between two updates of who types in a room of at most presence.LargeRoom sockets
	typingTickMax = time.Second            // the same in the largest rooms
)

// maxOutOfOrder bounds how many events may wait for an earlier one.
const maxOutOfOrder = 256

// Receive implements runtime.Logic.
func (r *Room) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case opened:
		r.opened(self, m)
	case Enter:
		r.enter(m)
	case Leave:
		r.leave(m)
	case Announced:
		r.announced(m.Events)
	case Stored:
		r.announced(m.Events)
		r.node.Passed(runtime.Announced, m.At)
	case Behind:
		r.knownHead = max(r.knownHead, m.Head)
		r.catchUp()
	case caughtUp:
		r.caughtUp(m)
	case reread:
		r.reread(m)
	case readAgain:
		r.readAgain()
	case Duplicate:
		r.duplicate(m)
	case Typing:
		r.typed(m)
	case Renamed:
		r.renamed(m)
	case RemoteChanged:
		r.remoteChanged(m.Changes)
	case RemoteTyping:
		r.remoteTyping(m.Typing)
	case People:
		m.Reply <- r.members.Names()
	case timer:
		if m.generation == r.timerGeneration {
			r.timerAt = time.Time{}
		}
	}
	r.tick()
}

// Stopping implements runtime.Logic.
func (r *Room) Stopping() { r.stopTimer() }

// Stopped implements runtime.Logic.
func (r *Room) Stopped() {}

// announced takes events as they arrive. It applies the next one, drops known
// ones, and keeps later ones while the log is read.
func (r *Room) announced(events []livelog.Announcement) {
	for _, a := range events {
		switch {
		case r.loaded && a.Seq == r.applied+1:
			r.apply(a)
		case r.loaded && a.Seq <= r.applied:
		default:
			r.knownHead = max(r.knownHead, a.Seq)
			if len(r.outOfOrder) < maxOutOfOrder {
				r.outOfOrder[a.Seq] = a
			}
		}
	}
	r.applyOutOfOrder()
	r.catchUp()
}

// applyOutOfOrder applies the kept events whose turn has come.
func (r *Room) applyOutOfOrder() {
	if !r.loaded || len(r.outOfOrder) == 0 {
		return
	}
	for {
		a, ok := r.outOfOrder[r.applied+1]
		if !ok {
			break
		}
		r.apply(a)
	}
	for seq := range r.outOfOrder {
		if seq <= r.applied {
			delete(r.outOfOrder, seq)
		}
	}
}

// apply makes an event visible on this node. No other function does.
func (r *Room) apply(a livelog.Announcement) {
	r.applied = a.Seq
	a = r.late.Relabel(a)
	r.knownHead = max(r.knownHead, a.Seq)
	e := a.Event
	if !e.Kind.Known() {
		r.hub.NoteNewerBuild(string(e.Kind))
	}
	r.replay.Change(e)
	if e.Kind == roomlog.MessageSent {
		r.typing.Stop(e.Message.SenderID)
	}
	r.recent.Apply(e)
	r.replay.Append(a)
	personal := a.Personal()
	for _, sub := range r.members.Subscriptions {
		if a.Seq > sub.Sent && !sub.Replaying {
			sub.Sent = a.Seq
			frame := a.Frame
			if personal {
				frame = a.For(r.hub.Signer(sub.Person.ID))
			}
			sub.Out.Push(frame)
		}
	}
	r.handle.applied.Store(a.Seq)
}

// renamed renames a member in everything in memory and, when the member is in
// the room, announces that to the room.
func (r *Room) renamed(m Renamed) {
	if !r.loaded {
		r.renames = append(r.renames, m)
		for i := range r.joining {
			if r.joining[i].Member == m.Member {
				r.joining[i].Name = m.After
			}
		}
		return
	}
	r.late.Note(m.Member, m.Before, m.After, r.node.Now())
	r.recent.Rename(m.Member, m.Before, m.After)
	r.replay.Rename(m.Member, m.Before, m.After)
	r.typing.Rename(m.Member, m.After)
	if m.Erased || r.rereading { // what is being read may hold the old name
		r.readAgain()
	}
	if r.members.Rename(m.Member, m.After) {
		r.toAll(wire.Encode(wire.RoomUsernameChanged{
			RoomID: r.handle.ID, UserID: m.Member, OldUsername: m.Before, NewUsername: m.After, SiteSeq: m.SiteSeq,
		}), "")
	}
}

// toAll pushes a frame to every socket in the room on this node except those of
// the member but.
func (r *Room) toAll(f wire.Frame, but string) {
	for _, sub := range r.members.Subscriptions {
		if sub.Person.ID != but {
			sub.Out.Push(f)
		}
	}
}

// tick sends what is due and sets the timer for what is due next.
func (r *Room) tick() {
	if !r.loaded {
		return
	}
	r.handle.online.Store(int64(r.members.Count()))
	now := r.node.Now()
	r.sendNotices(now)
	r.sendTyping(now)
	at := earliest(r.members.Next(), r.notices.Next(), r.nextTyping())
	if at.Equal(r.timerAt) {
		return
	}
	r.stopTimer()
	r.timerGeneration++
	r.timerAt = at
	r.stopTimer = func() {}
	if !at.IsZero() {
		generation := r.timerGeneration
		r.stopTimer = r.node.After(max(at.Sub(now), 0), func() { runtime.Tell(r.handle.Ref, timer{generation}) })
	}
}

// earliest returns the first of the moments that are not zero; zero when all
// are.
func earliest(moments ...time.Time) time.Time {
	var first time.Time
	for _, at := range moments {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}
