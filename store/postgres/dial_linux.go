// How connections to the database are dialled on Linux.

package postgres

import (
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// dialer makes TCP connections that notice a peer that went silent: unsent or
// unanswered bytes end the connection after tcpUserTimeoutMs.
func dialer() *net.Dialer {
	return &net.Dialer{
		Timeout:         connectTimeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3},
		Control: func(network, _ string, c syscall.RawConn) error {
			if network == "unix" {
				return nil
			}
			var failed error
			if err := c.Control(func(fd uintptr) {
				failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, tcpUserTimeoutMs)
			}); err != nil {
				return err
			}
			return failed
		},
	}
}
