//go:build !unix

package nonblock

import (
	"errors"
	"net"
	"syscall"
)

// Raw is nil where there are no such calls.
func Raw(net.Conn) syscall.RawConn { return nil }

func receive(uintptr, []byte) (int, error) { return 0, errors.ErrUnsupported }
func send(uintptr, []byte) (int, error)    { return 0, errors.ErrUnsupported }
func glance(uintptr, []byte) (int, error)  { return 0, errors.ErrUnsupported }
