//go:build unix

// The end of a cluster that did not obey.

package embedded

import (
	"syscall"
	"time"
)

// forceEnd ends a postmaster that did not obey, and its workers: as a crash would,
// then by a kill. Whoever was suspended is woken first, for he hears nothing.
// Killed alone, a postmaster would leave suspended workers behind on the data.
func (s *Server) forceEnd() {
	s.signal(syscall.SIGQUIT)
	s.signalAll(syscall.SIGCONT)
	if s.endsWithin(killPatience) {
		return
	}
	// Suspended, it starts no worker behind our back, and takes no ended one's
	// number off the list.
	s.signal(syscall.SIGSTOP)
	s.signalAll(kill)
	s.endsWithin(killPatience)
}

func (s *Server) endsWithin(limit time.Duration) bool {
	select {
	case <-s.done:
		return true
	case <-time.After(limit):
		return false
	}
}

// signalAll signals the workers and then the postmaster, which is theirs to
// wait for until its own end.
func (s *Server) signalAll(signal syscall.Signal) {
	pid := s.PID()
	if pid == 0 {
		return
	}
	workers, err := Children(pid)
	if err != nil {
		s.log.Warn("postgres workers cannot be found", "error", err)
	}
	for _, worker := range workers {
		_ = syscall.Kill(worker, signal) // the only failure is one that has just ended
	}
	s.signal(signal)
}
