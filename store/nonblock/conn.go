package nonblock

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
)

var errAgain = errors.New("not now")

// Peek copies what lies in the socket's buffer into p, which is not empty, and
// leaves it there. come is false when nothing has; 0 bytes are the end of the
// stream, or that reading will fail.
func Peek(fd uintptr, p []byte) (n int, come bool) {
	n, err := glance(fd, p)
	return n, err != errAgain
}

// Skip takes bytes that have been peeked at.
func Skip(fd uintptr, p []byte) { _, _ = receive(fd, p) }

// Send writes what the socket takes now: fewer bytes than given, and no error,
// when its buffer is full.
func Send(fd uintptr, p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	n, err := send(fd, p)
	if err == errAgain {
		return 0, nil
	}
	return n, err
}

// transfer is one Read or Write. It keeps its closures, so that neither
// allocates.
type transfer struct {
	p         []byte
	n         int
	err       error
	in, outgo func(fd uintptr) bool
}

var transfers = sync.Pool{New: func() any {
	t := new(transfer)
	t.in = func(fd uintptr) bool {
		t.n, t.err = receive(fd, t.p)
		return t.err != errAgain
	}
	t.outgo = func(fd uintptr) bool {
		for len(t.p) > 0 {
			n, err := send(fd, t.p)
			if err == errAgain {
				return false
			}
			if t.err = err; err != nil {
				return true
			}
			t.n += n
			t.p = t.p[n:]
		}
		return true
	}
	return t
}}

// end gives what became of a transfer and puts it back. err is the poller's.
func (t *transfer) end(call string, err error) (int, error) {
	n := t.n
	if err == nil && t.err != nil {
		err = os.NewSyscallError(call, t.err)
	}
	t.p, t.n, t.err = nil, 0, nil
	transfers.Put(t)
	return n, err
}

// Read waits for bytes like net.Conn's Read.
func Read(rc syscall.RawConn, p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	t := transfers.Get().(*transfer)
	t.p = p
	n, err := t.end("recv", rc.Read(t.in))
	if n == 0 && err == nil {
		err = io.EOF
	}
	return n, err
}

// Write writes all of p like net.Conn's Write.
func Write(rc syscall.RawConn, p []byte) (int, error) {
	t := transfers.Get().(*transfer)
	t.p = p
	return t.end("send", rc.Write(t.outgo))
}

// conn reads and writes by calls that never wait.
type conn struct {
	net.Conn
	rc syscall.RawConn
}

func (c *conn) Read(p []byte) (int, error)  { return Read(c.rc, p) }
func (c *conn) Write(p []byte) (int, error) { return Write(c.rc, p) }

// Dial has a dialer's TCP and Unix connections read and write by calls that
// never wait.
func Dial(d *net.Dialer) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		nc, err := d.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		if rc := Raw(nc); rc != nil {
			return &conn{nc, rc}, nil
		}
		return nc, nil
	}
}
