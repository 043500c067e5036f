package socket

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// This file is the flush loop. A pass writes every listed connection once, with
// all that is queued there. Frames that come meanwhile wait for the next pass, so
// a quiet room's frame leaves at once, and under load many frames share a call.
// After a long pass the loop backs off for as long as the pass took: more frames
// share the next one's calls, and other goroutines get the processor. Who is
// joining waits for neither: its next step needs the frame, while those who are
// in rooms read what they get (measurements.md).

const (
	// flushInterval is the least time between two flushes of a busy connection. It
	// costs up to this much latency and saves half and more of the CPU.
	flushInterval = 25 * time.Millisecond
	// backoffFrom is the least pass that is followed by a back-off. Thousands of
	// members make passes that long, hundreds do not.
	backoffFrom = 2 * time.Millisecond
	backoffMax  = 50 * time.Millisecond // a pass may have waited for the processor
	// scratchSize bounds what one call writes, so that one backlog does not
	// hold up the others.
	scratchSize = 64 << 10
	// A flush interval takes one in lazyShare of the lazy queues, and lazyLeast at least, so
	// a lazy frame leaves within a second although nothing else is queued behind it. In
	// rooms with five messages a second nearly all of them leave with a message.
	// A flush interval takes lazyMost at most: without that, three nodes of ten thousand
	// sockets each took half as much CPU again (measurements.md). Frames then wait for up to
	// three seconds. Where lazyMost would take longer, one queue in lazyLongest leaves.
	lazyShare   = 30
	lazyLeast   = 16
	lazyMost    = 50
	lazyLongest = 120
	// arrivalFlushes is how many flushes of a connection go before those of others:
	// the handshake's answer, joined, and the room with its history.
	arrivalFlushes = 3
	// arrivalsEvery is after how many flushes of a pass it looks for arrivals.
	arrivalsEvery = 16
)

// shard owns the connections it was given.
type shard struct {
	server  *Server
	wake    chan struct{} // capacity 1
	scratch []byte
	sender  sendOnce

	frames, writes, slow atomic.Int64
	arrivals             atomic.Int32 // the length of arriving
	backoffUntil         time.Time    // the loop's own
	shrinkable           []*conn      // the loop's own; the sweep takes their queues' memory back
	taken                []*conn      // the loop's own; of lazy, in this pass

	mu           sync.Mutex
	arriving     []*conn        // to flush before all others
	urgent       []*conn        // to flush in the next pass
	later        []*conn        // busy ones, to flush at the next flush interval
	lazy         []*conn        // with frames that may wait for others, the oldest first
	spares       [lists][]*conn // memory for the next of each list
	lastInterval time.Time
	since        [lists]time.Time // when the first of each list was listed, if measured

	wheel wheel
}

func newShard(s *Server) *shard {
	sh := &shard{server: s, wake: make(chan struct{}, 1), scratch: make([]byte, 0, scratchSize)}
	sh.sender.init()
	sh.wheel.init()
	return sh
}

// The lists of a shard that keep their memory and are measured.
const (
	urgentList = iota
	laterList
	arrivingList
	lists
)

// turn is when a connection's queue is flushed.
type turn uint8

const (
	turnNext     turn = iota // in the next pass
	turnArriving             // before a pass goes on
	turnLater                // at the next flush interval
	turnLazy                 // at one of the next intervals, or with what is queued next
)

// schedule lists c to be flushed.
func (sh *shard) schedule(c *conn, when turn) {
	sh.mu.Lock()
	first := true
	switch when {
	case turnArriving:
		sh.noteSince(arrivingList, len(sh.arriving) == 0)
		sh.arriving = append(sh.arriving, c)
		sh.arrivals.Store(int32(len(sh.arriving)))
	case turnLater:
		first = len(sh.later) == 0
		sh.noteSince(laterList, first)
		sh.later = append(sh.later, c)
	case turnLazy:
		first = len(sh.lazy) == 0
		sh.lazy = append(sh.lazy, c)
	default:
		sh.noteSince(urgentList, len(sh.urgent) == 0)
		sh.urgent = append(sh.urgent, c)
	}
	sh.mu.Unlock()
	if first {
		sh.signal()
	}
}

// noteSince notes when a list got its first connection. Under mu.
func (sh *shard) noteSince(list int, first bool) {
	if first && sh.server.passed != nil {
		sh.since[list] = time.Now()
	}
}

func (sh *shard) signal() {
	select {
	case sh.wake <- struct{}{}:
	default:
	}
}

// run flushes until the server stops, and sweeps at each tick.
func (sh *shard) run(ticks <-chan time.Time) {
	next := time.NewTimer(time.Hour)
	defer next.Stop()
	for {
		select {
		case <-sh.server.stop:
			return
		case <-sh.wake:
		case <-next.C:
		case <-ticks:
			sh.sweep(sh.server.now())
		}
		if backoff := time.Until(sh.backoffUntil); backoff > 0 {
			sh.flushArriving()
			next.Reset(backoff)
			continue
		}
		if wait := sh.pass(); wait > 0 {
			next.Reset(wait)
		}
	}
}

