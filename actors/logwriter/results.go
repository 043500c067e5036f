// The results of one transaction, and the commands that could not be tried
// because somebody else holds their rows locked.

package logwriter

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"muster/actors/room"
	"muster/actors/runtime"
	"muster/store"
	"muster/store/roomlog"
)

// blocked reports whether command i was not tried because somebody else holds a
// row that it needs.
func (r batchResult) blocked(i int) bool {
	return r.err == nil && i < len(r.results) && store.IsBusy(r.results[i].Err)
}

// gather takes a new command. When its session has a blocked command it waits
// behind that one, so that a member's commands are stored in the order of
// sending.
func (s *Writer) gather(d *Append) {
	if s.waitsBehind(d) {
		s.blocked = append(s.blocked, d)
	} else {
		s.pending = append(s.pending, d)
	}
}

func (s *Writer) waitsBehind(d *Append) bool {
	return slices.ContainsFunc(s.blocked, func(b *Append) bool { return b.Session == d.Session })
}

// keepBlocked keeps the blocked commands of a transaction for the next try, and
// the pending commands of the same sessions behind them. refuseExpired answers
// those that wait longer than SendPatience.
func (s *Writer) keepBlocked(done []*Append, res batchResult) {
	limit := s.node.Now().Add(-SendPatience)
	for i, d := range done {
		if !res.blocked(i) {
			continue
		}
		if d.answered || !d.ReceivedAt.After(limit) {
			s.drop(d)
			continue
		}
		s.blocked = append(s.blocked, d)
	}
	s.pending = slices.DeleteFunc(s.pending, func(d *Append) bool {
		if !s.waitsBehind(d) {
			return false
		}
		s.blocked = append(s.blocked, d)
		return true
	})
}

// answer sends the socket of a command the error, at most once.
func (s *Writer) answer(d *Append, err error) {
	if !d.answered {
		d.answered = true
		d.Session.Answer(err, d.ID)
	}
}

// refuse answers a command that the log refused. When the session or the
// member's status is the reason, the session is rechecked at once, even before
// the site log reports it.
func (s *Writer) refuse(d *Append, err error) {
	s.answer(d, err)
	switch store.CodeOf(err) {
	case store.Forbidden, store.Unauthorized:
		d.Session.Recheck()
	case store.Internal:
		s.node.Logger.Error("the log refused a command with an internal error: please report it", "kind", d.Command.Kind, "room", d.Command.Room, "error", err)
	}
}

// finish announces the events that were stored and answers the other commands.
func (s *Writer) finish(appends []*Append, res batchResult) {
	if res.err == nil && len(res.results) != len(appends) {
		res.err = fmt.Errorf("log gave %d results for %d commands", len(res.results), len(appends))
	}
	if res.err != nil {
		s.node.Logger.Warn("commands were not stored, their senders get an error: is the database up, full or frozen?", "commands", len(appends), "error", res.err)
	} else {
		s.node.Passed(runtime.Committed, appends[0].ReceivedAt)
	}
	at := s.node.Now()
	stored := map[string][]roomlog.Event{}
	for i, d := range appends {
		if res.blocked(i) {
			continue // it is tried again
		}
		d.Quota.Release(d.Size)
		if res.err != nil {
			s.node.Judged(d.Command.Kind, store.Unavailable)
			s.answer(d, ErrSendFailed())
			continue
		}
		v := res.results[i]
		s.node.Judged(d.Command.Kind, store.CodeOf(v.Err))
		switch {
		case v.Err != nil:
			s.refuse(d, v.Err)
		case v.Event == nil:
		case v.Stored:
			stored[v.Event.Room] = append(stored[v.Event.Room], *v.Event)
		case !d.answered:
			s.rooms.StoredBefore(room.Duplicate{Session: d.Session, Event: *v.Event})
		}
	}
	for id, events := range stored {
		slices.SortFunc(events, func(a, b roomlog.Event) int { return int(a.Seq - b.Seq) })
		s.rooms.Stored(id, events, at)
	}
}

// commitBatches appends the batches to the log, one transaction after the
// other.
func (s *Writer) commitBatches() {
	for b := range s.batches {
		began := s.node.Now()
		res := s.commit(b.commands)
		s.node.Recorded(len(b.commands), began.Sub(b.oldest), s.node.Now().Sub(began), res.err)
		s.results <- res
	}
}

func (s *Writer) commit(commands []roomlog.Command) (res batchResult) {
	defer func() {
		if r := recover(); r != nil {
			s.node.Logger.Error("append panicked", "panic", r, "stack", string(debug.Stack()))
			res = batchResult{err: ErrSendFailed()}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), appendTime)
	defer cancel()
	results, err := s.log.Append(ctx, commands)
	return batchResult{results, err}
}
