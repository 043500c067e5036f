package dial

import (
	"net"
	"time"
)

// keepingAlive makes connections within timeout whose keepalives notice a peer that
// went silent while nothing was sent.
func keepingAlive(timeout time.Duration) *net.Dialer {
	return &net.Dialer{
		Timeout:         timeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3},
	}
}
