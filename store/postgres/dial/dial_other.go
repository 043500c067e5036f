//go:build !linux

package dial

import (
	"net"
	"time"
)

// Dialer makes connections within timeout. Their keepalives notice a peer that
// went silent; a limit for unanswered bytes is an option of Linux.
func Dialer(timeout, _ time.Duration) *net.Dialer {
	return &net.Dialer{
		Timeout:         timeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3},
	}
}
