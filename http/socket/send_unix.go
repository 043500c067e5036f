//go:build unix && !(linux && (amd64 || arm64) && !race)

package socket

import "syscall"

// This file is send_linux.go by the syscall package's calls: for other systems,
// and for the race detector, which knows these calls. Go's sockets never wait.

const canSendNow = true

func sendNow(fd uintptr, p []byte) (int, error) {
	return again(func() (int, error) { return syscall.Write(int(fd), p) })
}

func peekNow(fd uintptr, p []byte) (int, error) {
	return again(func() (int, error) {
		n, _, err := syscall.Recvfrom(int(fd), p, syscall.MSG_PEEK)
		return n, err
	})
}

func discardNow(fd uintptr, p []byte) { _, _ = syscall.Read(int(fd), p) }

func again(call func() (int, error)) (int, error) {
	for {
		switch n, err := call(); err {
		case nil:
			return n, nil
		case syscall.EINTR:
		case syscall.EAGAIN:
			return 0, errAgain
		default:
			return 0, err
		}
	}
}
