//go:build !linux

// What a process is, asked of ps where there is no /proc. There is no
// parent-death signal either: the next start stops an orphan instead.

package embedded

import (
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
