package socket

import (
	"testing"
	"time"

	"muster/actors/wire"
)

// Flush passes, pings, drain.

func still(_ *Config, st *site) { st.still = true }

// What collects between two passes leaves in one call.
func TestBacklogLeavesInOneWrite(t *testing.T) {
	st := open(t, still)
	p := st.raw()
	m := st.member()
	for i := range 20 {
		m.out.Push(numbered(i, 200))
	}
	for _, sh := range st.shards {
		sh.pass()
	}
	if s := st.Stats(); s.Writes != 1 || s.Frames != 20 {
		t.Fatalf("%+v", s)
	}
	for want := range 20 {
		if _, payload, err := p.next(); err != nil || numberOf(t, payload) != want {
			t.Fatalf("want frame %d: %q %v", want, payload, err)
		}
	}
}

// A backlog over the scratch buffer takes several calls, with others between.
func TestLargeBacklogIsShared(t *testing.T) {
	st := open(t, still)
	p := st.raw()
	m := st.member()
	for i := range 20 {
		m.out.Push(numbered(i, 10_000))
	}
	passes := 0
	for m.out.(*conn).queuedNow() > 0 {
		passes++
		for _, sh := range st.shards {
			sh.pass()
		}
	}
	if s := st.Stats(); s.Writes != 4 || s.Frames != 20 {
		t.Fatalf("%d passes, %+v", passes, s)
	}
	for want := range 20 {
		if _, payload, err := p.next(); err != nil || numberOf(t, payload) != want {
			t.Fatalf("want frame %d: %.40q %v", want, payload, err)
		}
	}
}

// A quiet connection's frame leaves in the next pass; a busy one's waits for
// the flush interval, together with what follows it.
func TestFlushInterval(t *testing.T) {
	st := open(t, still)
	st.raw()
	m := st.member()
	c := m.out.(*conn)
	for i := range rateBusy + 5 {
		m.out.Push(numbered(i, 10))
	}
	c.shard.pass()
	if !c.busy || c.queuedNow() != 0 {
		t.Fatal("a burst does not make it busy")
	}
	c.shard.lastInterval = time.Now().Add(time.Hour)
	m.out.Push(numbered(0, 10))
	if wait := c.shard.pass(); wait < time.Minute || c.queuedNow() == 0 {
		t.Fatalf("it did not wait: %v", wait)
	}
	m.out.Push(numbered(1, 10))
	c.shard.lastInterval = time.Now().Add(-flushInterval)
	before := st.Stats().Writes
	if wait := c.shard.pass(); wait != 0 || c.queuedNow() != 0 || st.Stats().Writes != before+1 {
		t.Fatalf("the interval did not flush: %v", wait)
	}
	// A close does not wait for the interval.
	c.shard.lastInterval = time.Now().Add(time.Hour)
	m.out.Push(numbered(2, 10))
	m.out.Close(1001, "")
	c.shard.pass()
	if c.queuedNow() != 0 {
		t.Fatal("the close frame waits")
	}
}

// A lazy frame leaves with the next one, before it, or at a flush interval that comes to
// its connection; each comes to a share of them.
func TestLazyFrames(t *testing.T) {
	st := open(t, still)
	p := st.raw()
	c := st.member().out.(*conn)
	sh := c.shard
	sh.lastInterval = time.Now().Add(time.Hour)
	c.PushLazy(wire.Together([]wire.Frame{numbered(0, 10)}))
	c.PushLazy(wire.Together([]wire.Frame{numbered(1, 10)}))
	if wait := sh.pass(); wait < time.Minute || c.queuedNow() == 0 {
		t.Fatalf("it did not wait: %v", wait)
	}
	c.Push(numbered(2, 10))
	sh.pass()
	if s := st.Stats(); s.Writes != 1 || s.Frames != 3 {
		t.Fatalf("together: %+v", s)
	}
	c.PushLazy(wire.Together([]wire.Frame{numbered(3, 10)}))
	sh.lastInterval = time.Now().Add(-flushInterval)
	if wait := sh.pass(); wait != 0 || c.queuedNow() != 0 || c.lazy {
		t.Fatalf("alone: %v", wait)
	}
	for want := range 4 {
		if _, payload, err := p.next(); err != nil || numberOf(t, payload) != want {
			t.Fatalf("want frame %d: %q %v", want, payload, err)
		}
	}
	for range 30 * lazyShare {
		sh.schedule(&conn{server: c.server, shard: sh, lazy: true, flusher: flushLazily}, turnLazy)
	}
	sh.lastInterval = time.Now().Add(-flushInterval)
	if wait := sh.pass(); wait != flushInterval || len(sh.lazy) != 30*(lazyShare-1) {
		t.Fatalf("%d are left, wait %v", len(sh.lazy), wait)
	}
	// Of thousands no more than so many are written to.
	for range 2 * lazyMost * lazyShare {
		sh.schedule(&conn{server: c.server, shard: sh, lazy: true, flusher: flushLazily}, turnLazy)
	}
	before := len(sh.lazy)
	sh.lastInterval = time.Now().Add(-flushInterval)
	if sh.pass(); len(sh.lazy) != before-lazyMost {
		t.Fatalf("%d of %d are left", len(sh.lazy), before)
	}
	// All of tens of thousands are written to within three seconds.
	for range 2 * lazyMost * lazyLongest {
		sh.schedule(&conn{server: c.server, shard: sh, lazy: true, flusher: flushLazily}, turnLazy)
	}
	before = len(sh.lazy)
	sh.lastInterval = time.Now().Add(-flushInterval)
	if sh.pass(); len(sh.lazy) != before-before/lazyLongest {
		t.Fatalf("%d of %d are left", len(sh.lazy), before)
	}
}

