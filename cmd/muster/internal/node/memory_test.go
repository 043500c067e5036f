package node

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// A node gives memory back when it is quiet and there is much to give, once.
func TestMemoryIsGivenBackWhenQuiet(t *testing.T) {
	const mb = 1 << 20
	var m memory
	for i, look := range []struct {
		allocated, spare uint64
		due              bool
		left             uint64 // after the release
	}{
		{allocated: 40 * mb, spare: 15 * mb}, // busy: starting
		{allocated: 40 * mb, spare: 15 * mb}, // little to give
		{allocated: 300 * mb, spare: 90 * mb},
		{allocated: 300 * mb, spare: 90 * mb, due: true, left: 20 * mb}, // fragments stay
		{allocated: 300 * mb, spare: 20 * mb},
		{allocated: 300 * mb, spare: 21 * mb},
		{allocated: 400 * mb, spare: 60 * mb},
		{allocated: 400 * mb, spare: 60 * mb, due: true, left: 5 * mb},
		{allocated: 400 * mb, spare: 5 * mb},
		{allocated: 400 * mb, spare: 20 * mb},
		{allocated: 400 * mb, spare: 22 * mb, due: true, left: 6 * mb},
		{allocated: 700 * mb, spare: 90 * mb}, // a burst of connects in the two seconds after the release
		{allocated: 700 * mb, spare: 50 * mb, due: true, left: 9 * mb},
	} {
		if got := m.due(look.allocated, look.spare); got != look.due {
			t.Errorf("look %d: %v", i, got)
		}
		if look.due {
			m.left = look.left
		}
	}
}

// What a release left is read at once. It was read at the next look: a burst of
// connects that began meanwhile passed for fragments, and its garbage was never given back.
func TestMemoryLeftIsReadAtTheRelease(t *testing.T) {
	garbage := make([]byte, 64<<20)
	runtime.KeepAlive(garbage)
	debug.FreeOSMemory()
	var m memory
	m.released()
	if _, spare := readHeap(); m.allocated == 0 || m.left == 0 || m.left > spare+memorySpare {
		t.Errorf("allocated %d, %d left, %d spare since", m.allocated, m.left, spare)
	}
}

// A small node collects seldom, a large one as the runtime would.
func TestCollectorIsEased(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		live    uint64
		percent int
	}{{0, 800}, {4 * mb, 800}, {16 * mb, 400}, {32 * mb, 200}, {64 * mb, 100}, {1000 * mb, 100}} {
		if got := gcPercent(c.live); got != c.percent {
			t.Errorf("%d MiB live: %d %%, want %d", c.live/mb, got, c.percent)
		}
	}
}

func TestAfterEachCollection(t *testing.T) {
	seen := make(chan struct{}, 1)
	afterEachCollection(func() {
		select {
		case seen <- struct{}{}:
		default:
		}
	})
	for range 3 {
		runtime.GC()
		<-seen
	}
}
