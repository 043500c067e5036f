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
	return &net.Dialer{
		Timeout:         timeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3},
		Control: func(network, _ string, c syscall.RawConn) error {
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
		},
	}
}