// Who is joining is written to between the parts of a pass over many others, and
// while the loop backs off after one.
func TestArrivalsDoNotWaitForOthers(t *testing.T) {
	st := open(t, still)
	st.raw()
	c := st.member().out.(*conn)
	sh := c.shard
	others := make([]*conn, 2*arrivalsEvery)
	for i := range others {
		others[i] = &conn{server: c.server, shard: sh, flusher: flushShard}
	}
	c.flushes = 0
	held := &others[len(others)-1].mu
	held.Lock()
	c.Push(numbered(0, 10))
	done := make(chan struct{})
	go func() {
		sh.flushAll(others, time.Now())
		close(done)
	}()
	eventually(t, "it is written while a pass is under way", func() bool { return c.queuedNow() == 0 })
	held.Unlock()
	<-done
	c.Push(numbered(1, 10))
	sh.backoffUntil = time.Now().Add(time.Hour)
	go sh.run(nil)
	eventually(t, "it is written while the loop backs off", func() bool { return c.queuedNow() == 0 })
}

// A busy connection was once closed as too slow because more than it may queue
// was pushed between two flushes, while its socket was empty.
func TestOversizedQueueDoesNotWait(t *testing.T) {
	st := open(t, still)
	st.raw()
	m := st.member()
	c := m.out.(*conn)
	c.busy = true
	c.shard.lastInterval = time.Now().Add(time.Hour)
	for i := 0; c.queuedNow() <= scratchSize; i++ {
		c.shard.pass()
		m.out.Push(numbered(i, 10_000))
	}
	c.shard.pass()
	if n := c.queuedNow(); n > scratchSize/2 {
		t.Fatalf("%d bytes wait", n)
	}
}

// A connection found too slow while a call is writing for it keeps what that
// call may have begun, so that the close frame follows at a border.
func TestTooSlowAmidAWrite(t *testing.T) {
	st := open(t, still)
	p := st.raw()
	m := st.member()
	c := m.out.(*conn)
	for i := range 5 {
		m.out.Push(numbered(i, 1000))
	}
	c.mu.Lock()
	b := append([]byte(nil), c.nextWrite(make([]byte, 0, 2500))...)
	c.tooSlow() // unlocks
	n, err := c.raw.Write(b[:1500])
	if err != nil {
		t.Fatal(err)
	}
	c.mu.Lock()
	c.dequeue(n)
	if len(c.queue) != 3 { // of the three frames in hand two are left, and the close frame
		t.Errorf("%d frames are kept", len(c.queue))
	}
	c.mu.Unlock()
	c.shard.pass()
	for want := range 3 {
		if _, payload, err := p.next(); err != nil || numberOf(t, payload) != want {
			t.Fatalf("want frame %d: %.40q %v", want, payload, err)
		}
	}
	if code, _ := p.closed(); code != 4409 {
		t.Fatalf("got %d", code)
	}
}

func TestFrameRate(t *testing.T) {
	for _, c := range []struct {
		perSecond int
		busy      bool
	}{{1, false}, {20, false}, {45, false}, {60, true}, {100, true}, {800, true}} {
		var p frameRate
		now := time.Now()
		busy := false
		for range c.perSecond * 5 {
			now = now.Add(time.Second / time.Duration(c.perSecond))
			busy = p.add(1, now)
		}
		if busy != c.busy {
			t.Errorf("%d frames/s: busy %v", c.perSecond, busy)
		}
		if p.add(1, now.Add(time.Second)) {
			t.Errorf("%d frames/s: still busy after a second of quiet", c.perSecond)
		}
	}
}

