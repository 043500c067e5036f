//go:build unix && !(linux && (amd64 || arm64))

package nonblock

import "syscall"

// Elsewhere the scheduler is told; the sockets are made so that they do not wait.

func receive(fd uintptr, p []byte) (int, error) {
	return again(func() (int, error) { return syscall.Read(int(fd), p) })
}

func send(fd uintptr, p []byte) (int, error) {
	return again(func() (int, error) { return syscall.Write(int(fd), p) })
}

func glance(fd uintptr, p []byte) (int, error) {
	return again(func() (int, error) {
		n, _, err := syscall.Recvfrom(int(fd), p, syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		return n, err
	})
}

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
