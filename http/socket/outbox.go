package socket

import (
	"time"

	"muster/actors"
	"muster/actors/wire"
	"muster/store/language"
)

var _ actors.Outbox = (*conn)(nil)

// This file is the queue of one connection. A method whose comment ends with
// "Under mu." is called with the lock held; push and beginClose release it.

const (
	keptPlaces = 4 // places that an empty queue keeps

	closeWithin = 5 * time.Second // until what is queued and the close frame have left
	echoWithin  = 2 * time.Second // until the peer answers the close frame
)

// never is a deadline that does not come.
var never time.Time

// entry is a frame that waits, or some that leave together. Its memory is shared
// with every other queue that they stand in.
type entry struct {
	raw   []byte
	at    int64 // when it was pushed
	count int32 // frames of a session's; control frames and the handshake's answer do not count
}

// Push implements actors.Outbox.
func (c *conn) Push(frame wire.Frame) {
	c.mu.Lock()
	c.push(frame.WithHeader(writeTextHeader), 1, false)
}

// PushAll implements actors.Outbox.
func (c *conn) PushAll(frames wire.Frames) {
	c.mu.Lock()
	c.push(frames.WithHeaders(writeTextHeader), len(frames.All()), false)
}

// PushLazy implements actors.Outbox.
func (c *conn) PushLazy(frames wire.Frames) {
	c.mu.Lock()
	c.push(frames.WithHeaders(writeTextHeader), len(frames.All()), true)
}

// push queues a frame, or some together, and unlocks. Those of a session count. A lazy
// one leaves with what is queued next, or when the shard comes to it.
func (c *conn) push(frame []byte, count int, lazy bool) {
	if !c.canQueue(len(frame)) {
		return
	}
	if c.queue == nil {
		c.queue = make([]entry, 0, keptPlaces)
	}
	c.queue = append(c.queue, entry{frame, c.server.coarse.Load(), int32(count)})
	c.queuedMore(len(frame), lazy)
}

// canQueue says whether so many bytes may be queued. If not it unlocks.
func (c *conn) canQueue(size int) bool {
	if c.state != stateOpen || size == 0 {
		c.mu.Unlock()
		return false
	}
	if c.holdsTooMuch(size) {
		c.tooSlow()
		return false
	}
	return true
}

// queuedMore has the shard flush size more bytes, and unlocks.
func (c *conn) queuedMore(size int, lazy bool) {
	c.queued += size
	// A queue over scratchSize is flushed in the next pass although the connection
	// is busy.
	oversized := c.queued > scratchSize && c.queued-size <= scratchSize
	list := c.flusher <= flushLazily || c.flusher == flushShard && oversized
	when := turnNext
	switch {
	case oversized:
	case lazy:
		if c.flusher == flushNobody {
			c.flusher = flushLazily
		}
		list = c.flusher == flushLazily && !c.lazy
		c.lazy = c.lazy || list
		c.mu.Unlock()
		if list {
			c.shard.schedule(c, turnLazy)
		}
		return
	case c.busy:
		when = turnLater
	case c.flushes < arrivalFlushes:
		when = turnArriving
	}
	if list {
		c.flusher = flushShard
	}
	c.mu.Unlock()
	if list {
		c.shard.schedule(c, when)
	}
}

// Close implements actors.Outbox. A reason over 123 bytes is cut.
func (c *conn) Close(code wire.CloseCode, reason string) {
	c.mu.Lock()
	c.beginClose(closeFrame(code, reason))
}

// Deny implements actors.Outbox.
func (c *conn) Deny(last wire.Frame, code wire.CloseCode, reason string) {
	raw := last.WithHeader(writeTextHeader)
	c.mu.Lock()
	if c.state == stateOpen {
		c.dropUnsent()
		c.queue = append(c.queue, entry{raw, c.server.coarse.Load(), 1})
		c.queued += len(raw)
	}
	c.beginClose(closeFrame(code, reason))
}

