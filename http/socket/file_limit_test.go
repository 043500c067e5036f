//go:build unix

package socket

import (
	"net"
	"os"
	"syscall"
	"testing"
)

// At the open file limit a connection waits until a file is free; then the node
// accepts again.
func TestOpenFileLimitReached(t *testing.T) {
	st := open(t)
	free, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	lowest := free.Fd()
	_ = free.Close()
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
	tight := before
	tight.Cur = uint64(lowest) + 1 // one file is left, which the client takes
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &tight); err != nil {
		t.Fatal(err)
	}
	nc, err := net.Dial("tcp", st.addr())
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
