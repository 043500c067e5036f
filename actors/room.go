// The room: one actor a live room. It never waits: what it must read is read
// by a goroutine that tells it the result. Every event passes apply, in order,
// once, and goes straight into each member's outbox.
package actors

import (
	"context"
	"sync/atomic"
	"time"

	"muster/actors/wire"
	"muster/store"
)

// roomHandle is one incarnation of a live room as the others hold it.
type roomHandle struct {
	id      string
	ref     ref
	quota   *quota
	applied atomic.Int64 // number of the last event applied; for the poller
	open    atomic.Bool  // to every member, when it was read
	changed atomic.Bool  // its settings may have been changed since
	ready   atomic.Bool  // read from the log
}

// Messages to a room.
type (
	// roomRead is the answer to reading the room from the log.
	roomRead struct {
		state store.RoomState
		err   error
	}
	// roomAnnounced are committed events, in order.
	roomAnnounced struct{ events []Announcement }
	// roomStored are events this node committed at a moment.
	roomStored struct {
		events []Announcement
		at     time.Time
	}
	// roomBehind tells what number the log has reached.
	roomBehind struct{ head int64 }
	// roomCaught is the answer to reading what was missed.
	roomCaught struct {
		events []Announcement
		err    error
	}
	// roomTyping: a socket's member types or stopped.
	roomTyping struct {
		session *Session
		on      bool
	}
	// roomRenamed relabels a member.
	roomRenamed struct{ member, before, after string }
	// roomElsewhere: people came or left on other nodes.
	roomElsewhere struct{ changes []store.PresenceChange }
	// roomHint: somebody types on another node, or stopped.
	roomHint struct{ typing store.Typing }
	// roomWake is the room's own timer.
	roomWake struct{ generation int }
)

type room struct {
	hub      *Hub
	handle   *roomHandle
	loaded   bool
	waiters  []roomEnter
	renames  []roomRenamed // that came while the room was read
	applied  int64
	wanted   int64 // the log has reached at least this number
	reading  bool
	early    map[int64]Announcement // came before their turn
	owed     []roomResent           // answered when the room has come so far
	roster   *roster
	typing   *typing
	tail     *tail
	ring     *ring
	crowd    crowdState
	typingAt time.Time // when typing may be told again
	wakeAt   time.Time
	wakeGen  int
	stopWake func()
}

func newRoom(h *Hub, handle *roomHandle) *room {
	return &room{
		hub: h, handle: handle, early: map[int64]Announcement{},
		roster: newRoster(), typing: newTyping(), stopWake: func() {},
	}
}

// maxEarly bounds how many events may wait for one before them.
const maxEarly = 256

func (r *room) receive(self self, msg any) {
	switch m := msg.(type) {
	case roomRead:
		r.read(self, m)
	case roomEnter:
		r.enter(m)
	case roomLeave:
		r.leave(m)
	case roomAnnounced:
		r.announced(m.events)
	case roomStored:
		r.announced(m.events)
		r.hub.passed(Announced, m.at)
	case roomBehind:
		r.wanted = max(r.wanted, m.head)
		r.catchUp()
	case roomCaught:
		r.caught(m)
	case roomResent:
		r.resent(m)
	case roomTyping:
		r.typed(m)
	case roomRenamed:
		r.renamed(m)
	case roomElsewhere:
		r.elsewhere(m.changes)
	case roomHint:
		r.hinted(m.typing)
	case roomWake:
		if m.generation == r.wakeGen {
			r.wakeAt = time.Time{}
		}
	}
	r.tick()
}

func (r *room) stopping() { r.stopWake() }
func (r *room) stopped()  {}

// load reads the room from the log; whoever enters meanwhile waits. The hub
// calls it once the room has its address.
func (r *room) load() {
	r.hub.job(r.hub.base, r.handle.ref, func(ctx context.Context) any {
		state, err := ask(ctx, r.hub, openTime, func(ctx context.Context) (store.RoomState, error) {
			return r.hub.cfg.Log.OpenRoom(ctx, r.handle.id)
		})
		return roomRead{state, err}
	})
}

func (r *room) read(self self, m roomRead) {
	if m.err != nil {
		for _, w := range r.waiters {
			tell(w.session.ref, roomRefused{w.ticket, m.err})
		}
		r.waiters = nil
		halt(self.ref)
		return
	}
	r.loaded = true
	r.applied = m.state.Head
	r.wanted = max(r.wanted, r.applied)
	r.ring = newRing(r.applied)
	r.tail = newTail(r.handle.id, m.state.Tail)
	r.handle.applied.Store(r.applied)
	r.handle.open.Store(m.state.Room.AccessLevel == store.OpenAccess)
	r.handle.ready.Store(true)
	for _, m := range r.renames {
		r.renamed(m)
	}
	waiters := r.waiters
	r.waiters, r.renames = nil, nil
	for _, w := range waiters {
		r.enter(w)
	}
	r.drainEarly()
	r.catchUp()
}

