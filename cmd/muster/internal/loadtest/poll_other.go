//go:build !linux

package loadtest

import "net"

// poller: this system's sockets are read with goroutines.
type poller struct{}

func startPoller() *poller { return nil }

func (p *poller) stop() {}

func (p *poller) adopt(conn net.Conn) stream { return plainStream{conn} }
