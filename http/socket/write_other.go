//go:build !unix

package socket

import (
	"errors"
	"net"
	"syscall"
)

// rawConn is nil where a write that does not wait is not to be had: every
// connection with something to send is then written by a goroutine.
func rawConn(net.Conn) syscall.RawConn { return nil }

func writeOnce(uintptr, []byte) (int, error) { return 0, errors.ErrUnsupported }

func peek(uintptr, *[pongMax]byte) int { return 0 }

func skip(uintptr, []byte) {}