// announced brings in events as they come: the next one is applied, a known
// one dropped, a later one kept while the log is read.
func (r *room) announced(events []Announcement) {
	for _, a := range events {
		switch {
		case r.loaded && a.Seq == r.applied+1:
			r.apply(a)
		case r.loaded && a.Seq <= r.applied:
		default:
			r.wanted = max(r.wanted, a.Seq)
			if len(r.early) < maxEarly {
				r.early[a.Seq] = a
			}
		}
	}
	r.drainEarly()
	r.catchUp()
}

// drainEarly applies what waited for its turn.
func (r *room) drainEarly() {
	if !r.loaded || len(r.early) == 0 {
		return
	}
	for {
		a, ok := r.early[r.applied+1]
		if !ok {
			break
		}
		r.apply(a)
	}
	for seq := range r.early {
		if seq <= r.applied {
			delete(r.early, seq)
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
	r.hub.job(r.hub.base, r.handle.ref, func(ctx context.Context) any {
		events, err := r.hub.events(ctx, r.handle.id, after)
		return roomCaught{announce(events), err}
	})
}

// caught applies a page that was read. After a failure, or a page with nothing
// new, the poller asks again: there is no loop here.
func (r *room) caught(m roomCaught) {
	r.reading = false
	if m.err != nil {
		r.hub.cfg.Logger.Warn("room could not read its log", "room", r.handle.id, "error", m.err)
		r.pay(nil)
		return
	}
	before := r.applied
	for _, a := range m.events {
		if a.Seq == r.applied+1 {
			r.apply(a)
		}
	}
	r.drainEarly()
	if m := r.hub.cfg.Meter; m != nil && r.applied > before {
		m.CaughtUp(int(r.applied - before))
	}
	if r.applied > before {
		r.catchUp()
	} else {
		r.wanted = r.applied
	}
	if !r.reading {
		r.pay(nil)
	}
}

// apply is the one way an event becomes visible on this node.
func (r *room) apply(a Announcement) {
	r.applied = a.Seq
	r.wanted = max(r.wanted, a.Seq)
	e := a.Event
	if e.Kind == store.MessageDeleted {
		r.ring.purge(e.MessageID, e.At)
	}
	if e.Kind == store.MessageSent {
		r.typing.stop(e.Message.SenderID)
	}
	r.tail.apply(e)
	r.ring.add(a)
	for _, st := range r.roster.seats {
		if a.Seq > st.sent && !st.reads {
			st.sent = a.Seq
			st.out.Push(a.Frame)
		}
	}
	r.handle.applied.Store(a.Seq)
}

// renamed relabels everything in memory and tells the room of its own member.
func (r *room) renamed(m roomRenamed) {
	if !r.loaded {
		r.renames = append(r.renames, m)
		return
	}
	r.tail.rename(m.member, m.before, m.after)
	r.ring.rename(m.member, m.before, m.after)
	r.typing.rename(m.member, m.after)
	if r.roster.rename(m.member, m.after) {
		r.toAll(wire.Encode(wire.RoomUsernameChanged{
			RoomID: r.handle.id, UserID: m.member, OldUsername: m.before, NewUsername: m.after,
		}), "")
	}
}

// toAll pushes a frame to every socket here but those of one member.
func (r *room) toAll(f wire.Frame, but string) {
	for _, st := range r.roster.seats {
		if st.person.id != but {
			st.out.Push(f)
		}
	}
}

// tick tells what is due and sets the timer for what comes next.
func (r *room) tick() {
	if !r.loaded {
		return
	}
	now := r.hub.now()
	r.tellArrivals(now)
	r.tellTyping(now)
	at := earliest(r.roster.next(), r.crowd.next(), r.nextTyping())
	if at.Equal(r.wakeAt) {
		return
	}
	r.stopWake()
	r.wakeGen++
	r.wakeAt = at
	r.stopWake = func() {}
	if !at.IsZero() {
		generation := r.wakeGen
		r.stopWake = r.hub.cfg.After(max(at.Sub(now), 0), func() { tell(r.handle.ref, roomWake{generation}) })
	}
}

// earliest is the first of the moments that are set; zero when none is.
func earliest(moments ...time.Time) time.Time {
	var first time.Time
	for _, at := range moments {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}
