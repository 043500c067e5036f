// The log writers: they append what members send to the log. A log writer
// gathers commands while its last transaction is in flight, and for BatchDelay
// more after a transaction that had many commands. So a busy node writes
// many commands at once and a quiet one writes each at once. With 2,000
// commands a second in 100 rooms that halved the database's CPU; with 500 a
// second it made a message take 10 ms instead of 4 (measurements.md of
// cmd/muster/internal/loadtest). A room receives
// nothing before it is committed. One log writer for two cores: on two cores
// with 500 commands a second a second log writer cost 12 % more CPU in the node
// and three times as much in the database, and did not make 4,000 a second faster.
package logwriter

import (
	"slices"
	"time"

	"muster/actors/room"
	"muster/actors/runtime"
	"muster/store"
	"muster/store/roomlog"
)

// Limits of the log writers.
const (
	appendTime   = 15 * time.Second        // one transaction
	SendPatience = 4500 * time.Millisecond // until a send is answered with an error: the sender must know within 5 s
	MaxBatch     = 256
	smallBatch   = 6  // after a transaction of this many appends the next one waits for BatchDelay
	fullBatch    = 64 // appends that end the wait
	BatchDelay   = 4 * time.Millisecond
	BlockedRetry = 50 * time.Millisecond // until commands whose rows were locked are tried again
)

// ErrSendFailed answers a command that could not be recorded in time.
func ErrSendFailed() *store.Error {
	return store.NewErrorReason(store.Unavailable, string(store.Unavailable), roomlog.SendFailed)
}

// Append is one command on its way into the log. Once enqueued it belongs to
// the log writer.
type Append struct {
	Command    roomlog.Command
	ID         runtime.FrameID // what the client calls it
	Session    Session
	Quota      *room.Quota
	Size       int64
	ReceivedAt time.Time
	answered   bool // its socket has the answer that it failed
}

// batch is the input of one transaction.
type batch struct {
	commands []roomlog.Command
	oldest   time.Time // of the oldest
}

// batchResult is the outcome of one transaction.
type batchResult struct {
	results []roomlog.Result // one for each command, in their order
	err     error
}

// Writer writes for the rooms hashed to it. Its gathering goroutine owns every
// pending append; a second goroutine only calls the log.
type Writer struct {
	node    *runtime.Node
	log     Log
	rooms   Rooms
	in      chan *Append
	batches chan batch
	results chan batchResult
	expired chan struct{} // something may have waited too long
	quit    chan struct{} // finish the pending appends, then end
	done    chan struct{}

	pending, inFlight []*Append
	blocked           []*Append // their rows are locked by somebody else; in order of arrival
	timerSet          bool      // a timer for expired is set
	waiting           bool      // more is gathered before the next transaction begins
}

func start(node *runtime.Node, log Log, rooms Rooms) *Writer {
	s := &Writer{
		node: node, log: log, rooms: rooms,
		in: make(chan *Append, room.MaxPendingAppends), batches: make(chan batch), results: make(chan batchResult),
		expired: make(chan struct{}, 1), quit: make(chan struct{}), done: make(chan struct{}),
	}
	go s.run()
	go s.commitBatches()
	return s
}

// Enqueue hands a command over; it reports false when the log writer has ended.
// It does not wait for the log, because the gathering goroutine never does.
func (s *Writer) Enqueue(d *Append) bool {
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
func (s *Writer) refuseLeft() {
	for {
		select {
		case d := <-s.in:
			s.drop(d)
		default:
			return
		}
	}
}

func (s *Writer) run() {
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
				retry.Reset(BlockedRetry)
			}
			if len(done) >= smallBatch && len(s.pending) < fullBatch && quit != nil {
				s.waiting = true
				rest.Reset(BatchDelay)
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
func (s *Writer) start() {
	if len(s.inFlight) > 0 || len(s.pending) == 0 || s.waiting && len(s.pending) < fullBatch {
		return
	}
	n := min(len(s.pending), MaxBatch)
	s.inFlight = slices.Clone(s.pending[:n])
	s.pending = slices.Delete(s.pending, 0, n)
	commands := make([]roomlog.Command, n)
	for i, d := range s.inFlight {
		commands[i] = d.Command
	}
	s.batches <- batch{commands, s.inFlight[0].ReceivedAt}
}

// setTimer sets the timer for the oldest command that has not been answered.
func (s *Writer) setTimer() {
	if s.timerSet {
		return
	}
	var oldest *Append
	for _, d := range s.inFlight {
		if !d.answered && (oldest == nil || d.ReceivedAt.Before(oldest.ReceivedAt)) {
			oldest = d
		}
	}
	for _, queued := range [][]*Append{s.blocked, s.pending} {
		if len(queued) > 0 && (oldest == nil || queued[0].ReceivedAt.Before(oldest.ReceivedAt)) {
			oldest = queued[0]
		}
	}
	if oldest == nil {
		return
	}
	s.timerSet = true
	s.node.After(max(oldest.ReceivedAt.Add(SendPatience).Sub(s.node.Now()), time.Millisecond), func() {
		select {
		case s.expired <- struct{}{}:
		default:
		}
	})
}

// refuseExpired answers commands that waited longer than SendPatience. Commands
// that have not gone to the log are dropped. Commands in flight may still be
// stored and are then announced.
func (s *Writer) refuseExpired() {
	limit := s.node.Now().Add(-SendPatience)
	for _, d := range s.inFlight {
		if !d.ReceivedAt.After(limit) {
			s.answer(d, ErrSendFailed())
		}
	}
	late := func(d *Append) bool {
		if d.ReceivedAt.After(limit) {
			return false
		}
		s.drop(d)
		return true
	}
	s.pending, s.blocked = slices.DeleteFunc(s.pending, late), slices.DeleteFunc(s.blocked, late)
}

// drop drops a command that is not in flight and answers its socket.
func (s *Writer) drop(d *Append) {
	s.answer(d, ErrSendFailed())
	s.node.Judged(d.Command.Kind, store.Unavailable)
	d.Quota.Release(d.Size)
}
