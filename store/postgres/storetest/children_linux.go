// A process's children. Postgres puts each of its workers in a session of its
// own, so a signal to the group does not reach them.

package storetest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

func childrenOf(parent int) ([]int, error) {
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
