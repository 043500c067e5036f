// The scribes: they write what members do into the log. A scribe gathers what
// arrives while its last transaction is in flight and, after one that had several,
// a moment longer: so a busy node writes many acts at once and a quiet one writes
// at once. With 2,000 acts a second in 100 rooms that halved the database's CPU.
// Nothing is told to a room before it is committed (WS-33).
package actors

import (
	"context"
	"fmt"
	"hash/fnv"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store"
)

// quota counts what waits to be written for one room.
type quota struct{ appends, bytes atomic.Int64 }

// reserve admits one act of size bytes; false when too much waits already.
func (q *quota) reserve(size int64) bool {
	if q.appends.Add(1) > maxPendingAppends {
		q.appends.Add(-1)
		return false
	}
	if q.bytes.Add(size) > maxPendingBytes {
		q.release(size)
		return false
	}
	return true
}

// release returns what take admitted.
func (q *quota) release(size int64) {
	q.appends.Add(-1)
	q.bytes.Add(-size)
}

// errSendFailed answers an act that could not be recorded in time (P19).
func errSendFailed() *store.Error {
	return store.NewErrorReason(store.Unavailable, string(store.Unavailable), store.SendFailed)
}

// pendingAppend is one act on its way into the log. Once handed over it belongs to the
// scribe.
type pendingAppend struct {
	command    store.Command
	session    *Session
	quota      *quota
	size       int64
	receivedAt time.Time
	answered   bool // its socket has been told that it failed
}

// batch is what one transaction is to record.
type batch struct {
	commands []store.Command
	oldest   time.Time // of the oldest
}

// batchResult is what became of one transaction.
type batchResult struct {
	verdicts []store.Result
	err      error
}

// logWriter writes for the rooms hashed to it. Its gathering goroutine owns every
// deed; a second one only calls the log.
type logWriter struct {
	hub     *Hub
	in      chan *pendingAppend
	batches chan batch
	results chan batchResult
	expired chan struct{} // something may have waited too long
	quit    chan struct{} // finish what is here, then end
	done    chan struct{}

	pending, inFlight []*pendingAppend
	timerSet          bool // a timer for late is set
	waiting           bool // more is gathered before the next transaction begins
}

func newLogWriter(h *Hub) *logWriter {
	s := &logWriter{
		hub: h, in: make(chan *pendingAppend, maxPendingAppends), batches: make(chan batch), results: make(chan batchResult),
		expired: make(chan struct{}, 1), quit: make(chan struct{}), done: make(chan struct{}),
	}
	go s.run()
	go s.commitBatches()
	return s
}

// logWriterOf gives the scribe that writes for a room.
func (h *Hub) logWriterOf(room string) *logWriter {
	sum := fnv.New32a()
	sum.Write([]byte(room))
	return h.logWriters[sum.Sum32()%uint32(len(h.logWriters))]
}

// enqueue hands a deed over; false when the scribe has ended. The gathering
// goroutine never waits for the log, so this never waits for it either.
func (s *logWriter) enqueue(d *pendingAppend) bool {
	select {
	case s.in <- d:
		return true
	case <-s.done:
		return false
	}
}

func (s *logWriter) run() {
	defer close(s.done)
	defer close(s.batches)
	quit := s.quit
	rest := time.NewTimer(0)
	defer rest.Stop()
	for {
		select {
		case d := <-s.in:
			s.pending = append(s.pending, d)
		case res := <-s.results:
			done := s.inFlight
			s.inFlight = nil
			if len(done) >= smallBatch && len(s.pending) < fullBatch && quit != nil {
				s.waiting = true
				rest.Reset(batchDelay)
			}
			s.start()
			s.finish(done, res)
		case <-rest.C:
			s.waiting = false
		case <-s.expired:
			s.timerSet = false
			s.refuseExpired()
		case <-quit:
			quit, s.waiting = nil, false
		}
		s.start()
		s.setTimer()
		if quit == nil && len(s.inFlight) == 0 && len(s.pending) == 0 && len(s.in) == 0 {
			return
		}
	}
}

// start hands the next batch to the writer when it is free.
func (s *logWriter) start() {
	if len(s.inFlight) > 0 || len(s.pending) == 0 || s.waiting && len(s.pending) < fullBatch {
		return
	}
	n := min(len(s.pending), maxBatch)
	s.inFlight = slices.Clone(s.pending[:n])
	s.pending = slices.Delete(s.pending, 0, n)
	acts := make([]store.Command, n)
	for i, d := range s.inFlight {
		acts[i] = d.command
	}
	s.batches <- batch{acts, s.inFlight[0].receivedAt}
}

