package faceprocess

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// slice is how many nanoseconds a thread may keep a processor for which another one has
// woken: the fewest that Linux takes, instead of some 3 ms. A message wakes five threads one
// after the other. Before Linux 6.12 the value is without effect.
const slice = 100_000

// shortSlices gives all threads that there are the slice, and so those that they start.
func shortSlices() error {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		if err != nil {
			return err
		}
		attributes, err := unix.SchedGetAttr(id, 0)
		if err == nil {
			attributes.Runtime = slice
			err = unix.SchedSetAttr(id, attributes, 0)
		}
		if err != nil {
			return fmt.Errorf("shorten the slices: %w", err)
		}
	}
	return nil
}
