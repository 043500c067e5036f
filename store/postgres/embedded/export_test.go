//go:build unix

// What the tests need of the inside.

package embedded

import (
	"log/slog"
	"os/exec"
	"syscall"
	"testing"
)

// LinkBundle completes an npm bundle.
var LinkBundle = linkBundle

// Alive says whether a process runs, a zombie not counted.
var Alive = alive

// Home is where the server's cluster, lock and log lie.
func (s *Server) Home() string { return s.home.dir }

// Sockets is the folder of the server's socket.
func (s *Server) Sockets() string { return s.sockets }

// SetStateFolder moves the system's state folder for one test.
func SetStateFolder(t *testing.T, dir string) {
	old := stateFolder
	stateFolder = dir
	t.Cleanup(func() { stateFolder = old })
}

// WithoutDeathSignal starts the servers of this process as on a system that has
// no parent-death signal.
func WithoutDeathSignal() { dieWithParent = func(*syscall.SysProcAttr, syscall.Signal) {} }

// ForceEnd ends a process as a postmaster that did not obey.
func ForceEnd(postmaster *exec.Cmd) {
	s := &Server{log: slog.Default(), pid: postmaster.Process.Pid, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		_ = postmaster.Wait()
	}()
	s.forceEnd()
}
