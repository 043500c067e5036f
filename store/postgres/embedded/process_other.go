//go:build unix && !linux

// Process state by ps, where there is no /proc. There is no
// parent-death signal either: the next start stops an orphan instead.

package embedded

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

const (
	fastShutdown = syscall.SIGINT
	kill         = syscall.SIGKILL
)

var dieWithParent = func(*syscall.SysProcAttr, syscall.Signal) {}

// alive says whether the process runs; a zombie does not.
func alive(pid int) bool {
	state, _ := inspect(pid)
	return state != "" && !strings.HasPrefix(state, "Z")
}

// Children lists the processes that a process has started and that are still
// its own.
func Children(parent int) ([]int, error) {
	output, err := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	var children []int
	lines := bufio.NewScanner(bytes.NewReader(output))
	for lines.Scan() {
		var pid, its int
		if _, err := fmt.Sscan(lines.Text(), &pid, &its); err != nil {
			return nil, fmt.Errorf("list processes: %q: %w", lines.Text(), err)
		}
		if its == parent {
			children = append(children, pid)
		}
	}
	return children, lines.Err()
}

// isPostmaster says whether the process is a live postmaster of the cluster.
func isPostmaster(pid int, cluster string) bool {
	state, command := inspect(pid)
	return state != "" && !strings.HasPrefix(state, "Z") &&
		strings.Contains(command, "postgres") && strings.Contains(command, "-D "+cluster)
}

// inspect returns the state and command line of a process, empty when there is
// none.
func inspect(pid int) (state, command string) {
	output, err := exec.Command("ps", "-ww", "-o", "state=,command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return "", ""
	}
	state, command, _ = strings.Cut(strings.TrimSpace(string(output)), " ")
	return state, command
}
