package testfolder

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	prefix   = "muster-test-"
	lockName = "owner.lock" // locked for as long as the process lives that made the folder
	old      = time.Hour
)

// held are the locks by their folders: a file that nobody refers to is closed.
var held sync.Map

// swept are the places that this process has swept.
var swept sync.Map

// New makes a folder in the system's temporary one. It is removed when the test ends.
// Postgres's account may pass through it when the tests run as root.
func New(t testing.TB) string {
	t.Helper()
	dir, err := In(os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// A database that is just ending may still write there: a sweep removes what is left.
	t.Cleanup(func() { _ = Remove(dir) })
	return dir
}

// In makes a folder in a place, for as long as this process lives or until Remove.
func In(place string) (string, error) {
	if _, done := swept.LoadOrStore(place, true); !done {
		if err := sweep(place); err != nil {
			return "", err
		}
	}
	for {
		dir, err := os.MkdirTemp(place, prefix)
		if err != nil {
			return "", err
		}
		lock, err := own(dir)
		if errors.Is(err, syscall.EWOULDBLOCK) {
			continue // another process is just sweeping it away
		}
		if err != nil {
			return "", err
		}
		held.Store(dir, lock)
		return dir, os.Chmod(dir, 0o711)
	}
}

// Remove removes a folder that In made.
func Remove(dir string) error {
	err := os.RemoveAll(dir)
	if lock, ok := held.LoadAndDelete(dir); ok {
		err = errors.Join(err, lock.(*os.File).Close())
	}
	return err
}

// sweep removes the folders of processes that have ended. One without a lock is just being
// made, unless it is old.
func sweep(place string) error {
	dirs, err := filepath.Glob(filepath.Join(place, prefix+"*"))
	if err != nil {
		return err
	}
	var failed []error
	for _, dir := range dirs {
		_, unowned := os.Stat(filepath.Join(dir, lockName))
		if info, err := os.Stat(dir); err != nil || unowned != nil && time.Since(info.ModTime()) < old {
			continue
		}
		lock, err := own(dir)
		switch {
		case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, os.ErrPermission), errors.Is(err, os.ErrNotExist):
		case err != nil:
			failed = append(failed, err)
		default:
			failed = append(failed, os.RemoveAll(dir), lock.Close())
		}
	}
	return errors.Join(failed...)
}

// own locks a folder. It fails with EWOULDBLOCK when another process has it.
func own(dir string) (*os.File, error) {
	lock, err := os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}
