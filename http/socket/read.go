package socket

import (
	"context"
	"errors"
	"io"
	"sync"
	"unicode/utf8"

	"muster/actors/wire"

	"github.com/coder/websocket"
)

// This file is the reader goroutine of a connection.

// Buffers for one message being read. They are taken when its first header has
// come, so an idle connection holds none, and the large one only when a message
// really is large.
var (
	smallBuffers = sync.Pool{New: func() any { b := make([]byte, 2<<10); return &b }}
	largeBuffers = sync.Pool{New: func() any { b := make([]byte, wire.MaxFrame+1); return &b }}
)

func putBuffer(buf *[]byte) {
	if len(*buf) > wire.MaxFrame {
		largeBuffers.Put(buf)
	} else {
		smallBuffers.Put(buf)
	}
}

// Close codes that only the edge uses.
const (
	closeUnsupported wire.CloseCode = 1003 // a binary message
	closeInternal    wire.CloseCode = 1011
)

// run waits for what the peer sends and has it read, until the connection is
// over.
//
// Reading and handling a message need a deep stack, and a goroutine keeps the
// stack it has grown for as long as it lives. So this goroutine only waits and
// ends. One of the worker pool reads until nothing more has come, and then a new
// one waits. One goroutine for both costs 8 KiB more for each idle connection.
func (c *conn) run() {
	c.awaitBytes()
	c.server.readers.Schedule(c.read)
}

func (c *conn) read() {
	if err := c.receive(); err != nil {
		c.finishReading(err)
		return
	}
	go c.run()
}

// finishReading hands to the session the error of a failed read or of a closing
// connection, and waits for the peer to end the close handshake.
func (c *conn) finishReading(err error) {
	switch {
	case errors.Is(err, context.DeadlineExceeded): // the library's, for the rest of a control frame
		c.Close(wire.CloseAbuse, "message took too long")
	case !c.readFailed:
		// The library closes for most violations, but not for all. Only the first
		// Close counts.
		c.Close(wire.CloseProtocol, violation(err))
	}
	c.session.Gone()
	_ = c.ws.CloseNow()
	c.ws = nil
	c.awaitPeer()
	c.partEnded()
}

// receive hands messages to the session until all bytes that have come are used
// up. It fails when reading has failed or the connection is closing.
func (c *conn) receive() error {
	for {
		buf, n, err := c.message()
		if err != nil {
			return err
		}
		c.messagesRead++
		switch {
		case c.isClosing():
			err = errClosing
		case !utf8.Valid((*buf)[:n]):
			c.Close(wire.CloseNotUTF8, "text is not UTF-8")
			err = errClosing
		default:
			err = c.deliver((*buf)[:n])
		}
		putBuffer(buf)
		if err != nil {
			return err
		}
		if c.idle() {
			return nil
		}
	}
}

var errClosing = errors.New("closing")

// message reads one text message.
func (c *conn) message() (*[]byte, int, error) {
	// A context that could end would cost a timer a frame and end the
	// connection with it.
	kind, r, err := c.ws.Reader(context.Background())
	if err != nil {
		return nil, 0, err
	}
	if kind != websocket.MessageText {
		c.Close(closeUnsupported, "only text messages are understood")
		return nil, 0, errClosing
	}
	buf, n := smallBuffers.Get().(*[]byte), 0
	for {
		if n == len(*buf) && n <= wire.MaxFrame {
			large := largeBuffers.Get().(*[]byte)
			copy(*large, *buf)
			putBuffer(buf)
			buf = large
		}
		m, err := r.Read((*buf)[n:])
		n += m
		// The library takes the end of the stream inside a message for the end
		// of the message.
		if err == io.EOF && !c.readFailed {
			return buf, n, nil
		}
		if err != nil {
			putBuffer(buf)
			return nil, 0, err
		}
	}
}

// deliver calls the session. One that panics costs its own connection only.
func (c *conn) deliver(payload []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			c.server.refusals.panicked(p)
			c.Close(closeInternal, "internal error")
			err = errClosing
		}
	}()
	c.session.Receive(payload)
	return nil
}

func violation(err error) string {
	if err == nil || errors.Is(err, errClosing) {
		return ""
	}
	return err.Error()
}

// awaitPeer drops what still comes until the peer's close frame or end of
// stream; the sweep bounds the wait. Closing a socket with unread bytes would
// reset it, and the peer might lose the close frame.
func (c *conn) awaitPeer() {
	c.mu.Lock()
	c.readState = readDiscard
	if c.state != stateClosed {
		_ = c.raw.SetReadDeadline(never)
	}
	closing := c.state != stateOpen
	c.mu.Unlock()
	if closing {
		buf := smallBuffers.Get().(*[]byte)
		for !c.in.closed && c.readErr == nil {
			n, err := c.raw.Read(*buf)
			c.in.pass((*buf)[:n])
			if err != nil {
				break
			}
		}
		putBuffer(buf)
	}
	c.mu.Lock()
	c.readState = readEnded
	over := c.state != stateClosing
	c.mu.Unlock()
	if over {
		c.abort()
	}
}

// floodMax is the number of control and continuation frames a peer may send in
// a second. They carry nothing a browser's chat sends in such numbers, and the
// session that limits messages never sees them.
const floodMax = 1000

// flood counts them.
type flood struct {
	second int64
	before uint32 // in.minor when the second began
}

func (f *flood) check(c *conn) {
	if second := c.server.coarse.Load() / int64(1e9); second != f.second {
		f.second, f.before = second, c.in.minor
	}
	if c.in.minor-f.before > floodMax {
		c.Close(wire.CloseAbuse, "too many control frames")
	}
}
