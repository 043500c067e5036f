//go:build unix && !(linux && (amd64 || arm64))

package socket

import "syscall"

// peek copies what lies in the socket's buffer without taking it: the number of
// bytes, 0 at the end of the stream or when reading will fail, seenNone when
// nothing is there.
func peek(fd uintptr, p *[pongMax]byte) int {
	for {
		n, _, err := syscall.Recvfrom(int(fd), p[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		switch err {
		case nil:
			return n
		case syscall.EAGAIN:
			return seenNone
		case syscall.EINTR:
		default:
			return 0
		}
	}
}

// skip takes bytes that have been peeked at.
func skip(fd uintptr, p []byte) { _, _ = syscall.Read(int(fd), p) }
