package process

import (
	"os/exec"
	"runtime"
	"time"
)

// Process is a running process.
type Process struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error // how it ended, once done is closed
}

// Start starts a process in a group of its own, so that a Ctrl-C at the
// terminal reaches this process alone, which then ends it in order. With
// attributes it is in the session or the group that they ask for.
func Start(cmd *exec.Cmd) (*Process, error) {
	ownGroup(cmd)
	cmd.WaitDelay = time.Second // for what it left holding its output
	p := &Process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The parent-death signal comes when the starting thread ends.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			p.err = cmd.Wait()
			close(p.done)
		}
	}()
	return p, <-started
}

// Done is closed when it has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err says how it ended, nil for a status of 0, once it has.
func (p *Process) Err() error { return p.err }

// Stop ends it, by force when its time is up, and says how it ended.
func (p *Process) Stop(patience time.Duration) error {
	p.Terminate()
	select {
	case <-p.done:
	case <-time.After(patience):
		p.Kill()
		<-p.done
	}
	return p.err
}

// Pid is its number.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// How says how it ended, once it has.
func (p *Process) How() string { return p.cmd.ProcessState.String() }
