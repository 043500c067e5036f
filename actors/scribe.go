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

	"muster/store"
)

// quota counts what waits to be written for one room.
type quota struct{ acts, bytes atomic.Int64 }

// take admits one act of size bytes; false when too much waits already.
func (q *quota) take(size int64) bool {
	if q.acts.Add(1) > waitingActs {
		q.acts.Add(-1)
		return false
	}
	if q.bytes.Add(size) > waitingBytes {
		q.give(size)
		return false
	}
	return true
}

// give returns what take admitted.
func (q *quota) give(size int64) {
	q.acts.Add(-1)
	q.bytes.Add(-size)
}

// errSendFailed answers an act that could not be recorded in time (P19).
func errSendFailed() *store.Error {
	return store.NewErrorReason(store.Unavailable, string(store.Unavailable), store.SendFailed)
}

// deed is one act on its way into the log. Once handed over it belongs to the
// scribe.
type deed struct {
	act      store.Command
	session  *Session
	quota    *quota
	size     int64
	born     time.Time
	answered bool // its socket has been told that it failed
}

// batch is what one transaction is to record.
type batch struct {
	acts []store.Command
	born time.Time // of the oldest
}

// result is what became of one transaction.
type result struct {
	verdicts []store.Result
	err      error
}

// scribe writes for the rooms hashed to it. Its gathering goroutine owns every
// deed; a second one only calls the log.
type scribe struct {
	hub     *Hub
	in      chan *deed
	work    chan batch
	results chan result
	late    chan struct{} // something may have waited too long
	quit    chan struct{} // finish what is here, then end
	done    chan struct{}

	pending, flying []*deed
	watching        bool // a timer for late is set
	resting         bool // more is gathered before the next transaction begins
}

func newScribe(h *Hub) *scribe {
	s := &scribe{
		hub: h, in: make(chan *deed, waitingActs), work: make(chan batch), results: make(chan result),
		late: make(chan struct{}, 1), quit: make(chan struct{}), done: make(chan struct{}),
	}
	go s.gather()
	go s.write()
	return s
}

// scribeOf gives the scribe that writes for a room.
func (h *Hub) scribeOf(room string) *scribe {
	sum := fnv.New32a()
	sum.Write([]byte(room))
	return h.scribes[sum.Sum32()%uint32(len(h.scribes))]
}

// take hands a deed over; false when the scribe has ended. The gathering
// goroutine never waits for the log, so this never waits for it either.
func (s *scribe) take(d *deed) bool {
	select {
	case s.in <- d:
		return true
	case <-s.done:
		return false
	}
}

func (s *scribe) gather() {
	defer close(s.done)
	defer close(s.work)
	quit := s.quit
	rest := time.NewTimer(0)
	defer rest.Stop()
	for {
		select {
		case d := <-s.in:
			s.pending = append(s.pending, d)
		case res := <-s.results:
			done := s.flying
			s.flying = nil
			if len(done) >= manyActs && len(s.pending) < enoughActs && quit != nil {
				s.resting = true
				rest.Reset(actsGap)
			}
			s.start()
			s.settle(done, res)
		case <-rest.C:
			s.resting = false
		case <-s.late:
			s.watching = false
			s.refuseLate()
		case <-quit:
			quit, s.resting = nil, false
		}
		s.start()
		s.watch()
		if quit == nil && len(s.flying) == 0 && len(s.pending) == 0 && len(s.in) == 0 {
			return
		}
	}
}

// start hands the next batch to the writer when it is free.
func (s *scribe) start() {
	if len(s.flying) > 0 || len(s.pending) == 0 || s.resting && len(s.pending) < enoughActs {
		return
	}
	n := min(len(s.pending), batchActs)
	s.flying = slices.Clone(s.pending[:n])
	s.pending = slices.Delete(s.pending, 0, n)
	acts := make([]store.Command, n)
	for i, d := range s.flying {
		acts[i] = d.act
	}
	s.work <- batch{acts, s.flying[0].born}
}

// watch sets the timer that finds what waits too long.
func (s *scribe) watch() {
	var oldest *deed
	for _, d := range s.flying {
		if !d.answered && (oldest == nil || d.born.Before(oldest.born)) {
			oldest = d
		}
	}
	if oldest == nil && len(s.pending) > 0 {
		oldest = s.pending[0]
	}
	if oldest == nil || s.watching {
		return
	}
	s.watching = true
	s.hub.cfg.After(max(oldest.born.Add(sendPatience).Sub(s.hub.now()), time.Millisecond), func() {
		select {
		case s.late <- struct{}{}:
		default:
		}
	})
}

