//go:build unix

// Processes that this one starts and that do not outlive it.

package cluster

import (
	"bytes"
	"io"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// child is a running process.
type child struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
	err  error         // how, once done is closed
}

// launch starts a process in a group of its own, so that a Ctrl-C at the
// terminal reaches this process alone, which then ends it in order.
func launch(cmd *exec.Cmd) (*child, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
	cmd.WaitDelay = time.Second // for what it left holding its output
	c := &child{cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The parent-death signal comes when the starting thread ends.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			c.err = cmd.Wait()
			close(c.done)
		}
	}()
	return c, <-started
}

// terminate asks it to end.
func (c *child) terminate() { _ = c.cmd.Process.Signal(syscall.SIGTERM) }

// stop ends it, by force when its time is up.
func (c *child) stop(patience time.Duration) error {
	c.terminate()
	select {
	case <-c.done:
	case <-time.After(patience):
		_ = c.cmd.Process.Kill()
		<-c.done
	}
	return c.err
}

// lines lets several processes write to one place, whole lines at a time.
type lines struct {
	mu sync.Mutex
	to io.Writer
}

// as is a writer whose lines begin with a name.
func (l *lines) as(name string) io.Writer { return &namedLines{lines: l, name: name} }

type namedLines struct {
	*lines
	name string
	part []byte
}

// Write passes on the whole lines of p and keeps the rest.
func (n *namedLines) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.part = append(n.part, p...)
	for {
		end := bytes.IndexByte(n.part, '\n')
		if end < 0 {
			return len(p), nil
		}
		line := append([]byte(n.name+" | "), n.part[:end+1]...)
		if _, err := n.to.Write(line); err != nil {
			return 0, err
		}
		n.part = n.part[end+1:]
	}
}
