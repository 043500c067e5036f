//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a process into a group of its own where it has no attributes, and has it
// end with this one.
func ownGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
	dieWithParent(cmd.SysProcAttr)
}

// Terminate asks it to end.
func (p *Process) Terminate() { _ = p.cmd.Process.Signal(syscall.SIGTERM) }

// Kill ends it by force, with the processes that it has started in its group.
func (p *Process) Kill() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }
