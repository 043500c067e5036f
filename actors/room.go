// The room: one actor for each live room. It never waits: what it must read is
// read by a goroutine that sends it the result. Every event passes apply once,
// in order, and is pushed straight into the outbox of each member.
package actors

import (
	"context"
	"sync/atomic"
	"time"

	"muster/actors/presence"
	"muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// roomHandle is one instance of a live room as other actors and goroutines
// refer to it.
type roomHandle struct {
	id      string
	ref     runtime.Ref
	quota   *quota
	gone    chan struct{} // closed once the room's actor has stopped
	applied atomic.Int64  // number of the last event applied; for the poller
	online  atomic.Int64  // people in the room on all nodes
	open    atomic.Bool   // open to every member when it was read
	changed atomic.Bool   // its settings may have changed since it was read
	ready   atomic.Bool   // it has been read from the log
}

// Messages to a room.
type (
	// roomOpened is the answer to reading the room from the log.
	roomOpened struct {
		state  store.RoomState
		events []roomlog.Announcement
		err    error
	}
	// roomAnnounced are committed events, in order.
	roomAnnounced struct{ events []roomlog.Announcement }
	// roomStored are events that this node committed at a moment.
	roomStored struct {
		events []roomlog.Announcement
		at     time.Time
	}
	// roomBehind says which number the log has reached.
	roomBehind struct{ head int64 }
	// roomCaughtUp is the answer to reading what was missed.
	roomCaughtUp struct {
		events []roomlog.Announcement
		err    error
	}
	// roomTyping: the member of a socket types or stopped.
	roomTyping struct {
		session *Session
		on      bool
	}
	// roomRenamed renames a member.
	roomRenamed struct {
		member, before, after string
		siteSeq               int64
	}
	// roomRemoteChanged: people came or left on other nodes.
	roomRemoteChanged struct{ changes []store.PresenceChange }
	// roomRemoteTyping: somebody types on another node, or stopped.
	roomRemoteTyping struct{ typing store.Typing }
	// roomTimer is the room's own timer.
	roomTimer struct{ generation int }
)

type room struct {
	hub             *Hub
	handle          *roomHandle
	loaded          bool
	joining         []roomEnter
	renames         []roomRenamed // that arrived while the room was read
	applied         int64
	wanted          int64 // the log has reached at least this number
	reading         bool
	outOfOrder      map[int64]roomlog.Announcement // events that arrived before their turn
	pendingReplies  []roomDuplicate                // resends answered when the room has reached their events
	members         *presence.Members
	typing          *presence.Typing
	recent          *roomlog.Recent
	replay          *roomlog.Replay
	late            roomlog.Renames // for events that were committed before a rename and arrive after it
	notices         presence.Coalescer
	typingAt        time.Time // when the next typing update may be sent
	timerAt         time.Time
	timerGeneration int
	stopTimer       func()
}

func newRoom(h *Hub, handle *roomHandle) *room {
	return &room{
		hub: h, handle: handle, outOfOrder: map[int64]roomlog.Announcement{},
		members: presence.NewMembers(), typing: presence.NewTyping(), stopTimer: func() {},
	}
}

// maxOutOfOrder bounds how many events may wait for an earlier one.
const maxOutOfOrder = 256

func (r *room) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case roomOpened:
		r.opened(self, m)
	case roomEnter:
		r.enter(m)
	case roomLeave:
		r.leave(m)
	case roomAnnounced:
		r.announced(m.events)
	case roomStored:
		r.announced(m.events)
		r.hub.node.Passed(runtime.Announced, m.at)
	case roomBehind:
		r.wanted = max(r.wanted, m.head)
		r.catchUp()
	case roomCaughtUp:
		r.caughtUp(m)
	case roomDuplicate:
		r.duplicate(m)
	case roomTyping:
		r.typed(m)
	case roomRenamed:
		r.renamed(m)
	case roomRemoteChanged:
		r.remoteChanged(m.changes)
	case roomRemoteTyping:
		r.remoteTyping(m.typing)
	case roomPeople:
		m.reply <- r.members.Names()
	case roomTimer:
		if m.generation == r.timerGeneration {
			r.timerAt = time.Time{}
		}
	}
	r.tick()
}

func (r *room) Stopping() { r.stopTimer() }
func (r *room) Stopped()  {}

// load reads the room from the log; sessions that enter meanwhile wait. The hub
// calls it once handle.ref is set.
func (r *room) load() {
	r.hub.node.Job(r.hub.node.Base, r.handle.ref, func(ctx context.Context) any {
		state, err := runtime.Query(ctx, r.hub.node, openTime, func(ctx context.Context) (store.RoomState, error) {
			return r.hub.cfg.Log.OpenRoom(ctx, r.handle.id)
		})
		return roomOpened{state, roomlog.Announce(state.Events), err}
	})
}

