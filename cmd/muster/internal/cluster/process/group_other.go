//go:build !unix

package process

import "os/exec"

// ownGroup: such a system has no groups of processes.
func ownGroup(*exec.Cmd) {}

// Terminate ends it: such a system cannot ask.
func (p *Process) Terminate() { p.Kill() }

// Kill ends it by force.
func (p *Process) Kill() { _ = p.cmd.Process.Kill() }
