package faceprocess

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// slice is how many nanoseconds a thread may keep a processor for which another one has
// woken: the fewest that Linux takes, instead of some 3 ms. A message wakes five threads one
// after the other. Before Linux 6.12 it is without effect.
//
// In the setting that Serve names the 99th percentile of a delivery was 20 ms with it and 25
// without (medians of nine alternated turns).
const slice = 100_000

// shortenSlices gives all threads that there are the slice, and so those that they start. A
// system that does not let it goes on without.
func shortenSlices() {
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		if err != nil {
			continue
		}
		if attributes, err := unix.SchedGetAttr(id, 0); err == nil {
			attributes.Runtime = slice
			_ = unix.SchedSetAttr(id, attributes, 0)
		}
	}
}
