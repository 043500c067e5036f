// What a room reads from the log: itself when it begins, and later what it missed.
package room

import (
	"context"

	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store/roomlog"
)

// Load reads the room from the log; sessions that enter meanwhile wait. The hub
// calls it once the handle has its Ref.
func (r *Room) Load() {
	r.node.Job(r.node.Base, r.handle.Ref, func(ctx context.Context) any {
		state, err := runtime.Query(ctx, r.node, openTime, func(ctx context.Context) (roomlog.RoomState, error) {
			return r.log.OpenRoom(ctx, r.handle.ID)
		})
		return opened{state, livelog.Announce(state.Events), err}
	})
}

func (r *Room) opened(self runtime.Self, m opened) {
	if m.err != nil {
		for _, w := range r.joining {
			runtime.Tell(w.Session.Ref(), Refused{w.Ticket, m.err})
		}
		r.joining = nil
		runtime.Halt(self.Ref)
		return
	}
	r.loaded = true
	r.applied = m.state.Head
	r.knownHead = max(r.knownHead, r.applied)
	r.replay = livelog.NewReplay(r.applied, m.events)
	r.recent = livelog.NewRecent(r.handle.ID, m.state.Tail)
	r.handle.applied.Store(r.applied)
	r.handle.open.Store(m.state.Room.AccessLevel == roomlog.OpenAccess)
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

// catchUp reads what is missing, one page at a time.
func (r *Room) catchUp() {
	if !r.loaded || r.reading || r.knownHead <= r.applied {
		return
	}
	r.reading = true
	after := r.applied
	r.node.Job(r.node.Base, r.handle.Ref, func(ctx context.Context) any {
		events, err := ReadEvents(ctx, r.node, r.log, r.handle.ID, after)
		return caughtUp{livelog.Announce(events), err}
	})
}

// caughtUp applies a page that was read. After a failure, or a page with
// nothing new, it does not read again: the next poll starts that.
func (r *Room) caughtUp(m caughtUp) {
	r.reading = false
	if m.err != nil {
		r.node.Logger.Warn("a room cannot read its log, trying again at the next poll: is the database slow?", "room", r.handle.ID, "error", m.err)
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
		r.node.CaughtUp(int(r.applied - before))
		r.catchUp()
	} else {
		r.knownHead = r.applied
	}
	if !r.reading {
		r.flushReplies(nil)
	}
}
