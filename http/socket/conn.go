package socket

import (
	"net"
	"sync"
	"sync/atomic"
	"syscall"

	"muster/actors/wire"

	"github.com/coder/websocket"
)

// conn is one socket: the actors.Outbox of its session (outbox.go), and the
// connection the library reads and writes (pipe.go).
type conn struct {
	server         *Server
	shard          *shard
	raw            net.Conn
	rc             syscall.RawConn // nil: only blocking writes
	ws             *websocket.Conn
	session        Session
	decided        decision     // admit, or why it is refused
	slot           int32        // place in the shard's wheel; the shard's
	index          int32        // place in the slot; the shard's
	partialSince   atomic.Int64 // when the rest of a message began to be waited for; 0: it is not
	heardSincePing atomic.Bool  // bytes have come since the last ping

	// The reader goroutine's alone.
	early        []byte // read by net/http before the upgrade
	in           stream
	messagesRead uint32 // messages the library has given
	pong         [pongMax]byte
	pongSize     int    // of pong, by the last glance
	messageAt    uint32 // in.done when midway was set
	readErr      error  // to be returned by the next Read
	readFailed   bool   // a Read has failed
	flood        flood

	mu         sync.Mutex
	address    string
	unjoined   bool
	queue      []entry
	offset     int       // bytes of queue[0] already written
	queued     int       // bytes of queue not written yet
	inflight   int       // entries of queue a writer is working on
	listed     bool      // the shard will flush it
	shrinkable bool      // the empty queue has places that the sweep may take back
	slow       bool      // a goroutine of its own writes it
	busy       bool      // frames come so fast that they may wait for company
	rate       frameRate // decides busy
	closing    bool      // the close frame is queued; nothing may follow it
	flushed    bool      // … and written
	draining   bool      // the reader has left the library and only waits for the end
	readDone   bool      // the peer's close frame or its end of stream has come
	shut       bool      // raw is closed
	closeBy    int64     // when closing ends by force
	parts      int8      // reader, socket, writer: 0 is the end
	answer     bool      // the close frame answers the peer's
	code       int16     // it was closed with; 0: the peer went, or was lost
	out        stream
	part       []byte        // a frame of the library's that is not complete
	progress   chan struct{} // closed at the next write or end, if anybody waits
}

// abort closes the socket now and forgets what is queued.
func (c *conn) abort() {
	c.mu.Lock()
	if c.shut {
		c.mu.Unlock()
		return
	}
	c.shut, c.closing = true, true
	c.queue, c.queued, c.offset, c.part = nil, 0, 0, nil
	c.notify()
	polite := c.flushed
	c.mu.Unlock()
	if c.rc != nil {
		_ = c.raw.Close()
		c.partEnded()
		return
	}
	go func() {
		// A TLS connection says goodbye first, which may wait for its peer.
		if inner, ok := c.raw.(interface{ NetConn() net.Conn }); ok && !polite {
			_ = inner.NetConn().Close()
		}
		_ = c.raw.Close()
		c.partEnded()
	}()
}

// partEnded ends one of the reader, the socket and the writer; with the last of
// them the connection leaves every count.
func (c *conn) partEnded() {
	c.mu.Lock()
	c.parts--
	over := c.parts == 0
	unjoined, address, code := c.unjoined, c.address, c.code
	c.mu.Unlock()
	if over {
		c.shard.remove(c)
		c.server.closes.add(wire.CloseCode(code))
		c.server.limiter.release(c.decided, unjoined, address)
	}
}
