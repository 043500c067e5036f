package systemtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// process is one of this machine, as the system lists it.
type process struct {
	pid, parent int
	state       string // begins with Z when it has ended and nobody has asked how
}

// processes are all of this machine: by /proc, or where there is none, as on
// macOS, by ps.
func processes(t *testing.T) (all []process) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return listed(t)
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue // it ended since
		}
		one := process{pid: pid}
		fmt.Sscan(string(stat[strings.LastIndexByte(string(stat), ')')+1:]), &one.state, &one.parent)
		all = append(all, one)
	}
	return all
}

// listed are the processes that ps lists.
func listed(t *testing.T) (all []process) {
	t.Helper()
	out, err := exec.Command("ps", "-axo", "pid=,ppid=,stat=").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		var one process
		fmt.Sscan(line, &one.pid, &one.parent, &one.state)
		all = append(all, one)
	}
	return all
}

// gone says whether a process has ended; one that was not reaped yet has.
func gone(t *testing.T, pid int) bool {
	t.Helper()
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	for _, one := range processes(t) {
		if one.pid == pid {
			return strings.HasPrefix(one.state, "Z")
		}
	}
	return true
}

// descendants are all processes that a process has started, directly or not.
func descendants(t *testing.T, of int) (all []int) {
	t.Helper()
	parents := map[int]int{}
	for _, one := range processes(t) {
		parents[one.pid] = one.parent
	}
	for pid := range parents {
		for at := parents[pid]; at > 1; at = parents[at] {
			if at == of {
				all = append(all, pid)
				break
			}
		}
	}
	return all
}

// memory is the resident memory of the node's process in MiB: a line of its
// /proc status such as VmRSS or VmHWM, or where there is none, what ps says now.
func (n *node) memory(what string) float64 {
	n.t.Helper()
	pid := n.cmd.Process.Pid
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		text, err = exec.Command("ps", "-o", "rss=", "-p", strconv.Itoa(pid)).Output()
		text = append([]byte(what+": "), text...)
	}
	if err != nil {
		n.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ours := strings.CutPrefix(line, what+":"); ours {
			kib, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			if err != nil {
				n.t.Fatal(err)
			}
			return kib / 1024
		}
	}
	n.t.Fatalf("no %s", what)
	return 0
}