// refuseLate answers what waited longer than sendPatience. What has not gone to
// the log is forgotten; what has may still be stored, and is then announced.
func (s *scribe) refuseLate() {
	limit := s.hub.now().Add(-sendPatience)
	for _, d := range s.flying {
		if !d.born.After(limit) {
			s.answer(d, errSendFailed())
		}
	}
	s.pending = slices.DeleteFunc(s.pending, func(d *deed) bool {
		if d.born.After(limit) {
			return false
		}
		s.answer(d, errSendFailed())
		s.hub.judged(d.act.Kind, store.Unavailable)
		d.quota.give(d.size)
		return true
	})
}

// answer tells the socket of a deed, once, that it failed.
func (s *scribe) answer(d *deed, err error) {
	if !d.answered {
		d.answered = true
		d.session.out.Push(errorFrame(err, d.act.Draft.ClientMsgID))
	}
}

// refuse answers a deed the log turned down. A session or standing that ended
// is looked at again at once, whether or not the site log has told of it.
func (s *scribe) refuse(d *deed, err error) {
	s.answer(d, err)
	switch store.CodeOf(err) {
	case store.Forbidden, store.Unauthorized:
		tell(d.session.ref, sessionDoubt{})
	case store.Internal:
		s.hub.cfg.Logger.Error("act failed", "kind", d.act.Kind, "room", d.act.Room, "error", err)
	}
}

// settle announces what was stored and answers the rest.
func (s *scribe) settle(deeds []*deed, res result) {
	if res.err == nil && len(res.verdicts) != len(deeds) {
		res.err = fmt.Errorf("log gave %d verdicts for %d acts", len(res.verdicts), len(deeds))
	}
	if res.err != nil {
		s.hub.cfg.Logger.Warn("log did not record", "acts", len(deeds), "error", res.err)
	} else {
		s.hub.passed(Committed, deeds[0].born)
	}
	at := s.hub.now()
	stored := map[string][]store.Event{}
	for i, d := range deeds {
		d.quota.give(d.size)
		if res.err != nil {
			s.hub.judged(d.act.Kind, store.Unavailable)
			s.answer(d, errSendFailed())
			continue
		}
		v := res.verdicts[i]
		s.hub.judged(d.act.Kind, store.CodeOf(v.Err))
		switch {
		case v.Err != nil:
			s.refuse(d, v.Err)
		case v.Event == nil:
		case v.Stored:
			stored[v.Event.Room] = append(stored[v.Event.Room], *v.Event)
		case !d.answered:
			again := roomResent{d.session, *v.Event}
			if handle := s.hub.live(v.Event.Room); handle != nil && s.hub.fresh() && v.Event.Seq > handle.applied.Load() {
				tell(handle.ref, again)
			} else {
				again.answer()
			}
		}
	}
	for room, events := range stored {
		slices.SortFunc(events, func(a, b store.Event) int { return int(a.Seq - b.Seq) })
		told := announce(events)
		if handle := s.hub.live(room); handle != nil && s.hub.fresh() {
			tell(handle.ref, roomStored{told, at})
		} else if handle != nil {
			s.hub.watcher.poke()
		}
		if bus := s.hub.cfg.Bus; bus != nil {
			bus.Publish(room, events)
		}
	}
}

// write calls the log, one transaction after the other.
func (s *scribe) write() {
	for b := range s.work {
		m := s.hub.cfg.Meter
		if m == nil {
			s.results <- s.append(b.acts)
			continue
		}
		began := s.hub.now()
		res := s.append(b.acts)
		m.Recorded(len(b.acts), began.Sub(b.born), s.hub.now().Sub(began), res.err)
		s.results <- res
	}
}

func (s *scribe) append(acts []store.Command) (res result) {
	defer func() {
		if r := recover(); r != nil {
			s.hub.cfg.Logger.Error("append panicked", "panic", r, "stack", string(debug.Stack()))
			res = result{err: errSendFailed()}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), appendTime)
	defer cancel()
	verdicts, err := s.hub.cfg.Log.Append(ctx, acts)
	return result{verdicts, err}
}
