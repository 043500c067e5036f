package socket

import (
	"time"

	"muster/actors"
	"muster/actors/wire"
)

var _ actors.Outbox = (*conn)(nil)

// This file is the queue of one connection. Methods called "under mu" expect
// the lock; push and beginClose release it.

const (
	queueMax   = 1 << 20          // bytes waiting
	queueAge   = 10 * time.Second // the oldest frame's waiting
	keptPlaces = 4                // places an empty queue keeps

	closeWithin = 5 * time.Second // what is queued, and the close frame, have left
	slowWithin  = 2 * time.Second // … when the peer did not keep up
	echoWithin  = 2 * time.Second // the peer's answer to the close frame
)

// never is a deadline that does not come.
var never time.Time

// entry is a frame that waits. Its memory is shared with every other queue that
// the frame stands in.
type entry struct {
	raw   []byte
	at    int64 // when it was pushed
	count int32 // 1 for a session's; control frames and the handshake's answer do not count
}

// Push implements actors.Outbox.
func (c *conn) Push(frame wire.Frame) {
	c.mu.Lock()
	c.push(frame.WithHeader(writeTextHeader), 1)
}

// push queues a frame and unlocks. Those of a session count.
func (c *conn) push(frame []byte, count int) {
	if !c.canQueue(len(frame)) {
		return
	}
	if c.queue == nil {
		c.queue = make([]entry, 0, keptPlaces)
	}
	c.queue = append(c.queue, entry{frame, c.server.coarse.Load(), int32(count)})
	c.queuedMore(len(frame))
}

// canQueue says whether so many bytes may be queued. If not it unlocks.
func (c *conn) canQueue(size int) bool {
	if c.closing || size == 0 {
		c.mu.Unlock()
		return false
	}
	if c.queued > 0 && c.queued+size > queueMax {
		c.tooSlow()
		return false
	}
	return true
}

// queuedMore has what was queued flushed, and unlocks.
func (c *conn) queuedMore(size int) {
	c.queued += size
	// A queue over scratchSize is flushed in the next pass although the connection
	// is busy.
	oversized := c.queued > scratchSize && c.queued-size <= scratchSize
	list := (!c.listed || oversized) && !c.slow
	busy := c.busy && !oversized
	if list {
		c.listed = true
	}
	c.mu.Unlock()
	if list {
		c.shard.schedule(c, busy)
	}
}

// Close implements actors.Outbox. A reason over 123 bytes is cut.
func (c *conn) Close(code wire.CloseCode, reason string) {
	c.mu.Lock()
	c.beginClose(closeFrame(code, reason))
}

// beginClose queues the last frame and unlocks.
func (c *conn) beginClose(frame []byte) {
	if c.closing {
		c.mu.Unlock()
		return
	}
	now := c.server.coarse.Load()
	c.closing = true
	if !c.answer {
		c.code = codeOf(frame)
	}
	c.closeBy = now + int64(closeWithin)
	c.part = nil
	c.queue = append(c.queue, entry{frame, now, 0})
	c.queued += len(frame)
	c.listed = c.listed || !c.slow
	list := !c.slow
	c.notify()
	c.wakeReader()
	c.mu.Unlock()
	c.shard.watch(c)
	if list {
		c.shard.schedule(c, false)
	}
}

// tooSlow closes with 4409 and unlocks: what the peer has not begun to receive
// is dropped, it resumes from the log.
func (c *conn) tooSlow() {
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
	c.server.tooSlow.Add(1)
	c.beginClose(closeFrame(wire.CloseTooSlow, "too slow, reconnect and resume"))
	c.mu.Lock()
	c.closeBy = min(c.closeBy, c.server.coarse.Load()+int64(slowWithin))
	c.mu.Unlock()
}

// Await implements actors.Outbox.
func (c *conn) Await(low int, within time.Duration) bool {
	var limit *time.Timer
	for {
		c.mu.Lock()
		if c.closing || c.queued <= low {
			ok := !c.closing
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

// notify wakes whoever awaits. Under mu.
func (c *conn) notify() {
	if c.progress != nil {
		close(c.progress)
		c.progress = nil
	}
}

// Joined implements actors.Outbox.
func (c *conn) Joined() {
	c.mu.Lock()
	was, address := c.unjoined, c.address
	c.unjoined, c.address = false, ""
	c.mu.Unlock()
	if was {
		c.server.limiter.joined(address)
	}
}

func (c *conn) isClosing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closing
}

// nextWrite gives the bytes to write next: the first frame itself, or as much of the
// queue as scratch holds, copied. Under mu; the queue is not empty. The writer
// calls wrote before anybody takes again.
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

// dequeue takes n bytes off the queue and returns the number of frames that are
// through. Under mu.
func (c *conn) dequeue(n int) int {
	c.inflight = 0
	if c.shut {
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

// finished notes that the close frame has left, if it was the last thing
// written, and says whether the socket may be closed. Under mu.
func (c *conn) finished() bool {
	if !c.closing || c.flushed || len(c.queue) > 0 || c.shut {
		return false
	}
	c.flushed = true
	c.closeBy = min(c.closeBy, c.server.coarse.Load()+int64(echoWithin))
	if half, ok := c.raw.(interface{ CloseWrite() error }); ok && c.rc != nil {
		_ = half.CloseWrite()
	}
	return c.readDone
}
