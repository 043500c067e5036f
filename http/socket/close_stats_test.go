package socket

import (
	"maps"
	"sync/atomic"
	"testing"
	"time"

	"muster/actors/wire"
)

// Sockets are counted by the code this node closed them with. A browser's own
// number, which may be anything, and a lost line count as 0.
func TestEndingsAreCountedByCode(t *testing.T) {
	st := open(t, func(c *Config, _ *site) { c.Max = 4 })
	ended := func(want map[wire.CloseCode]int64) {
		t.Helper()
		eventually(t, "the endings are counted", func() bool { return maps.Equal(st.CloseCounts(), want) })
	}
	banned := st.raw()
	st.member().out.Close(wire.CloseBanned, "banned")
	banned.closed()
	_ = banned.Close()
	ended(map[wire.CloseCode]int64{wire.CloseBanned: 1})

	leaving := st.raw()
	st.member()
	leaving.send(frame(fin|opClose, "\x03\xe9away")) // 1001, as a browser says it
	leaving.closed()
	_ = leaving.Close()
	ended(map[wire.CloseCode]int64{wire.CloseBanned: 1, 0: 1})

	lost := st.raw()
	st.member()
	_ = lost.Close()
	binary := st.raw()
	st.member()
	binary.send(frame(fin|0x2, "bytes"))
	binary.closed()
	_ = binary.Close()
	ended(map[wire.CloseCode]int64{wire.CloseBanned: 1, closeUnsupported: 1, 0: 2})
	if s := st.Stats(); s.Accepted != 4 || s.Refused != 0 {
		t.Errorf("%+v", s)
	}
}

// Each flush reports once how long its oldest frame had waited.
func TestPassedIsReportedOnceAFlush(t *testing.T) {
	var reported atomic.Int64
	st := open(t, func(c *Config, _ *site) {
		c.Passed = func(d time.Duration) {
			if d < 0 || d > time.Minute {
				t.Errorf("reported %v", d)
			}
			reported.Add(1)
		}
	}, still)
	p := st.raw()
	m := st.member()
	reported.Store(0) // of the handshake
	for i := range 10 {
		m.out.Push(numbered(i, 10))
	}
	sh := m.out.(*conn).shard
	sh.pass()
	sh.pass()
	if n := reported.Load(); n != 1 {
		t.Errorf("reported %d times", n)
	}
	if _, _, err := p.next(); err != nil {
		t.Fatal(err)
	}
}
