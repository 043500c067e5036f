// The results of one transaction, and the commands that could not be tried
// because somebody else holds their rows locked.

package actors

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store"
)

// blocked reports whether command i was not tried because somebody else holds a
// row that it needs.
func (r batchResult) blocked(i int) bool {
	return r.err == nil && i < len(r.results) && store.IsBusy(r.results[i].Err)
}

// gather takes a new command. When its session has a blocked command it waits
// behind that one, so that a member's commands are stored in the order of
// sending.
func (s *logWriter) gather(d *pendingAppend) {
	if s.waitsBehind(d) {
		s.blocked = append(s.blocked, d)
	} else {
		s.pending = append(s.pending, d)
	}
}

func (s *logWriter) waitsBehind(d *pendingAppend) bool {
	return slices.ContainsFunc(s.blocked, func(b *pendingAppend) bool { return b.session == d.session })
}

// keepBlocked keeps the blocked commands of a transaction for the next try, and
// the pending commands of the same sessions behind them. refuseExpired answers
// those that wait longer than sendPatience.
func (s *logWriter) keepBlocked(done []*pendingAppend, res batchResult) {
	limit := s.hub.node.Now().Add(-sendPatience)
	for i, d := range done {
		if !res.blocked(i) {
			continue
		}
		if d.answered || !d.receivedAt.After(limit) {
			s.drop(d)
			continue
		}
		s.blocked = append(s.blocked, d)
	}
	s.pending = slices.DeleteFunc(s.pending, func(d *pendingAppend) bool {
		if !s.waitsBehind(d) {
			return false
		}
		s.blocked = append(s.blocked, d)
		return true
	})
}

// answer sends the socket of a command the error, at most once.
func (s *logWriter) answer(d *pendingAppend, err error) {
	if !d.answered {
		d.answered = true
		d.session.out.Push(errorFrame(err, d.command.Draft.ClientMsgID))
	}
}

// refuse answers a command that the log refused. When the session or the
// member's status is the reason, the session is rechecked at once, even before
// the site log reports it.
func (s *logWriter) refuse(d *pendingAppend, err error) {
	s.answer(d, err)
	switch store.CodeOf(err) {
	case store.Forbidden, store.Unauthorized:
		runtime.Tell(d.session.ref, sessionRecheck{})
	case store.Internal:
		s.hub.node.Logger.Error("the log refused a command with an internal error: please report it", "kind", d.command.Kind, "room", d.command.Room, "error", err)
	}
}

// finish announces the events that were stored and answers the other commands.
func (s *logWriter) finish(appends []*pendingAppend, res batchResult) {
	if res.err == nil && len(res.results) != len(appends) {
		res.err = fmt.Errorf("log gave %d results for %d commands", len(res.results), len(appends))
	}
	if res.err != nil {
		s.hub.node.Logger.Warn("commands were not stored, their senders are told: is the database up, full or frozen?", "commands", len(appends), "error", res.err)
	} else {
		s.hub.node.Passed(runtime.Committed, appends[0].receivedAt)
	}
	at := s.hub.node.Now()
	stored := map[string][]store.Event{}
	for i, d := range appends {
		if res.blocked(i) {
			continue // it is tried again
		}
		d.quota.release(d.size)
		if res.err != nil {
			s.hub.node.Judged(d.command.Kind, store.Unavailable)
			s.answer(d, errSendFailed())
			continue
		}
		v := res.results[i]
		s.hub.node.Judged(d.command.Kind, store.CodeOf(v.Err))
		switch {
		case v.Err != nil:
			s.refuse(d, v.Err)
		case v.Event == nil:
		case v.Stored:
			stored[v.Event.Room] = append(stored[v.Event.Room], *v.Event)
		case !d.answered:
			again := roomDuplicate{d.session, *v.Event}
			if handle := s.hub.live(v.Event.Room); handle != nil && s.hub.pollIsCurrent() && v.Event.Seq > handle.applied.Load() {
				runtime.Tell(handle.ref, again)
			} else {
				again.reply()
			}
		}
	}
	for room, events := range stored {
		slices.SortFunc(events, func(a, b store.Event) int { return int(a.Seq - b.Seq) })
		s.hub.announce(room, events, at)
	}
}

// Announce sends to the members of a room, on all nodes, an event that this node has
// just committed without a log writer. It does not wait.
func (h *Hub) Announce(e store.Event) { h.announce(e.Room, []store.Event{e}, h.node.Now()) }

// announce sends events of one room, in order, that this node committed at a
// moment.
func (h *Hub) announce(room string, events []store.Event, at time.Time) {
	h.eventActivity(room, events)
	if handle := h.live(room); handle != nil && h.pollIsCurrent() {
		runtime.Tell(handle.ref, roomStored{roomlog.Announce(events), at})
	} else if handle != nil {
		h.poller.trigger()
	}
	if bus := h.cfg.Bus; bus != nil {
		bus.Publish(room, events)
	}
}

// commitBatches appends the batches to the log, one transaction after the
// other.
func (s *logWriter) commitBatches() {
	for b := range s.batches {
		began := s.hub.node.Now()
		res := s.commit(b.commands)
		s.hub.node.Recorded(len(b.commands), began.Sub(b.oldest), s.hub.node.Now().Sub(began), res.err)
		s.results <- res
	}
}

func (s *logWriter) commit(commands []store.Command) (res batchResult) {
	defer func() {
		if r := recover(); r != nil {
			s.hub.node.Logger.Error("append panicked", "panic", r, "stack", string(debug.Stack()))
			res = batchResult{err: errSendFailed()}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), appendTime)
	defer cancel()
	results, err := s.hub.cfg.Log.Append(ctx, commands)
	return batchResult{results, err}
}
