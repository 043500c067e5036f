//go:build unix

// Cleaning up after a killed owner, which leaves a live postmaster, or a pid file that
// names no postmaster.

package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	evictPatience = 15 * time.Second // for each of a fast and an immediate shutdown
	evictPoll     = 20 * time.Millisecond
)

// pidFile is what postmaster.pid says.
type pidFile struct {
	pid     int
	sockets string // empty until the socket is open
}

// readPidFile reads postmaster.pid: the pid on line 1, the socket folder on 5.
func (h home) readPidFile() (pidFile, error) {
	text, err := os.ReadFile(h.pidPath())
	if err != nil {
		return pidFile{}, err
	}
	lines := strings.Split(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil {
		return pidFile{}, nil // killed while writing it: names nobody
	}
	file := pidFile{pid: pid}
	if len(lines) > 4 {
		file.sockets = strings.TrimSpace(lines[4])
	}
	return file, nil
}

func (h home) pidPath() string { return filepath.Join(h.cluster(), "postmaster.pid") }

// clearStale makes way for a new postmaster. The caller holds the lock, so a
// live postmaster of this cluster is an orphan and is stopped. Any other live
// process has only inherited the number, and a zombie still answers to it:
// Postgres would refuse to start for either, so the file goes. A dead pid is
// left to Postgres, which also checks for surviving workers then.
func (h home) clearStale(ctx context.Context, log *slog.Logger) error {
	file, err := h.readPidFile()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	switch {
	case file.pid > 0 && isPostmaster(file.pid, h.cluster()):
		log.Warn("an earlier postgres still runs, stopping it", "pid", file.pid)
		return evict(ctx, file.pid)
	case file.pid > 0 && !answers(file.pid):
		return nil
	default:
		log.Warn("removing a stale postmaster.pid", "pid", file.pid)
		return os.Remove(h.pidPath())
	}
}

// evict stops an orphan: politely, then as a crash would. It never kills
// outright, for that leaves the workers running on the data.
func evict(ctx context.Context, pid int) error {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT} {
		if err := syscall.Kill(pid, signal); errors.Is(err, syscall.ESRCH) {
			return nil
		} else if err != nil {
			return fmt.Errorf("stop the earlier postgres (pid %d): %w", pid, err)
		}
		// One that was suspended hears nothing until it is woken.
		_ = syscall.Kill(pid, syscall.SIGCONT)
		patience := time.After(evictPatience)
		for waiting := true; waiting; {
			if !alive(pid) {
				return nil
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-patience:
				waiting = false
			case <-time.After(evictPoll):
			}
		}
	}
	return fmt.Errorf("an earlier postgres (pid %d) does not stop", pid)
}

// answers says whether the number belongs to any process, a zombie included.
func answers(pid int) bool {
	return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
