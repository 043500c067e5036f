//go:build !linux

package dial

import (
	"net"
	"time"
)

// Dialer makes connections within timeout. Their keepalives notice a peer that
// went silent; a limit for unanswered bytes is an option of Linux.
func Dialer(timeout, _ time.Duration) *net.Dialer { return keepingAlive(timeout) }
