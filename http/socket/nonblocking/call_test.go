//go:build unix

package nonblocking_test

import (
	"bytes"
	"syscall"
	"testing"

	"muster/http/socket/nonblocking"
)

func TestReceiveSaysWhatHasCome(t *testing.T) {
	near, far := pair(t)
	buffer := make([]byte, 16)
	receives := func(when, want string, wantErr error) {
		t.Helper()
		n, err := nonblocking.Receive(near, buffer)
		if string(buffer[:n]) != want || err != wantErr {
			t.Errorf("%s: %q, %v, want %q, %v", when, buffer[:n], err, want, wantErr)
		}
	}
	receives("before anything has come", "", nonblocking.ErrAgain)
	send(t, far, "frame")
	receives("after five bytes", "frame", nil)
	receives("when they were taken", "", nonblocking.ErrAgain)
	if err := syscall.Shutdown(int(far), syscall.SHUT_RDWR); err != nil {
		t.Fatal(err)
	}
	receives("at the end of the stream", "", nil)
}

func TestPeekLeavesAndDiscardTakes(t *testing.T) {
	near, far := pair(t)
	buffer := make([]byte, 16)
	peeks := func(when string, want string, wantErr error) {
		t.Helper()
		n, err := nonblocking.Peek(near, buffer)
		if string(buffer[:n]) != want || err != wantErr {
			t.Errorf("%s: %q, %v, want %q, %v", when, buffer[:n], err, want, wantErr)
		}
	}
	peeks("before anything has come", "", nonblocking.ErrAgain)
	send(t, far, "pongrest")
	peeks("the first time", "pongrest", nil)
	peeks("the second time", "pongrest", nil)
	nonblocking.Discard(near, make([]byte, 4))
	peeks("after four bytes were discarded", "rest", nil)
}

func TestSendSaysWhenTheSocketTakesNothing(t *testing.T) {
	near, far := pair(t)
	part := bytes.Repeat([]byte("x"), 64<<10)
	var sent int
	for {
		n, err := nonblocking.Send(near, part)
		sent += n
		if err == nonblocking.ErrAgain {
			break
		}
		if err != nil || n == 0 {
			t.Fatalf("after %d bytes: %d, %v", sent, n, err)
		}
	}
	var received int
	buffer := make([]byte, 64<<10)
	for received <= sent {
		n, err := nonblocking.Receive(far, buffer)
		received += n
		if err == nonblocking.ErrAgain {
			break
		}
		if err != nil || n == 0 {
			t.Fatalf("after %d bytes: %d, %v", received, n, err)
		}
	}
	if sent == 0 || received != sent {
		t.Errorf("%d bytes sent, %d received", sent, received)
	}
}

func TestFailureIsNoErrAgain(t *testing.T) {
	near, far := pair(t)
	if err := syscall.Shutdown(int(far), syscall.SHUT_RDWR); err != nil {
		t.Fatal(err)
	}
	if _, err := nonblocking.Send(near, []byte("x")); err != syscall.EPIPE {
		t.Errorf("to a peer that has gone: %v, want %v", err, syscall.EPIPE)
	}
}

// pair makes two sockets that are connected. Sockets of package net never wait either.
func pair(t *testing.T) (near, far uintptr) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, fd := range fds {
		t.Cleanup(func() { _ = syscall.Close(fd) })
		if err := syscall.SetNonblock(fd, true); err != nil {
			t.Fatal(err)
		}
	}
	return uintptr(fds[0]), uintptr(fds[1])
}

func send(t *testing.T, fd uintptr, text string) {
	t.Helper()
	if n, err := nonblocking.Send(fd, []byte(text)); n != len(text) || err != nil {
		t.Fatalf("%d of %q sent: %v", n, text, err)
	}
}
