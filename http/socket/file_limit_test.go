//go:build unix

package socket

import (
	"errors"
	"net"
	"os"
	"syscall"
	"testing"
)

// At the open file limit a connection waits until a file is free; then the node
// accepts again.
func TestOpenFileLimitReached(t *testing.T) {
	st := open(t)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	restore := func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(restore)
	nc, err := dialWithLastFile(t, before, st.addr())
	for errors.Is(err, syscall.EMFILE) { // something else of this process took it first
		restore()
		nc, err = dialWithLastFile(t, before, st.addr())
	}
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the failure is counted", func() bool { return st.Refusals()[AcceptFailed] > 0 })
	restore()
	p := handshakeOn(t, nc) // it waited
	m := st.member()
	p.send(frame(fin|opText, "in"))
	if got := receive(t, m.got); got != "in" {
		t.Errorf("got %q", got)
	}
	st.raw()
	st.member()
}

// dialWithLastFile lowers the limit until one file is left, and connects with it.
func dialWithLastFile(t *testing.T, limit syscall.Rlimit, addr string) (net.Conn, error) {
	t.Helper()
	free, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	limit.Cur = uint64(free.Fd()) + 1
	_ = free.Close()
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	return net.Dial("tcp", addr)
}
