package socket

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestDrain(t *testing.T) { // WS-30, P20
	st := open(t, func(c *Config, _ *site) { c.DrainSpread = 300 * time.Millisecond })
	const n = 60
	var peers []*peer
	for range n {
		peers = append(peers, st.raw())
		st.member()
	}
	done := make(chan error, 1)
	go func() { done <- st.Drain(context.Background()) }()
	eventually(t, "draining", func() bool {
		st.limiter.mu.Lock()
		defer st.limiter.mu.Unlock()
		return st.limiter.draining
	})
	if code, _ := st.raw().closed(); code != 1013 {
		t.Fatalf("a newcomer got %d", code)
	}
	for _, p := range peers {
		opcode, payload, err := p.next()
		if opcode != opClose || err != nil || payload[0] != 1001>>8 || payload[1] != 1001&0xff {
			t.Fatalf("got %d %q %v", opcode, payload, err)
		}
		p.send(frame(fin|opClose, payload))
	}
	st.pass(echoWithin + time.Second) // the newcomer does not answer
	if err := receive(t, done); err != nil {
		t.Fatal(err)
	}
	if err := st.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
	if s := st.Stats(); s.Open != 0 {
		t.Fatalf("%+v", s)
	}
}

// A client that comes when all have gone is asked to try again. The
// loops that would have answered it had ended.
func TestDrainedServerStillRefuses(t *testing.T) {
	st := open(t)
	for range 2 {
		if err := st.Drain(context.Background()); err != nil {
			t.Fatal(err)
		}
		if code, _ := st.raw().closed(); code != 1013 {
			t.Fatalf("a newcomer got %d", code)
		}
	}
}

// Few sockets are spread over the whole time too. They were closed 50 a
// second, however few they were.
func TestDrainSpreadsFewSockets(t *testing.T) {
	st := open(t)
	for range 10 {
		st.raw()
		st.member()
	}
	open := func() (n int) {
		for _, c := range st.connections() {
			if !c.isClosing() {
				n++
			}
		}
		return n
	}
	owed := 0.0
	for left := 10 * time.Second; left >= 0; left -= drainStep {
		owed = st.closeShare(left, owed)
		if n := open(); left == 5*time.Second && (n < 4 || n > 6) {
			t.Errorf("%d of 10 are left at half time", n)
		}
	}
	if n := open(); n != 0 {
		t.Errorf("%d were left", n)
	}
}

// The sockets are closed one after the other, not at once.
func TestDrainIsSpread(t *testing.T) {
	st := open(t)
	const n = 100
	for range n {
		st.raw()
		st.member()
	}
	st.closeShare(10*drainStep, 0)
	closed := 0
	for _, c := range st.Server.connections() {
		if c.isClosing() {
			closed++
		}
	}
	if closed != n/10 {
		t.Fatalf("%d of %d closed in the first of 10 steps", closed, n)
	}
}

func TestDrainByForce(t *testing.T) {
	st := open(t)
	var members []*member
	for range 10 {
		st.raw() // answers nothing
		members = append(members, st.member())
	}
	st.small()
	stuck := st.member()
	st.stuff(stuck, 5000)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- st.Drain(ctx) }()
	eventually(t, "all are closing", stuck.out.(*conn).isClosing)
	cancel()
	if err := receive(t, done); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	for _, m := range append(members, stuck) {
		receive(t, m.gone)
	}
}

// A session that hangs in a message kept a drain by force waiting without end.
func TestDrainByForceLeavesAHangingSession(t *testing.T) {
	st := open(t)
	p := st.raw()
	m := st.member()
	hanging, release := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(release); receive(t, m.gone) })
	m.do = func(*member, string) { close(hanging); <-release }
	p.send(frame(fin|opText, "hang"))
	receive(t, hanging)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	done := make(chan error, 1)
	go func() { done <- st.Drain(ctx) }()
	if err := receive(t, done); err == nil {
		t.Error("no line says that a session hangs")
	}
}
