package socket

import (
	"bytes"
	"fmt"
	"net"
	"runtime/debug"
	"sync"
	"syscall"
	"time"
)

// headMax is the longest request head the door reads itself, in bytes: a
// browser's with its cookies fits. Longer ones are net/http's.
const headMax = 4 << 10

var heads = sync.Pool{New: func() any { b := make([]byte, headMax); return &b }}

// Door is a listener in front of net/http. It looks at the first request of
// each connection: a plain handshake of /ws/chat (head.go) is served here, and
// everything else, with what was read of it, by net/http, which asks for it
// with Accept. So there is one reading of everything unusual, and it is theirs.
// A connection that is not plain TCP is left to net/http unseen.
//
// net/http makes three buffers of 4 KiB for a connection, which are garbage when
// a WebSocket takes it over, and grows a stack for it: with 10,000 connects that
// was a third of all that the node allocated.
func (s *Server) Door(l net.Listener) net.Listener {
	d := &door{Listener: l, server: s, others: make(chan net.Conn), failures: make(chan error), closed: make(chan struct{})}
	go d.run()
	return d
}

type door struct {
	net.Listener
	server   *Server
	others   chan net.Conn
	failures chan error
	closed   chan struct{}
	close    sync.Once
}

// Accept gives the next connection that is not the door's, or a failure of the
// listener, one for each.
func (d *door) Accept() (net.Conn, error) {
	select {
	case nc := <-d.others:
		return nc, nil
	case err := <-d.failures:
		return nil, err
	case <-d.closed:
		return nil, net.ErrClosed
	}
}

// Close closes the listener. Who is being looked at and is none of the door's
// is let go; handshakes are still answered, as long as the Server does.
func (d *door) Close() error {
	d.close.Do(func() { close(d.closed) })
	return d.Listener.Close()
}

// run ends when the listener is closed. It waits until a failure was taken: net/http
// pauses before it asks again.
func (d *door) run() {
	for {
		nc, err := d.Listener.Accept()
		if err == nil {
			go d.look(nc)
			continue
		}
		select {
		case d.failures <- err:
		case <-d.closed:
			return
		}
	}
}

// look waits for the first bytes on a small stack and without a buffer; a hand
// of the crew, which has a grown stack, goes on.
func (d *door) look(nc net.Conn) {
	rc := rawSocket(nc)
	if rc == nil {
		d.leave(nc)
		return
	}
	_ = nc.SetReadDeadline(time.Now().Add(HandshakeTimeout))
	if !come(rc) {
		_ = nc.Close()
		return
	}
	d.server.crew.Schedule(func() { d.admit(nc) })
}

// come waits until a socket has bytes or its end to give; false when it failed
// or was too slow.
func come(rc syscall.RawConn) bool {
	var first [1]byte
	err := rc.Read(func(fd uintptr) bool {
		_, err := peekNow(fd, first[:])
		return err != errAgain
	})
	return err == nil
}

// admit reads the head and serves it, or leaves the connection to net/http.
func (d *door) admit(nc net.Conn) {
	buf := heads.Get().(*[]byte)
	defer heads.Put(buf)
	n, end := 0, 0
	for end == 0 {
		m, err := nc.Read((*buf)[n:])
		if err != nil {
			_ = nc.Close() // too slow or gone, as net/http answers it: by nothing
			return
		}
		n += m
		if !mayBeOurs((*buf)[:n]) {
			break
		}
		if end = headEnd((*buf)[:n]); end == 0 && n == len(*buf) {
			break
		}
	}
	r := readHead((*buf)[:end])
	if r == nil {
		d.leave(&begun{nc, bytes.Clone((*buf)[:n])})
		return
	}
	r.RemoteAddr = nc.RemoteAddr().String()
	reply := &reply{conn: nc, early: bytes.Clone((*buf)[end:n])}
	defer func() {
		if p := recover(); p != nil {
			// The value may quote the request: only its type is told.
			d.server.log.Error("handshake panicked", "panic", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
			_ = nc.Close()
		}
	}()
	d.server.ServeHTTP(reply, r)
	reply.finish()
}

// leave gives a connection to net/http, which sets its own time limits.
func (d *door) leave(nc net.Conn) {
	select {
	case d.others <- nc:
	case <-d.closed:
		_ = nc.Close()
	}
}

// begun is a connection of which something was read, which comes once more.
type begun struct {
	net.Conn
	read []byte
}

func (b *begun) Read(p []byte) (int, error) {
	if len(b.read) == 0 {
		return b.Conn.Read(p)
	}
	n := copy(p, b.read)
	if b.read = b.read[n:]; len(b.read) == 0 {
		b.read = nil
	}
	return n, nil
}

// CloseWrite lets net/http end an answer to a request it did not read whole
// without a reset, which the peer might see before the answer.
func (b *begun) CloseWrite() error {
	if half, ok := b.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