// pass flushes what is listed. It returns the time to the end of the flush
// interval, 0 when nothing waits for it.
func (sh *shard) pass() time.Duration {
	sh.server.now()
	now := time.Now()
	sh.mu.Lock()
	urgent, later := sh.urgent, []*conn(nil)
	since := sh.since[urgentList]
	sh.urgent = sh.spares[urgentList]
	wait := time.Duration(0)
	if len(sh.later)+len(sh.lazy) > 0 {
		if wait = flushInterval - now.Sub(sh.lastInterval); wait <= 0 {
			sh.lastInterval = now
			wait = 0
			if len(sh.later) > 0 {
				later, sh.later = sh.later, sh.spares[laterList]
				if len(urgent) == 0 || sh.since[laterList].Before(since) {
					since = sh.since[laterList]
				}
			}
			if sh.takeLazy(); len(sh.lazy) > 0 {
				wait = flushInterval
			}
		}
	}
	sh.mu.Unlock()

	sh.flushArriving()
	sh.flushAll(urgent, now)
	sh.flushAll(later, now)
	sh.flushLazy(now)
	end := time.Now()
	if took := end.Sub(now); took >= backoffFrom {
		sh.backoffUntil = end.Add(min(took, backoffMax))
	}
	if sh.server.passed != nil && len(urgent)+len(later) > 0 {
		sh.server.passed(end.Sub(since))
	}

	clear(urgent)
	sh.spares[urgentList] = urgent[:0]
	if later != nil {
		clear(later)
		sh.spares[laterList] = later[:0]
	}
	return wait
}

// takeLazy moves the queues that this flush interval takes from lazy to taken. Under mu.
func (sh *shard) takeLazy() {
	n := min(max(len(sh.lazy)/lazyShare, lazyLeast), max(len(sh.lazy)/lazyLongest, lazyMost), len(sh.lazy))
	sh.taken = append(sh.taken, sh.lazy[:n]...)
	left := copy(sh.lazy, sh.lazy[n:])
	clear(sh.lazy[left:])
	sh.lazy = sh.lazy[:left]
}

// flushLazy flushes those of what was taken that nothing else has flushed.
func (sh *shard) flushLazy(now time.Time) {
	if len(sh.taken) == 0 {
		return
	}
	still := sh.taken[:0]
	for _, c := range sh.taken {
		c.mu.Lock()
		c.lazy = false
		if c.flusher == flushLazily {
			still = append(still, c)
		}
		c.mu.Unlock()
	}
	sh.flushAll(still, now)
	clear(sh.taken)
	sh.taken = sh.taken[:0]
}

// flushArriving flushes those who are joining.
func (sh *shard) flushArriving() {
	if sh.arrivals.Load() == 0 {
		return
	}
	sh.mu.Lock()
	list, since := sh.arriving, sh.since[arrivingList]
	sh.arriving = sh.spares[arrivingList]
	sh.arrivals.Store(0)
	sh.mu.Unlock()
	sh.flushEach(list, time.Now())
	if sh.server.passed != nil {
		sh.server.passed(time.Since(since))
	}
	clear(list)
	sh.spares[arrivingList] = list[:0]
}

// flushAll flushes a list, and those who begin to join meanwhile between its parts.
func (sh *shard) flushAll(list []*conn, now time.Time) {
	for part := range slices.Chunk(list, arrivalsEvery) {
		sh.flushEach(part, now)
		sh.flushArriving()
	}
}

func (sh *shard) flushEach(list []*conn, now time.Time) {
	frames, writes := 0, 0
	for _, c := range list {
		n, tried := sh.flush(c, now)
		frames += n
		if tried {
			writes++
		}
	}
	if writes > 0 {
		sh.frames.Add(int64(frames))
		sh.writes.Add(int64(writes))
	}
}

// flush writes what c has queued with one call that does not wait. What the
// socket does not take is left to a goroutine of its own.
func (sh *shard) flush(c *conn, now time.Time) (frames int, tried bool) {
	c.mu.Lock()
	if c.flusher == flushWriter || c.state == stateClosed {
		c.mu.Unlock()
		return 0, false
	}
	c.flusher = flushNobody
	if len(c.queue) == 0 {
		c.mu.Unlock()
		return 0, false
	}
	if c.rc == nil {
		sh.wakeWriter(c)
		c.mu.Unlock()
		return 0, false
	}
	// One frame is written where it lies; several are copied together. Measured
	// on loopback against writev, with frames of 250 B: 5.7 and 6.0 µs a call for
	// 5 of them, 6.1 and 8.2 µs for 20 (11 and 17 µs when they are 2 KB).
	buf := c.nextWrite(sh.scratch)
	c.mu.Unlock()

	n, err := sh.sender.write(c.rc, buf)

	c.mu.Lock()
	frames = c.dequeue(n)
	if c.flushes < arrivalFlushes {
		c.flushes++
	}
	if err != nil {
		c.mu.Unlock()
		c.abort()
		return frames, true
	}
	c.busy = c.rate.add(frames, now)
	if len(c.queue) == 0 && cap(c.queue) > keptPlaces && !c.shrinkable {
		c.shrinkable = true
		sh.shrinkable = append(sh.shrinkable, c)
	}
	over, again := c.closeSent(), false
	if len(c.queue) > 0 {
		if n < len(buf) {
			sh.startWriter(c)
		} else if c.flusher == flushNobody {
			c.flusher, again = flushShard, true
		}
	}
	c.mu.Unlock()
	if over {
		c.abort()
	}
	if again {
		sh.schedule(c, turnNext)
	}
	return frames, true
}

// frameRate distinguishes a busy connection from a quiet one: a bucket that drains by 50
// frames a second.
type frameRate struct {
	level float32
	at    time.Time
}

const (
	rateDrain = 50 // frames a second
	rateBusy  = 25 // level from which it is busy
	rateFull  = 50
)

func (p *frameRate) add(frames int, now time.Time) bool {
	p.level -= rateDrain * float32(now.Sub(p.at).Seconds())
	p.level = min(max(p.level, 0)+float32(frames), rateFull)
	p.at = now
	return p.level > rateBusy
}
