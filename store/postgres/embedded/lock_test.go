//go:build unix

package embedded

import (
	"log/slog"
	"syscall"
	"testing"
)

// A start right after a stop once found "another process": a process that was being forked
// as the server stopped had the lock's file, and with it the lock, until it ran its program.
func TestStoppedServerIsNotInUseWhileAnotherProcessIsForked(t *testing.T) {
	t.Parallel()
	h := home{dir: t.TempDir()}
	lock, err := h.acquire()
	if err != nil {
		t.Fatal(err)
	}
	forked, err := syscall.Dup(int(lock.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(forked)
	syscall.CloseOnExec(forked)
	(&Server{log: slog.Default(), home: h, lock: lock}).letGo()
	next, err := h.acquire()
	if err != nil {
		t.Fatal(err)
	}
	if err := unlock(next); err != nil {
		t.Error(err)
	}
}
