package socket

import (
	"bytes"
	"io"
	"net"
	"sync"
	"syscall"
	"time"

	"muster/http/socket/nonblocking"
)

// headMax is the longest request head that is read here, in bytes: a
// browser's with its cookies fits. Longer ones are net/http's.
const headMax = 4 << 10

var headBuffers = sync.Pool{New: func() any { b := make([]byte, headMax); return &b }}

// FrontListener is a listener in front of net/http. It looks at the first request
// of each connection. A plain handshake of /ws/chat (handshake.go) is served here.
// Everything else is given to net/http, which asks for it with Accept, with the
// bytes that were read of it. So whatever is unusual is parsed by net/http only. A
// connection that is not plain TCP is given to net/http unread.
//
// net/http makes three buffers of 4 KiB for a connection, which are garbage when
// a WebSocket takes it over, and grows a stack for it. Without the front listener
// a connect costs a fifth more CPU (measurements.md).
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

// Accept gives the next connection that is not served here, or a failure of the
// inner listener, one for each.
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

// Close closes the listener. A connection whose first request is still being read
// is closed, unless it is a handshake: those are answered until the Server closes.
func (d *frontListener) Close() error {
	d.close.Do(func() { close(d.closed) })
	return d.Listener.Close()
}

// run ends when the listener is closed. After a failure, such as the open file
// limit, it waits until net/http has taken it, which pauses before it asks again.
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

// serve waits for the first bytes on a small stack and without a buffer. Then a
// goroutine of the worker pool, which has a grown stack, goes on.
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

// waitReadable waits until a socket has bytes or its end to give; false when it
// failed or was too slow.
func waitReadable(rc syscall.RawConn) bool {
	var first [1]byte
	err := rc.Read(func(fd uintptr) bool {
		_, err := nonblocking.Peek(fd, first[:])
		return err != nonblocking.ErrAgain
	})
	return err == nil
}

// admit reads the head and serves it, or passes the connection on to net/http.
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

// prefixedConn is a connection whose first bytes were read and are read again.
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
