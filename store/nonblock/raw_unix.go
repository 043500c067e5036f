//go:build unix

package nonblock

import (
	"net"
	"syscall"
)

// Raw gives a connection's socket, for plain TCP and Unix sockets; nil for
// anything else, such as TLS.
func Raw(nc net.Conn) syscall.RawConn {
	var rc syscall.RawConn
	var err error
	switch nc := nc.(type) {
	case *net.TCPConn:
		rc, err = nc.SyscallConn()
	case *net.UnixConn:
		rc, err = nc.SyscallConn()
	}
	if err != nil {
		return nil
	}
	return rc
}
