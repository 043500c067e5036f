//go:build linux && (amd64 || arm64)

package socket

import (
	"syscall"
	"unsafe"
)

// peek copies what lies in the socket's buffer without taking it: the number of
// bytes, 0 at the end of the stream or when reading will fail, seenNone when
// nothing is there. It calls the kernel itself: syscall.Recvfrom has a buffer for
// an address on its stack, which would then not fit 2 KiB.
func peek(fd uintptr, p *[pongMax]byte) int {
	for {
		n, _, err := syscall.Syscall6(syscall.SYS_RECVFROM, fd, uintptr(unsafe.Pointer(p)), pongMax,
			syscall.MSG_PEEK|syscall.MSG_DONTWAIT, 0, 0)
		switch err {
		case 0:
			return int(n)
		case syscall.EAGAIN:
			return seenNone
		case syscall.EINTR:
		default:
			return 0
		}
	}
}

// skip takes bytes that have been peeked at.
func skip(fd uintptr, p []byte) {
	_, _, _ = syscall.Syscall6(syscall.SYS_RECVFROM, fd, uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)),
		syscall.MSG_DONTWAIT, 0, 0)
}
