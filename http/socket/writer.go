package socket

import (
	"sync"
	"syscall"

	"muster/http/socket/nonblocking"
)

// This file writes for a connection whose writes may wait.
//
// A plain TCP connection gets a goroutine when its peer does not take all bytes
// at once, until the queue is empty; while the socket is full no buffer is held.
// A wrapped connection, such as TLS or one of a limiting listener, can only be
// written by calls that wait, so it has one goroutine for its whole life. The
// sweep ends both when they take too long, by closing the socket.

var writerBuffers = sync.Pool{New: func() any { b := make([]byte, 0, 16<<10); return &b }}

// startWriter has a goroutine write until the queue is empty. Under c.mu.
func (sh *shard) startWriter(c *conn) {
	c.flusher = flushWriter
	c.parts++
	sh.slow.Add(1)
	sh.watch(c)
	go func() {
		over, err := c.writeAsItDrains()
		sh.slow.Add(-1)
		if over || err != nil {
			c.abort()
		}
		c.partEnded()
	}()
}

// writeAsItDrains writes whenever the socket has room. It says whether the
// socket may be closed, which would wait for itself within the callback.
func (c *conn) writeAsItDrains() (over bool, err error) {
	var failed error
	err = c.rc.Write(func(fd uintptr) bool {
		buf := writerBuffers.Get().(*[]byte)
		defer writerBuffers.Put(buf)
		for {
			b := c.nextWriteOrStop(*buf)
			if b == nil {
				return true
			}
			var n int
			n, failed = trySend(fd, b)
			over = c.account(n)
			if failed != nil {
				return true
			}
			if n < len(b) {
				return false
			}
		}
	})
	if err == nil {
		err = failed
	}
	return over, err
}

// wakeWriter has the goroutine of a wrapped connection write. Under c.mu.
func (sh *shard) wakeWriter(c *conn) {
	c.flusher = flushWriter
	sh.watch(c)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// writeWrapped is the goroutine of a wrapped connection. It ends with the socket.
func (c *conn) writeWrapped() {
	for range c.wake {
		if over, err := c.writeQueued(); over || err != nil {
			c.abort()
		}
	}
	c.partEnded()
}

// writeQueued writes by calls that wait until the queue is empty.
func (c *conn) writeQueued() (over bool, err error) {
	buf := writerBuffers.Get().(*[]byte)
	defer writerBuffers.Put(buf)
	for {
		b := c.nextWriteOrStop(*buf)
		if b == nil {
			return over, nil
		}
		n, err := c.raw.Write(b)
		over = c.account(n)
		if err != nil {
			return over, err
		}
	}
}

// nextWriteOrStop gives what to write next; nil when nothing is left.
func (c *conn) nextWriteOrStop(scratch []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == stateClosed || len(c.queue) == 0 {
		c.flusher = flushNobody
		return nil
	}
	return c.nextWrite(scratch)
}

// account notes what was written and says whether the socket may be closed.
func (c *conn) account(n int) bool {
	c.mu.Lock()
	frames := c.dequeue(n)
	over := c.closeSent()
	c.mu.Unlock()
	c.shard.frames.Add(int64(frames))
	c.shard.writes.Add(1)
	return over
}

// trySend writes what the socket takes now: fewer bytes than given, and no error,
// when its buffer is full.
func trySend(fd uintptr, p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	n, err := nonblocking.Send(fd, p)
	if err == nonblocking.ErrAgain {
		return 0, nil
	}
	return n, err
}

// sendOnce is a write that does not wait. It keeps its closure, so that a write
// allocates nothing.
type sendOnce struct {
	buf  []byte
	n    int
	err  error
	once func(fd uintptr) bool
}

func (a *sendOnce) init() {
	a.once = func(fd uintptr) bool {
		a.n, a.err = trySend(fd, a.buf)
		return true
	}
}

func (a *sendOnce) write(rc syscall.RawConn, b []byte) (int, error) {
	a.buf, a.n, a.err = b, 0, nil
	err := rc.Write(a.once)
	a.buf = nil
	if err == nil {
		err = a.err
	}
	return a.n, err
}
