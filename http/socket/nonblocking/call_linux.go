//go:build linux && (amd64 || arm64) && !race

package nonblocking

import (
	"syscall"
	"unsafe"
)

// This file makes the calls without entering them with the Go scheduler. The standard library enters every call,
// because it might wait; then the runtime's monitor is woken and looks every 20 µs
// whether the call is still under way. Waiting for a socket is left to the
// standard library's poller.

// Supported is whether the calls of this package can be made here.
const Supported = true

const sendFlags = syscall.MSG_DONTWAIT | syscall.MSG_NOSIGNAL

// Send gives the socket the bytes that it takes now; ErrAgain when it takes
// none.
func Send(fd uintptr, p []byte) (int, error) {
	return call(syscall.SYS_SENDTO, fd, p, sendFlags)
}

// Receive takes what the socket has received; ErrAgain when nothing has come, 0 bytes at
// the end of the stream.
func Receive(fd uintptr, p []byte) (int, error) {
	return call(syscall.SYS_RECVFROM, fd, p, sendFlags)
}

// Peek copies what the socket has received and leaves it there; ErrAgain when
// nothing has come, 0 bytes at the end of the stream.
func Peek(fd uintptr, p []byte) (int, error) {
	return call(syscall.SYS_RECVFROM, fd, p, sendFlags|syscall.MSG_PEEK)
}

// Discard takes bytes that were peeked at.
func Discard(fd uintptr, p []byte) { _, _ = call(syscall.SYS_RECVFROM, fd, p, sendFlags) }

// call is one recvfrom or sendto (their arguments are alike) with a buffer that
// is not empty. The syscall package's own have a buffer for an address on their
// stack, which would not fit a waiting connection's 2 KiB.
func call(trap, fd uintptr, p []byte, flags uintptr) (int, error) {
	for {
		n, _, err := syscall.RawSyscall6(trap, fd, uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)), flags, 0, 0)
		switch err {
		case 0:
			return int(n), nil
		case syscall.EINTR:
		case syscall.EAGAIN:
			return 0, ErrAgain
		default:
			return 0, err
		}
	}
}
