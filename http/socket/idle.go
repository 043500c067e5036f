package socket

import "muster/http/socket/nonblocking"

// This file is how a connection waits for its peer: with a stack of 2 KiB.

// pongMax is the longest pong that is taken off here; one that answers our ping
// has 6 bytes.
const pongMax = 14

// notAPong is the pongSize of anything else, and of the end of the stream.
const notAPong = 0

// idle says that the library has used up every byte it was given, so that the
// next one can be waited for without it.
func (c *conn) idle() bool {
	return c.rc != nil && c.readErr == nil && len(c.early) == 0 &&
		c.in.atBorder() && !c.in.open && !c.in.after && c.in.texts == c.messagesRead
}

// awaitBytes returns when there is something for the library to read, or reading
// fails. A pong, which is all that an idle browser sends, is taken and dropped.
func (c *conn) awaitBytes() {
	for c.idle() {
		c.trackMessageTime() // nothing: what was being waited for has come
		if err := c.rc.Read(c.peek); err != nil || c.pongSize == notAPong {
			return
		}
		c.consumed(c.pong[:c.pongSize])
		c.in.after = false // the library does not get to see it
	}
}

// peek looks at what has come. It takes a pong and leaves anything else; false when
// nothing has come.
func (c *conn) peek(fd uintptr) bool {
	n, err := nonblocking.Peek(fd, c.pong[:])
	if err == nonblocking.ErrAgain {
		return false
	}
	if c.pongSize = pongLen(c.pong[:n]); c.pongSize > 0 {
		nonblocking.Discard(fd, c.pong[:c.pongSize])
	}
	return true
}

// pongLen is the length of the whole pong frame that p begins with; 0 when it
// is anything else (RFC 6455 section 5.5.3).
func pongLen(p []byte) int {
	if len(p) < 2 || p[0] != bitFinal|opPong || p[1]&bitMasked == 0 {
		return notAPong
	}
	n := 6 + int(p[1]&^bitMasked)
	if n > len(p) {
		return notAPong
	}
	return n
}
