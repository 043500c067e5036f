package node

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	runtimemetrics "runtime/metrics"
	"sync"
	"time"
)

// When a node gives memory back to the system. After a burst of connects the
// heap holds up to as much garbage as living things, and the runtime keeps the
// pages: 12 % of the resident memory with 10,000 idle connections that had just
// connected (http/socket/measurements.md).
const (
	memoryLook  = 2 * time.Second
	memoryQuiet = 512 << 10 // bytes allocated between two looks, at most: 10,000 idle sockets take half of it
	memorySpare = 16 << 20  // bytes that can be given back, at least
)

// gcHeadroom is the garbage a node may have before it is collected. A collection
// costs by what lives, so a small node collects seldom; from this much that
// lives the runtime's own rule is left, as much garbage again. While 10,000
// connected, that took a tenth off the node's CPU. 96 MiB would take another
// twentieth off, but a burst of connects would leave more holes in the heap: 13.9 KiB instead
// of 13.0 an idle connection.
const gcHeadroom = 64 << 20

// tuneGC has the process's collector leave gcHeadroom, unless the operator
// has set GOGC.
var tuneGC = sync.OnceFunc(func() {
	if os.Getenv("GOGC") != "" {
		return
	}
	ease := func() {
		s := []runtimemetrics.Sample{{Name: "/gc/heap/live:bytes"}}
		runtimemetrics.Read(s)
		debug.SetGCPercent(gcPercent(s[0].Value.Uint64()))
	}
	ease()
	afterEachCollection(ease)
})

// gcPercent is the garbage, in percent of what lives, that starts a collection.
func gcPercent(live uint64) int {
	const least, most = 100, 800 // the runtime's own; a node that has just begun
	return int(min(max(gcHeadroom*100/max(live, 1), least), most))
}

// afterEachCollection calls f soon after each one from now on.
func afterEachCollection(f func()) {
	mark := new([16]byte) // garbage at once
	runtime.AddCleanup(mark, func(f func()) {
		afterEachCollection(f)
		f()
	}, f)
}

// releaseMemory collects and gives back what is not needed whenever the node is
// quiet and it is worth it. A busy node is left to the runtime.
func releaseMemory(ctx context.Context) {
	tick := time.NewTicker(memoryLook)
	defer tick.Stop()
	var m memory
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if m.look() {
				debug.FreeOSMemory()
				m.released()
			}
		}
	}
}

// memory remembers the last look at the heap.
type memory struct {
	allocated uint64 // since the start
	left      uint64 // spare after the last release: fragments that stay
}

// look reads the heap and says whether a release is due.
func (m *memory) look() bool { return m.due(readHeap()) }

// released notes what a release left. It reads at once: two seconds later the
// next burst of connects may have begun, and its garbage would pass for fragments.
func (m *memory) released() { m.allocated, m.left = readHeap() }

// readHeap gives the bytes allocated since the start, and those that are held and
// did not live at the last collection.
func readHeap() (allocated, spare uint64) {
	s := []runtimemetrics.Sample{
		{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
	}
	runtimemetrics.Read(s)
	live := s[1].Value.Uint64()
	held := s[2].Value.Uint64() + s[3].Value.Uint64() + s[4].Value.Uint64()
	return s[0].Value.Uint64(), held - min(held, live)
}

// due decides with the bytes allocated so far and those that are spare now.
func (m *memory) due(allocated, spare uint64) bool {
	quiet := allocated-m.allocated <= memoryQuiet
	m.allocated = allocated
	m.left = min(m.left, spare)
	return quiet && spare >= m.left+memorySpare
}
