//go:build linux && (amd64 || arm64)

package nonblock

import (
	"syscall"
	"unsafe"
)

const flags = syscall.MSG_DONTWAIT | syscall.MSG_NOSIGNAL

// receive takes what lies in the socket's buffer; 0 bytes are the end of the
// stream, syscall.EAGAIN says that nothing has come.
func receive(fd uintptr, p []byte) (int, error) {
	n, err := call(syscall.SYS_RECVFROM, fd, p, flags)
	received(fd)
	return n, err
}

// send gives the socket what it takes now; syscall.EAGAIN when that is nothing.
func send(fd uintptr, p []byte) (int, error) {
	sending()
	return call(syscall.SYS_SENDTO, fd, p, flags)
}

// glance is receive that leaves what it copies.
func glance(fd uintptr, p []byte) (int, error) {
	n, err := call(syscall.SYS_RECVFROM, fd, p, flags|syscall.MSG_PEEK)
	received(fd)
	return n, err
}

// call is one recvfrom or sendto (their arguments are alike) with a buffer that
// is not empty. A socket's own calls cost less than read and write, which look
// first what kind of file they have; and the syscall package's have a buffer for
// an address on their stack, which would not fit a waiting connection's 2 KiB.
func call(trap, fd uintptr, p []byte, flags uintptr) (int, error) {
	for {
		n, _, err := syscall.RawSyscall6(trap, fd, uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)), flags, 0, 0)
		switch err {
		case 0:
			return int(n), nil
		case syscall.EINTR:
		case syscall.EAGAIN:
			return 0, errAgain
		default:
			return 0, err
		}
	}
}
