package childtest

import (
	"bufio"
	"os"
	"os/exec"
	"testing"
)

// Process is this test binary run again.
type Process struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

// Start runs this test binary with more in its environment, by which its TestMain knows
// what it is. It is killed when the test ends.
func Start(t testing.TB, environment ...string) *Process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), environment...)
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &Process{cmd, bufio.NewScanner(output)}
	t.Cleanup(p.Kill)
	return p
}

// Line waits for the next line that the process prints.
func (p *Process) Line(t testing.TB) string {
	t.Helper()
	if !p.lines.Scan() {
		t.Fatalf("the child ended: %v", p.lines.Err())
	}
	return p.lines.Text()
}

// PID is its process id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Kill is kill -9; the second call does nothing.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}
