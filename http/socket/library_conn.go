package socket

import (
	"net"
	"os"
	"time"

	"muster/actors/wire"
)

// This file is the net.Conn that coder/websocket works on.

// libraryConn is a conn as the library sees it.
type libraryConn conn

// longAgo is a read deadline that has passed.
var longAgo = time.Unix(1, 0)

// Read serves the library. It never gives bytes and an error at once: so a
// failed Read means that the library asked for bytes that never came.
func (l *libraryConn) Read(p []byte) (int, error) {
	c := (*conn)(l)
	if len(c.early) > 0 {
		n := copy(p, c.early)
		if c.early = c.early[n:]; len(c.early) == 0 {
			c.early = nil
		}
		c.consumed(p[:n])
		return n, nil
	}
	if c.readErr != nil {
		c.readFailed = true
		return 0, c.readErr
	}
	c.trackMessageTime()
	n, err := c.raw.Read(p)
	if n > 0 {
		c.readErr = err
		c.consumed(p[:n])
		return n, nil
	}
	if err != nil {
		c.readFailed = true
	}
	return 0, err
}

// trackMessageTime starts the time limit of a message whose rest is being waited for, and
// ends it at a border. Time spent outside it, in the session, does not count.
func (c *conn) trackMessageTime() {
	switch {
	case !c.in.inMessage():
		if c.partialSince.Load() != 0 {
			c.partialSince.Store(0)
		}
	case c.partialSince.Load() == 0 || c.messageAt != c.in.done:
		c.messageAt = c.in.done
		c.partialSince.Store(max(1, c.server.coarse.Load()))
		c.shard.watch(c)
	}
}

// consumed notes what was read.
func (c *conn) consumed(p []byte) {
	if !c.heardSincePing.Load() {
		c.heardSincePing.Store(true)
	}
	c.in.pass(p)
	c.flood.check(c)
	if c.in.tooBig() {
		c.Close(wire.CloseTooBig, "message too big") // what it announces need not come
	}
}

// Write takes frames from the library: control frames, for data frames do not
// pass it. A frame may come in pieces; it is queued when it is whole, so
// nothing gets between them. It never blocks.
func (l *libraryConn) Write(p []byte) (int, error) {
	c := (*conn)(l)
	c.mu.Lock()
	switch c.state {
	case stateOpen:
	case stateClosed:
		c.mu.Unlock()
		return 0, net.ErrClosed
	default:
		c.mu.Unlock()
		return len(p), nil
	}
	c.part = append(c.part, p...)
	c.out.pass(p)
	if !c.out.atBorder() {
		c.mu.Unlock()
		return len(p), nil
	}
	frame := c.part
	c.part = nil
	if c.out.closed {
		c.answered = c.in.closed
		c.beginClose(frame)
		return len(p), nil
	}
	c.push(frame, 0, false)
	return len(p), nil
}

// Close is the library's wish to be rid of the connection. The socket is ours
// and closes when what is queued has left: only the reader is woken.
func (l *libraryConn) Close() error {
	c := (*conn)(l)
	c.mu.Lock()
	c.wakeReader()
	c.mu.Unlock()
	return nil
}

// wakeReader makes the library's Read fail at once. Under mu.
func (c *conn) wakeReader() {
	if c.readState == readByLibrary {
		_ = c.raw.SetReadDeadline(longAgo)
	}
}

// The library sets no deadlines; the shard's sweep keeps the time.

func (l *libraryConn) LocalAddr() net.Addr              { return l.raw.LocalAddr() }
func (l *libraryConn) RemoteAddr() net.Addr             { return l.raw.RemoteAddr() }
func (l *libraryConn) SetDeadline(time.Time) error      { return os.ErrNoDeadline }
func (l *libraryConn) SetReadDeadline(time.Time) error  { return os.ErrNoDeadline }
func (l *libraryConn) SetWriteDeadline(time.Time) error { return os.ErrNoDeadline }
