package node

import (
	"runtime"
	"testing"
)

// A node gives memory back when it is quiet and there is much to give, once.
func TestMemoryIsGivenBackWhenQuiet(t *testing.T) {
	const mb = 1 << 20
	var m memory
	for i, look := range []struct {
		allocated, spare uint64
		due              bool
	}{
		{40 * mb, 15 * mb, false}, // busy: starting
		{40 * mb, 15 * mb, false}, // little to give
		{300 * mb, 90 * mb, false},
		{300 * mb, 90 * mb, true},
		{300 * mb, 20 * mb, false}, // fragments stay
		{300 * mb, 21 * mb, false},
		{400 * mb, 60 * mb, false},
		{400 * mb, 60 * mb, true},
		{400 * mb, 5 * mb, false},
		{400 * mb, 20 * mb, false},
		{400 * mb, 22 * mb, true},
	} {
		if got := m.due(look.allocated, look.spare); got != look.due {
			t.Errorf("look %d: %v", i, got)
		}
	}
}

func TestMemoryIsRead(t *testing.T) {
	var m memory
	m.look()
	if m.allocated == 0 {
		t.Error("the runtime was not asked")
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
