// Reading a live room again: when a member is erased, messages change beside the room's
// log, and what the room keeps in memory would go on showing what is gone.
package room

import (
	"context"
	"time"

	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store/roomlog"
)

// RereadRetry is the time until a read that was of no use is repeated.
const RereadRetry = time.Second

// readAgain reads the room from the log. A read that is under way may have begun too
// early, so another follows it.
func (r *Room) readAgain() {
	if r.rereading {
		r.rereadAgain = true
		return
	}
	r.rereading, r.rereadAgain = true, false
	r.node.Job(r.node.Base, r.handle.Ref, func(ctx context.Context) any {
		state, err := runtime.Query(ctx, r.node, openTime, func(ctx context.Context) (roomlog.RoomState, error) {
			return r.log.OpenRoom(ctx, r.handle.ID)
		})
		return reread{state, livelog.Announce(state.Events), err}
	})
}

// reread takes what was read, or has it read again in a moment. A room that was deleted
// is not found until the hub closes it as idle.
func (r *Room) reread(m reread) {
	r.rereading = false
	if m.err == nil && !r.rereadAgain && r.replaceMemory(m) {
		return
	}
	r.node.After(RereadRetry, func() { runtime.Tell(r.handle.Ref, readAgain{}) })
}

// replaceMemory puts what was read in place of the recent messages and the replay
// buffer, with the events that were applied meanwhile. It is false when the log was
// ahead of the room, or the room so far ahead of what was read that it forgot some.
func (r *Room) replaceMemory(m reread) bool {
	if m.state.Head > r.applied {
		r.knownHead = max(r.knownHead, m.state.Head)
		r.catchUp()
		return false
	}
	later, ok := r.replay.After(m.state.Head)
	if !ok {
		return false
	}
	r.recent = livelog.NewRecent(r.handle.ID, m.state.Tail)
	r.replay = livelog.NewReplay(m.state.Head, m.events)
	for _, a := range later {
		r.replay.Change(a.Event)
		r.recent.Apply(a.Event)
		r.replay.Append(a)
	}
	return true
}
