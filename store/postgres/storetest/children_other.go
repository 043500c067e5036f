//go:build !linux

// A process's children, asked of ps where there is no /proc.

package storetest

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
)

func childrenOf(parent int) ([]int, error) {
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