// setTimer sets the timer that finds what waits too long.
func (s *logWriter) setTimer() {
	if s.timerSet {
		return
	}
	var oldest *pendingAppend
	for _, d := range s.inFlight {
		if !d.answered && (oldest == nil || d.receivedAt.Before(oldest.receivedAt)) {
			oldest = d
		}
	}
	if oldest == nil && len(s.pending) > 0 {
		oldest = s.pending[0]
	}
	if oldest == nil {
		return
	}
	s.timerSet = true
	s.hub.cfg.After(max(oldest.receivedAt.Add(sendPatience).Sub(s.hub.now()), time.Millisecond), func() {
		select {
		case s.expired <- struct{}{}:
		default:
		}
	})
}

// refuseExpired answers what waited longer than sendPatience. What has not gone to
// the log is forgotten; what has may still be stored, and is then announced.
func (s *logWriter) refuseExpired() {
	limit := s.hub.now().Add(-sendPatience)
	for _, d := range s.inFlight {
		if !d.receivedAt.After(limit) {
			s.answer(d, errSendFailed())
		}
	}
	s.pending = slices.DeleteFunc(s.pending, func(d *pendingAppend) bool {
		if d.receivedAt.After(limit) {
			return false
		}
		s.answer(d, errSendFailed())
		s.hub.judged(d.command.Kind, store.Unavailable)
		d.quota.release(d.size)
		return true
	})
}

// answer tells the socket of a deed, once, that it failed.
func (s *logWriter) answer(d *pendingAppend, err error) {
	if !d.answered {
		d.answered = true
		d.session.out.Push(errorFrame(err, d.command.Draft.ClientMsgID))
	}
}

// refuse answers a deed the log turned down. A session or standing that ended
// is looked at again at once, whether or not the site log has told of it.
func (s *logWriter) refuse(d *pendingAppend, err error) {
	s.answer(d, err)
	switch store.CodeOf(err) {
	case store.Forbidden, store.Unauthorized:
		runtime.Tell(d.session.ref, sessionRecheck{})
	case store.Internal:
		s.hub.cfg.Logger.Error("act failed", "kind", d.command.Kind, "room", d.command.Room, "error", err)
	}
}

// finish announces what was stored and answers the rest.
func (s *logWriter) finish(deeds []*pendingAppend, res batchResult) {
	if res.err == nil && len(res.verdicts) != len(deeds) {
		res.err = fmt.Errorf("log gave %d verdicts for %d acts", len(res.verdicts), len(deeds))
	}
	if res.err != nil {
		s.hub.cfg.Logger.Warn("log did not record", "acts", len(deeds), "error", res.err)
	} else {
		s.hub.passed(Committed, deeds[0].receivedAt)
	}
	at := s.hub.now()
	stored := map[string][]store.Event{}
	for i, d := range deeds {
		d.quota.release(d.size)
		if res.err != nil {
			s.hub.judged(d.command.Kind, store.Unavailable)
			s.answer(d, errSendFailed())
			continue
		}
		v := res.verdicts[i]
		s.hub.judged(d.command.Kind, store.CodeOf(v.Err))
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
		told := roomlog.Announce(events)
		if handle := s.hub.live(room); handle != nil && s.hub.pollIsCurrent() {
			runtime.Tell(handle.ref, roomStored{told, at})
		} else if handle != nil {
			s.hub.poller.trigger()
		}
		if bus := s.hub.cfg.Bus; bus != nil {
			bus.Publish(room, events)
		}
	}
}

// commitBatches calls the log, one transaction after the other.
func (s *logWriter) commitBatches() {
	for b := range s.batches {
		m := s.hub.cfg.Meter
		if m == nil {
			s.results <- s.commit(b.commands)
			continue
		}
		began := s.hub.now()
		res := s.commit(b.commands)
		m.Recorded(len(b.commands), began.Sub(b.oldest), s.hub.now().Sub(began), res.err)
		s.results <- res
	}
}

func (s *logWriter) commit(acts []store.Command) (res batchResult) {
	defer func() {
		if r := recover(); r != nil {
			s.hub.cfg.Logger.Error("append panicked", "panic", r, "stack", string(debug.Stack()))
			res = batchResult{err: errSendFailed()}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), appendTime)
	defer cancel()
	verdicts, err := s.hub.cfg.Log.Append(ctx, acts)
	return batchResult{verdicts, err}
}