func TestDeadPeerIsDropped(t *testing.T) { // WS-26
	st := open(t)
	dead := st.raw()
	md := st.member()
	alive := st.raw()
	ma := st.member()
	pinged := func(p *peer) {
		t.Helper()
		if opcode, payload, err := p.any(); opcode != opPing || payload != "" || err != nil {
			t.Fatalf("got %d %q %v", opcode, payload, err)
		}
	}
	talk := func() {
		alive.send(frame(fin|opPong, ""), frame(fin|opText, "sync"))
		receive(t, ma.got)
	}
	// Both have answered once: the worst case begins.
	for !func() bool { st.pass(time.Second); return !md.out.(*conn).heardSincePing.Load() }() {
		talk()
	}
	pinged(dead)
	dead.send(frame(fin|opPong, ""))
	eventually(t, "the pong is heard", md.out.(*conn).heardSincePing.Load)
	silent := time.Duration(0)
	for ; silent < time.Minute; silent += time.Second {
		if st.Stats().Dead > 0 {
			break
		}
		talk()
		st.pass(time.Second)
	}
	if silent > 30*time.Second || silent < 20*time.Second {
		t.Fatalf("dropped after %v", silent)
	}
	receive(t, md.gone)
	pinged(dead) // the second ping had been sent
	pinged(alive)
	talk()
	eventually(t, "one remains", func() bool { return st.Stats().Open == 1 })
}

// After the process stood still, nobody is dropped before the answers that wait
// in the kernel could be read.
func TestStandstillDropsNobody(t *testing.T) {
	st := open(t)
	for range 50 {
		st.raw()
	}
	st.now.mu.Lock()
	st.now.at = st.now.at.Add(time.Hour)
	st.now.mu.Unlock()
	for range 5 {
		st.sweep()
	}
	if s := st.Stats(); s.Open != 50 || s.Dead != 0 {
		t.Fatalf("%+v", s)
	}
}

func TestPingsAreSpread(t *testing.T) {
	st := open(t)
	const n = 400
	for range n {
		st.raw()
		st.member()
	}
	for _, sh := range st.shards {
		sh.wheel.mu.Lock()
		defer sh.wheel.mu.Unlock()
		for _, slot := range sh.wheel.slots {
			if want := n / len(st.shards) / slots; len(slot) < want-1 || len(slot) > want+1 {
				t.Fatalf("a slot of %d, want %d", len(slot), want)
			}
		}
	}
}

// Hundreds that never join are all answered so, and leave nothing behind.
func TestSocketsThatNeverJoin(t *testing.T) { // WS-4
	st := open(t)
	const n = 400
	var peers []*peer
	var members []*member
	for range n {
		peers = append(peers, st.raw())
		members = append(members, st.member())
	}
	if s := st.Stats(); s.Unjoined != n {
		t.Fatalf("%+v", s)
	}
	for _, m := range members {
		m.out.Close(wire.CloseNoJoin, "no join_chat within 5 s")
	}
	for i, p := range peers {
		if code, _ := p.closed(); code != 4408 {
			t.Fatalf("got %d", code)
		}
		receive(t, members[i].gone)
	}
	st.pass(echoWithin + time.Second)
	eventually(t, "all have left", func() bool { s := st.Stats(); return s.Open == 0 && s.Unjoined == 0 })
	for _, sh := range st.shards {
		if n := len(sh.connections()); n != 0 {
			t.Fatalf("%d left on the wheel", n)
		}
	}
}

// What a socket had queued before its member was banned was still written: the
// member went on reading for as long as the line was slow. Only the error frame
// that says why is sent, after what had been begun.
func TestDeniedSocketIsSentOnlyTheReason(t *testing.T) {
	st := open(t, still)
	p := st.raw()
	m := st.member()
	c := m.out.(*conn)
	for i := range 5 {
		m.out.Push(numbered(i, 1000))
	}
	c.mu.Lock()
	b := append([]byte(nil), c.nextWrite(make([]byte, 0, 1500))...)
	c.mu.Unlock()
	m.out.Deny(numbered(99, 10), wire.CloseBanned, "banned")
	n, err := c.raw.Write(b)
	if err != nil {
		t.Fatal(err)
	}
	c.mu.Lock()
	c.dequeue(n)
	c.mu.Unlock()
	c.shard.pass()
	for _, want := range []int{0, 1, 99} {
		if _, payload, err := p.next(); err != nil || numberOf(t, payload) != want {
			t.Fatalf("want frame %d: %.40q %v", want, payload, err)
		}
	}
	if code, _ := p.closed(); code != 4403 {
		t.Fatalf("got %d", code)
	}
}