func (r *room) opened(self runtime.Self, m roomOpened) {
	if m.err != nil {
		for _, w := range r.joining {
			runtime.Tell(w.session.ref, roomRefused{w.ticket, m.err})
		}
		r.joining = nil
		runtime.Halt(self.Ref)
		return
	}
	r.loaded = true
	r.applied = m.state.Head
	r.wanted = max(r.wanted, r.applied)
	r.replay = roomlog.NewReplay(r.applied, m.events)
	r.recent = roomlog.NewRecent(r.handle.id, m.state.Tail)
	r.handle.applied.Store(r.applied)
	r.handle.open.Store(m.state.Room.AccessLevel == store.OpenAccess)
	r.handle.ready.Store(true)
	for _, m := range r.renames {
		r.renamed(m)
	}
	waiters := r.joining
	r.joining, r.renames = nil, nil
	for _, w := range waiters {
		r.enter(w)
	}
	r.applyOutOfOrder()
	r.catchUp()
}

// announced takes events as they arrive. It applies the next one, drops known
// ones, and keeps later ones while the log is read.
func (r *room) announced(events []roomlog.Announcement) {
	for _, a := range events {
		switch {
		case r.loaded && a.Seq == r.applied+1:
			r.apply(a)
		case r.loaded && a.Seq <= r.applied:
		default:
			r.wanted = max(r.wanted, a.Seq)
			if len(r.outOfOrder) < maxOutOfOrder {
				r.outOfOrder[a.Seq] = a
			}
		}
	}
	r.applyOutOfOrder()
	r.catchUp()
}

// applyOutOfOrder applies the kept events whose turn has come.
func (r *room) applyOutOfOrder() {
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

// catchUp reads what is missing, one page at a time.
func (r *room) catchUp() {
	if !r.loaded || r.reading || r.wanted <= r.applied {
		return
	}
	r.reading = true
	after := r.applied
	r.hub.node.Job(r.hub.node.Base, r.handle.ref, func(ctx context.Context) any {
		events, err := r.hub.events(ctx, r.handle.id, after)
		return roomCaughtUp{roomlog.Announce(events), err}
	})
}

// caughtUp applies a page that was read. After a failure, or a page with
// nothing new, it does not read again: the next poll starts that.
func (r *room) caughtUp(m roomCaughtUp) {
	r.reading = false
	if m.err != nil {
		r.hub.node.Logger.Warn("a room cannot read its log, trying again at the next poll: is the database slow?", "room", r.handle.id, "error", m.err)
		r.flushReplies(nil)
		return
	}
	before := r.applied
	for _, a := range m.events {
		if a.Seq == r.applied+1 {
			r.apply(a)
		}
	}
	r.applyOutOfOrder()
	if r.applied > before {
		r.hub.node.CaughtUp(int(r.applied - before))
		r.catchUp()
	} else {
		r.wanted = r.applied
	}
	if !r.reading {
		r.flushReplies(nil)
	}
}

// apply makes an event visible on this node. No other function does.
func (r *room) apply(a roomlog.Announcement) {
	r.applied = a.Seq
	a = r.late.Relabel(a)
	r.wanted = max(r.wanted, a.Seq)
	e := a.Event
	if !e.Kind.Known() {
		r.hub.noteNewerBuild(string(e.Kind))
	}
	r.replay.Change(e)
	if e.Kind == store.MessageSent {
		r.typing.Stop(e.Message.SenderID)
	}
	r.recent.Apply(e)
	r.replay.Append(a)
	personal := a.Personal()
	for _, st := range r.members.Subscriptions {
		if a.Seq > st.Sent && !st.Replaying {
			st.Sent = a.Seq
			frame := a.Frame
			if personal {
				frame = a.For(r.hub.signer(st.Person.ID))
			}
			st.Out.Push(frame)
		}
	}
	r.handle.applied.Store(a.Seq)
}

// renamed renames a member in everything in memory and, when the member is in
// the room, announces that to the room.
func (r *room) renamed(m roomRenamed) {
	if !r.loaded {
		r.renames = append(r.renames, m)
		for i := range r.joining {
			if r.joining[i].member == m.member {
				r.joining[i].name = m.after
			}
		}
		return
	}
	r.late.Note(m.member, m.before, m.after, r.hub.node.Now())
	r.recent.Rename(m.member, m.before, m.after)
	r.replay.Rename(m.member, m.before, m.after)
	r.typing.Rename(m.member, m.after)
	if r.members.Rename(m.member, m.after) {
		r.toAll(wire.Encode(wire.RoomUsernameChanged{
			RoomID: r.handle.id, UserID: m.member, OldUsername: m.before, NewUsername: m.after, SiteSeq: m.siteSeq,
		}), "")
	}
}

// toAll pushes a frame to every socket in the room on this node except those of
// the member but.
func (r *room) toAll(f wire.Frame, but string) {
	for _, st := range r.members.Subscriptions {
		if st.Person.ID != but {
			st.Out.Push(f)
		}
	}
}

// tick sends what is due and sets the timer for what is due next.
func (r *room) tick() {
	if !r.loaded {
		return
	}
	r.handle.online.Store(int64(r.members.Count()))
	now := r.hub.node.Now()
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
		r.stopTimer = r.hub.node.After(max(at.Sub(now), 0), func() { runtime.Tell(r.handle.ref, roomTimer{generation}) })
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
