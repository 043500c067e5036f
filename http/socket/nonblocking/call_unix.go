//go:build unix && !(linux && (amd64 || arm64) && !race)

package nonblocking

import "syscall"

// This file is call_linux.go by the syscall package's calls: for other systems,
// and for the race detector, which knows these calls. Go's sockets never wait.

// Supported is whether the calls of this package can be made here.
const Supported = true

// Send gives the socket the bytes that it takes now; ErrAgain when it takes none.
func Send(fd uintptr, p []byte) (int, error) {
	return again(func() (int, error) { return syscall.Write(int(fd), p) })
}

// Receive takes what the socket has received; ErrAgain when nothing has come, 0 bytes at
// the end of the stream.
func Receive(fd uintptr, p []byte) (int, error) {
	return again(func() (int, error) { return syscall.Read(int(fd), p) })
}

// Peek copies what the socket has received and leaves it there; ErrAgain when
// nothing has come, 0 bytes at the end of the stream.
func Peek(fd uintptr, p []byte) (int, error) {
	return again(func() (int, error) {
		n, _, err := syscall.Recvfrom(int(fd), p, syscall.MSG_PEEK)
		return n, err
	})
}

// Discard takes bytes that were peeked at.
func Discard(fd uintptr, p []byte) { _, _ = syscall.Read(int(fd), p) }

func again(call func() (int, error)) (int, error) {
	for {
		switch n, err := call(); err {
		case nil:
			return n, nil
		case syscall.EINTR:
		case syscall.EAGAIN:
			return 0, ErrAgain
		default:
			return 0, err
		}
	}
}
