// How connections to the database are dialled where Linux's socket options do
// not exist.

//go:build !linux

package postgres

import (
	"net"
	"time"
)

func dialer() *net.Dialer {
	return &net.Dialer{
		Timeout:         connectTimeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3},
	}
}
