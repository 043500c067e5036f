package socket

import (
	"errors"
	"sync"
	"syscall"
)

// This file writes for a connection that does not take its bytes at once, in a
// goroutine that lives until the queue is empty. A socket that can be waited
// for is written without a buffer being held while it is full; any other, such
// as TLS, by blocking calls. The sweep ends both when they take too long, by
// closing the socket.

var writerBuffers = sync.Pool{New: func() any { b := make([]byte, 0, 16<<10); return &b }}

// startWriter starts c's own writer. Under c.mu.
func (sh *shard) startWriter(c *conn) {
	c.slow = true
	c.parts++
	sh.slow.Add(1)
	sh.watch(c)
	go func() {
		var over bool
		var err error
		if c.rc != nil {
			over, err = c.writeAsItDrains()
		} else {
			over, err = c.writeBlocking()
		}
		sh.slow.Add(-1)
		if over || err != nil {
			c.abort()
		}
		c.partEnded()
	}()
}

// writeAsItDrains writes whenever the socket has room. It says whether the
// socket may be closed; within the callback that would wait for itself.
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

func (c *conn) writeBlocking() (over bool, err error) {
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

// nextWriteOrStop gives what to write next; nil when the writer's work is done.
func (c *conn) nextWriteOrStop(scratch []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shut || len(c.queue) == 0 {
		c.slow = false
		return nil
	}
	return c.nextWrite(scratch)
}

// account notes what was written and says whether the socket may be closed.
func (c *conn) account(n int) bool {
	c.mu.Lock()
	frames := c.dequeue(n)
	over := c.finished()
	c.mu.Unlock()
	c.shard.frames.Add(int64(frames))
	c.shard.writes.Add(1)
	return over
}

var errAgain = errors.New("not now")

// trySend writes what the socket takes now: fewer bytes than given, and no error,
// when its buffer is full.
func trySend(fd uintptr, p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	n, err := sendNow(fd, p)
	if err == errAgain {
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