// beginClose queues the last frame and unlocks.
func (c *conn) beginClose(frame []byte) {
	if c.state != stateOpen {
		c.mu.Unlock()
		return
	}
	now := c.server.coarse.Load()
	c.state = stateClosing
	if !c.answered {
		c.code = codeOf(frame)
	}
	c.closeBy = now + int64(closeWithin)
	c.part = nil
	c.queue = append(c.queue, entry{frame, now, 0})
	c.queued += len(frame)
	list := c.flusher != flushWriter // at once, though it may be listed for later
	if list {
		c.flusher = flushShard
	}
	c.notify()
	c.wakeReader()
	c.mu.Unlock()
	c.shard.watch(c)
	if list {
		c.shard.schedule(c, turnNext)
	}
}

// dropUnsent empties the queue but for what the peer may have begun to receive.
// Under mu.
func (c *conn) dropUnsent() {
	keep := c.inflight
	if c.offset > 0 {
		keep = max(keep, 1)
	}
	clear(c.queue[keep:])
	c.queue = c.queue[:keep]
	c.queued = -c.offset
	for _, e := range c.queue {
		c.queued += len(e.raw)
	}
}

// Await implements actors.Outbox.
func (c *conn) Await(low int, within time.Duration) bool {
	var limit *time.Timer
	for {
		c.mu.Lock()
		if c.state != stateOpen || c.queued <= low {
			ok := c.state == stateOpen
			c.mu.Unlock()
			return ok
		}
		if c.progress == nil {
			c.progress = make(chan struct{})
		}
		progress := c.progress
		c.mu.Unlock()
		if limit == nil {
			limit = time.NewTimer(within)
			defer limit.Stop()
		}
		select {
		case <-progress:
		case <-limit.C:
			return false
		}
	}
}

// notify wakes the callers of Await. Under mu.
func (c *conn) notify() {
	if c.progress != nil {
		close(c.progress)
		c.progress = nil
	}
}

// Language implements actors.Outbox.
func (c *conn) Language() (tag language.Tag, chosen bool) { return c.language, c.chosen }

// Joined implements actors.Outbox.
func (c *conn) Joined() (from string) {
	c.mu.Lock()
	was, address, from := c.unjoined, c.address, c.from
	c.unjoined, c.address, c.from = false, "", ""
	c.mu.Unlock()
	if was {
		c.server.limiter.joined(address)
	}
	return from
}

func (c *conn) isClosing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state != stateOpen
}

// nextWrite gives the bytes to write next: the first frame itself, or as much of
// the queue as scratch holds, copied. The queue is not empty, and the caller
// calls dequeue before the next call. Under mu.
func (c *conn) nextWrite(scratch []byte) []byte {
	first := c.queue[0].raw[c.offset:]
	c.inflight = 1
	if len(c.queue) == 1 || len(first) >= cap(scratch) {
		return first
	}
	out := append(scratch[:0], first...)
	for _, e := range c.queue[1:] {
		room := cap(scratch) - len(out)
		if room == 0 {
			break
		}
		out = append(out, e.raw[:min(len(e.raw), room)]...)
		c.inflight++
	}
	return out
}

// dequeue takes n written bytes off the queue and returns the number of frames
// that were written to their end. Under mu.
func (c *conn) dequeue(n int) int {
	c.inflight = 0
	if c.state == stateClosed {
		return 0
	}
	c.queued -= n
	n += c.offset
	k, frames := 0, 0
	for k < len(c.queue) && n >= len(c.queue[k].raw) {
		n -= len(c.queue[k].raw)
		frames += int(c.queue[k].count)
		k++
	}
	c.offset = n
	switch rest := len(c.queue) - k; {
	case k == 0:
	case rest == 0 && cap(c.queue) > keptPlaces && !c.busy:
		c.queue = nil
	default:
		copy(c.queue, c.queue[k:])
		clear(c.queue[rest:])
		c.queue = c.queue[:rest]
	}
	c.notify()
	return frames
}

// closeSent notes that the close frame has left, if it has, and says whether the
// socket may be closed now. Under mu.
func (c *conn) closeSent() bool {
	if c.state != stateClosing || len(c.queue) > 0 {
		return false
	}
	c.state = stateDraining
	c.closeBy = min(c.closeBy, c.server.coarse.Load()+int64(echoWithin))
	if half, ok := c.raw.(interface{ CloseWrite() error }); ok && c.rc != nil {
		_ = half.CloseWrite()
	}
	return c.readState == readEnded
}
