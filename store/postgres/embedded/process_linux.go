// Reads from Linux what a process is and when it ends.

package embedded

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const (
	fastShutdown = syscall.SIGINT // SIGTERM would wait for the clients
	kill         = syscall.SIGKILL
)

// dieWithParent has the kernel signal the process when the thread that starts
// it ends, even by kill -9 of the whole parent. It is a variable so that a test
// can do without, as other systems must.
var dieWithParent = func(attr *syscall.SysProcAttr, signal syscall.Signal) { attr.Pdeathsig = signal }

// alive says whether the process runs. A zombie does not: in a container
// without an init it stays for ever and still answers signal 0.
func alive(pid int) bool {
	stat, err := os.ReadFile(procFile(pid, "stat"))
	if err != nil {
		return false
	}
	// The name before the state may itself hold brackets and blanks.
	after := stat[bytes.LastIndexByte(stat, ')')+1:]
	state := strings.TrimSpace(string(after))
	return state != "" && state[0] != 'Z' && state[0] != 'X'
}

// Children lists the processes that a process has started and that are still
// its own.
func Children(parent int) ([]int, error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	var children []int
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it ended since
		}
		// pid (name) state ppid …; the name may hold anything.
		var state string
		var its int
		if _, err := fmt.Sscan(string(stat[bytes.LastIndexByte(stat, ')')+1:]), &state, &its); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if its == parent {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			if err != nil {
				return nil, err
			}
			children = append(children, pid)
		}
	}
	return children, nil
}

// isPostmaster says whether the process is a live postmaster of the cluster,
// which works in the cluster's folder.
func isPostmaster(pid int, cluster string) bool {
	if !alive(pid) {
		return false
	}
	name, err := os.ReadFile(procFile(pid, "comm"))
	if err != nil || strings.TrimSpace(string(name)) != "postgres" {
		return false
	}
	cwd, err := os.Readlink(procFile(pid, "cwd"))
	return err == nil && cwd == cluster
}

func procFile(pid int, name string) string {
	return filepath.Join("/proc", strconv.Itoa(pid), name)
}
