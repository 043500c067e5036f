package socket

import (
	"time"

	"muster/actors/wire"
)

// This file closes the sockets of peers that do not keep up: they hold too much, or
// what they hold is too old (checkLimits asks).

const (
	queueMax   = 1 << 20          // bytes that may wait
	queueAge   = 10 * time.Second // how long a frame may wait
	slowWithin = 2 * time.Second  // closeWithin of a peer that did not keep up
)

// holdsTooMuch says whether size more bytes are too many. A frame that is alone may
// be of any size. Under mu.
func (c *conn) holdsTooMuch(size int) bool { return c.queued > 0 && c.queued+size > queueMax }

// holdsTooOld says whether the first frame has waited too long. Under mu.
func (c *conn) holdsTooOld(now int64) bool {
	return len(c.queue) > 0 && now-c.queue[0].at > int64(queueAge)
}

// tooSlow closes with 4409 and unlocks. What the peer has not begun to receive is
// dropped; it resumes from the log.
func (c *conn) tooSlow() {
	c.dropUnsent()
	c.server.tooSlow.Add(1)
	c.beginClose(closeFrame(wire.CloseTooSlow, "too slow, reconnect and resume"))
	c.mu.Lock()
	c.closeBy = min(c.closeBy, c.server.coarse.Load()+int64(slowWithin))
	c.mu.Unlock()
}
