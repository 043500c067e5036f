package dial

import (
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Dialer makes connections within timeout. A TCP connection notices a peer that
// went silent: unsent or unanswered bytes end it after silence.
func Dialer(timeout, silence time.Duration) *net.Dialer {
	d := keepingAlive(timeout)
	d.Control = func(network, _ string, c syscall.RawConn) error {
		if network == "unix" {
			return nil
		}
		var failed error
		if err := c.Control(func(fd uintptr) {
			failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
		}); err != nil {
			return err
		}
		return failed
	}
	return d
}
