package socket

import (
	"net"
	"sync"
	"sync/atomic"
	"syscall"

	"muster/actors/wire"
	"muster/store/language"

	"github.com/coder/websocket"
)

// conn is one socket: the actors.Outbox of its session (outbox.go), and the
// connection that the library reads and writes (library_conn.go).
type conn struct {
	server         *Server
	shard          *shard
	raw            net.Conn
	rc             syscall.RawConn // nil: wrapped, so every write may wait
	ws             *websocket.Conn
	session        Session
	decided        decision
	language       language.Tag // of the handshake
	chosen         bool         // it was chosen on the device
	slot           int32        // place in the shard's wheel; the shard's
	index          int32        // place in the slot; the shard's
	partialSince   atomic.Int64 // when the rest of a message began to be waited for; 0: it is not
	heardSincePing atomic.Bool

	// The reader goroutine's alone.
	early        []byte // read before the upgrade
	in           stream
	messagesRead uint32 // messages that the library has given
	pong         [pongMax]byte
	pongSize     int    // bytes of pong at the last peek
	messageAt    uint32 // in.done when partialSince was set
	readErr      error  // what the next Read returns
	readFailed   bool   // a Read has failed
	flood        flood

	mu         sync.Mutex
	state      connState
	readState  readState
	flusher    flusher
	parts      int8   // of reader, socket and writer, those that have not ended
	address    string // by which unjoined sockets are counted
	from       string // the address itself, until it has joined
	unjoined   bool
	queue      []entry
	offset     int       // bytes of queue[0] that were written
	queued     int       // bytes of queue that were not
	inflight   int       // entries of queue that are being written
	shrinkable bool      // the sweep may take the empty queue's memory back
	lazy       bool      // stands in the shard's list of those
	busy       bool      // frames come so fast that they may wait for others
	rate       frameRate // decides busy
	flushes    uint8     // so far, up to arrivalFlushes
	closeBy    int64     // when closing ends by force
	answered   bool      // the close frame answers the peer's
	code       int16     // it was closed with; 0: the peer closed, or was lost
	out        stream
	part       []byte        // a frame of the library's that is not complete
	progress   chan struct{} // closed at the next write or end; nil: nobody waits
	wake       chan struct{} // has the writer of a wrapped connection write; closed at the end
}

// connState is how far a connection has come. It only grows.
type connState uint8

const (
	stateOpen     connState = iota
	stateClosing            // the close frame is queued; nothing may follow it
	stateDraining           // the close frame has left; the peer's is waited for
	stateClosed             // the socket is closed
)

// readState is who reads. It only grows.
type readState uint8

const (
	readByLibrary readState = iota
	readDiscard             // the reader waits for the peer's end, nothing is handed on
	readEnded               // the peer's close frame or the end of its stream has come
)

// flusher is who writes what is queued.
type flusher uint8

const (
	flushNobody flusher = iota // nothing is queued
	flushLazily                // the shard will, when it comes to it or to what is queued next
	flushShard                 // the shard will, in a pass
	flushWriter                // a goroutine of the connection's own
)

// abort closes the socket now and forgets what is queued.
func (c *conn) abort() {
	c.mu.Lock()
	if c.state == stateClosed {
		c.mu.Unlock()
		return
	}
	closeFrameSent := c.state == stateDraining
	c.state = stateClosed
	c.queue, c.queued, c.offset, c.part = nil, 0, 0, nil
	c.notify()
	if c.wake != nil {
		close(c.wake)
	}
	c.mu.Unlock()
	if c.rc != nil {
		_ = c.raw.Close()
		c.partEnded()
		return
	}
	go func() {
		// Closing a TLS connection sends an alert, which may wait for the peer.
		if inner, ok := c.raw.(interface{ NetConn() net.Conn }); ok && !closeFrameSent {
			_ = inner.NetConn().Close()
		}
		_ = c.raw.Close()
		c.partEnded()
	}()
}

// partEnded ends one of the reader, the socket and the writer. With the last of
// them the connection leaves every count, and what its session does later
// changes none.
func (c *conn) partEnded() {
	c.mu.Lock()
	c.parts--
	over := c.parts == 0
	unjoined, address, code := c.unjoined, c.address, c.code
	if over {
		c.unjoined = false
	}
	c.mu.Unlock()
	if over {
		c.shard.remove(c)
		c.server.closes.add(wire.CloseCode(code))
		c.server.limiter.release(c.decided, unjoined, address)
	}
}
