//go:build unix

package socket

import (
	"net"
	"syscall"
)

// rawConn gives the way to write without waiting, for plain TCP and Unix
// sockets; nil for anything else, such as TLS.
func rawConn(nc net.Conn) syscall.RawConn {
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

// writeOnce writes what the socket takes now: fewer bytes than given, and no
// error, when its buffer is full.
func writeOnce(fd uintptr, b []byte) (int, error) {
	for {
		n, err := syscall.Write(int(fd), b)
		switch err {
		case nil:
			return n, nil
		case syscall.EINTR:
			continue
		case syscall.EAGAIN:
			return 0, nil
		}
		return 0, err
	}
}
