package socket

import (
	"bytes"
	"io"
	"net"
	"sync"
	"syscall"
	"time"
)

// headMax is the longest request head the door reads itself, in bytes: a
// browser's with its cookies fits. Longer ones are net/http's.
const headMax = 4 << 10

var headBuffers = sync.Pool{New: func() any { b := make([]byte, headMax); return &b }}

// FrontListener is a listener in front of net/http. It looks at the first request of
// each connection: a plain handshake of /ws/chat (head.go) is served here, and
// everything else, with what was read of it, by net/http, which asks for it
// with Accept. So there is one reading of everything unusual, and it is theirs.
// A connection that is not plain TCP is left to net/http unseen.
//
// net/http makes three buffers of 4 KiB for a connection, which are garbage when
// a WebSocket takes it over, and grows a stack for it: with 10,000 connects that
// was a third of all that the node allocated.
func (s *Server) FrontListener(l net.Listener) net.Listener {
	d := &frontListener{Listener: l, server: s, passed: make(chan net.Conn), failures: make(chan error), closed: make(chan struct{})}
	go d.run()
	return d
}

type frontListener struct {
	net.Listener
	server   *Server
	passed   chan net.Conn
	failures chan error
	closed   chan struct{}
	close    sync.Once
}

// Accept gives the next connection that is not the door's, or a failure of the
// listener, one for each.
func (d *frontListener) Accept() (net.Conn, error) {
	select {
	case nc := <-d.passed:
		return nc, nil
	case err := <-d.failures:
		return nil, err
	case <-d.closed:
		return nil, net.ErrClosed
	}
}

// Close closes the listener. Who is being looked at and is none of the door's
// is let go; handshakes are still answered, as long as the Server does.
func (d *frontListener) Close() error {
	d.close.Do(func() { close(d.closed) })
	return d.Listener.Close()
}

// run ends when the listener is closed. It waits until a failure was taken: net/http
// pauses before it asks again.
func (d *frontListener) run() {
	for {
		nc, err := d.Listener.Accept()
		if err == nil {
			go d.serve(nc)
			continue
		}
		select {
		case d.failures <- err:
		case <-d.closed:
			return
		}
	}
}

// serve waits for the first bytes on a small stack and without a buffer; a hand
// of the crew, which has a grown stack, goes on.
func (d *frontListener) serve(nc net.Conn) {
	rc := rawSocket(nc)
	if rc == nil {
		d.passOn(nc)
		return
	}
	_ = nc.SetReadDeadline(time.Now().Add(HandshakeTimeout))
	if !waitReadable(rc) {
		_ = nc.Close()
		return
	}
	d.server.readers.Schedule(func() { d.admit(nc) })
}

// waitReadable waits until a socket has bytes or its end to give; false when it failed
// or was too slow.
func waitReadable(rc syscall.RawConn) bool {
	var first [1]byte
	err := rc.Read(func(fd uintptr) bool {
		_, err := peekNow(fd, first[:])
		return err != errAgain
	})
	return err == nil
}

// admit reads the head and serves it, or leaves the connection to net/http.
func (d *frontListener) admit(nc net.Conn) {
	buf := headBuffers.Get().(*[]byte)
	defer headBuffers.Put(buf)
	n, end := 0, 0
	for end == 0 {
		m, err := nc.Read((*buf)[n:])
		if err != nil {
			_ = nc.Close() // too slow or gone, as net/http answers it: by nothing
			return
		}
		n += m
		if !mayBeHandshake((*buf)[:n]) {
			break
		}
		if end = headEnd((*buf)[:n]); end == 0 && n == len(*buf) {
			break
		}
	}
	r := readHead((*buf)[:end])
	if r == nil {
		d.passOn(&prefixedConn{nc, bytes.Clone((*buf)[:n])})
		return
	}
	r.RemoteAddr = nc.RemoteAddr().String()
	reply := &responseWriter{conn: nc, early: bytes.Clone((*buf)[end:n])}
	defer func() {
		if p := recover(); p != nil {
			d.server.refusals.panicked(p)
			_ = nc.Close()
		}
	}()
	d.server.ServeHTTP(reply, r)
	reply.send()
}

// passOn gives a connection to net/http, which sets its own time limits.
func (d *frontListener) passOn(nc net.Conn) {
	select {
	case d.passed <- nc:
	case <-d.closed:
		_ = nc.Close()
	}
}

// prefixedConn is a connection of which something was read, which comes once more.
type prefixedConn struct {
	net.Conn
	read []byte
}

func (b *prefixedConn) Read(p []byte) (int, error) {
	if len(b.read) == 0 {
		return b.Conn.Read(p)
	}
	n := copy(p, b.read)
	if b.read = b.read[n:]; len(b.read) == 0 {
		b.read = nil
	}
	return n, nil
}

// ReadFrom lets net/http send a file without a copy through memory.
func (b *prefixedConn) ReadFrom(r io.Reader) (int64, error) { return io.Copy(b.Conn, r) }

// CloseWrite lets net/http end an answer to a request it did not read whole
// without a reset, which the peer might see before the answer.
func (b *prefixedConn) CloseWrite() error {
	if half, ok := b.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
