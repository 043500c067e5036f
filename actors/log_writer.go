// The log writers: they append what members send to the log. A log writer
// gathers commands while its last transaction is in flight, and for batchDelay
// more after a transaction that had several commands. So a busy node writes
// many commands at once and a quiet one writes each at once. With 2,000
// commands a second in 100 rooms that halved the database's CPU. A room receives
// nothing before it is committed. One log writer for two cores: on two cores
// with 500 commands a second a second log writer cost 12 % more CPU in the node
// and three times as much in the database, and did not make 4,000 a second faster.
package actors

import (
	"hash/fnv"
	"slices"
	"sync/atomic"
	"time"

	"muster/store"
)

// Limits of the log writers.
const (
	appendTime        = 15 * time.Second        // one transaction
	sendPatience      = 4500 * time.Millisecond // until a send is answered with an error: the sender must know within 5 s
	maxPendingAppends = 4000                    // of one room
	maxPendingBytes   = 1 << 20                 // of one room
	maxBatch          = 256
	smallBatch        = 2  // after a transaction of this many appends the next one waits for batchDelay
	fullBatch         = 64 // appends that end the wait
	batchDelay        = 4 * time.Millisecond
	blockedRetry      = 50 * time.Millisecond // until commands whose rows were locked are tried again
)

// quota counts the commands that wait for the log in one room.
type quota struct{ appends, bytes atomic.Int64 }

// reserve counts one command of size bytes; it reports false when too much
// waits already.
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

// release gives back what reserve took.
func (q *quota) release(size int64) {
	q.appends.Add(-1)
	q.bytes.Add(-size)
}

// errSendFailed answers a command that could not be recorded in time.
func errSendFailed() *store.Error {
	return store.NewErrorReason(store.Unavailable, string(store.Unavailable), store.SendFailed)
}

// pendingAppend is one command on its way into the log. Once enqueued it belongs to
// the log writer.
type pendingAppend struct {
	command    store.Command
	session    *Session
	quota      *quota
	size       int64
	receivedAt time.Time
	answered   bool // its socket has the answer that it failed
}

// batch is the input of one transaction.
type batch struct {
	commands []store.Command
	oldest   time.Time // of the oldest
}

// batchResult is the outcome of one transaction.
type batchResult struct {
	results []store.Result // one for each command, in their order
	err     error
}

// logWriter writes for the rooms hashed to it. Its gathering goroutine owns every
// pending append; a second goroutine only calls the log.
type logWriter struct {
	hub     *Hub
	in      chan *pendingAppend
	batches chan batch
	results chan batchResult
	expired chan struct{} // something may have waited too long
	quit    chan struct{} // finish the pending appends, then end
	done    chan struct{}

	pending, inFlight []*pendingAppend
	blocked           []*pendingAppend // their rows are locked by somebody else; in order of arrival
	timerSet          bool             // a timer for expired is set
	waiting           bool             // more is gathered before the next transaction begins
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

// logWriterOf is the log writer of a room.
func (h *Hub) logWriterOf(room string) *logWriter {
	sum := fnv.New32a()
	sum.Write([]byte(room))
	return h.logWriters[sum.Sum32()%uint32(len(h.logWriters))]
}

// enqueue hands a command over; it reports false when the log writer has ended.
// It does not wait for the log, because the gathering goroutine never does.
func (s *logWriter) enqueue(d *pendingAppend) bool {
	select {
	case <-s.done:
		return false
	default:
	}
	select {
	case s.in <- d:
	case <-s.done:
		return false
	}
	select {
	case <-s.done:
		s.refuseLeft() // the log writer may have ended after it last received from in
	default:
	}
	return true
}

// refuseLeft refuses commands that were enqueued while the log writer ended.
func (s *logWriter) refuseLeft() {
	for {
		select {
		case d := <-s.in:
			s.drop(d)
		default:
			return
		}
	}
}

func (s *logWriter) run() {
	defer s.refuseLeft()
	defer close(s.done)
	defer close(s.batches)
	quit := s.quit
	rest, retry, retrying := time.NewTimer(0), time.NewTimer(0), false
	defer rest.Stop()
	defer retry.Stop()
	for {
		select {
		case d := <-s.in:
			s.gather(d)
		case res := <-s.results:
			done := s.inFlight
			s.inFlight = nil
			if s.keepBlocked(done, res); len(s.blocked) > 0 && !retrying {
				retrying = true
				retry.Reset(blockedRetry)
			}
			if len(done) >= smallBatch && len(s.pending) < fullBatch && quit != nil {
				s.waiting = true
				rest.Reset(batchDelay)
			}
			s.start()
			s.finish(done, res)
		case <-rest.C:
			s.waiting = false
		case <-retry.C:
			retrying = false
			s.pending, s.blocked = append(s.blocked, s.pending...), nil
		case <-s.expired:
			s.timerSet = false
			s.refuseExpired()
		case <-quit:
			quit, s.waiting = nil, false
		}
		s.start()
		s.setTimer()
		if quit == nil && len(s.inFlight)+len(s.pending)+len(s.blocked)+len(s.in) == 0 {
			return
		}
	}
}

// start hands the next batch to the committing goroutine when that is free.
func (s *logWriter) start() {
	if len(s.inFlight) > 0 || len(s.pending) == 0 || s.waiting && len(s.pending) < fullBatch {
		return
	}
	n := min(len(s.pending), maxBatch)
	s.inFlight = slices.Clone(s.pending[:n])
	s.pending = slices.Delete(s.pending, 0, n)
	commands := make([]store.Command, n)
	for i, d := range s.inFlight {
		commands[i] = d.command
	}
	s.batches <- batch{commands, s.inFlight[0].receivedAt}
}

// setTimer sets the timer for the oldest command that has not been answered.
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
	for _, queued := range [][]*pendingAppend{s.blocked, s.pending} {
		if len(queued) > 0 && (oldest == nil || queued[0].receivedAt.Before(oldest.receivedAt)) {
			oldest = queued[0]
		}
	}
	if oldest == nil {
		return
	}
	s.timerSet = true
	s.hub.node.After(max(oldest.receivedAt.Add(sendPatience).Sub(s.hub.node.Now()), time.Millisecond), func() {
		select {
		case s.expired <- struct{}{}:
		default:
		}
	})
}

// refuseExpired answers commands that waited longer than sendPatience. Commands
// that have not gone to the log are dropped. Commands in flight may still be
// stored and are then announced.
func (s *logWriter) refuseExpired() {
	limit := s.hub.node.Now().Add(-sendPatience)
	for _, d := range s.inFlight {
		if !d.receivedAt.After(limit) {
			s.answer(d, errSendFailed())
		}
	}
	late := func(d *pendingAppend) bool {
		if d.receivedAt.After(limit) {
			return false
		}
		s.drop(d)
		return true
	}
	s.pending, s.blocked = slices.DeleteFunc(s.pending, late), slices.DeleteFunc(s.blocked, late)
}

// drop drops a command that is not in flight and answers its socket.
func (s *logWriter) drop(d *pendingAppend) {
	s.answer(d, errSendFailed())
	s.hub.node.Judged(d.command.Kind, store.Unavailable)
	d.quota.release(d.size)
}
