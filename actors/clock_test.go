package actors

import (
	"context"
	"sync"
	"testing"
	"time"

	"muster/actors/session"
	"muster/actors/wire"
)

// handClock is a clock that a test moves.
type handClock struct {
	mu     sync.Mutex
	now    time.Time
	timers []*handTimer
	set    chan time.Duration // of each timer that is set
}

type handTimer struct {
	at   time.Time
	f    func()
	dead bool
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) After(d time.Duration, f func()) func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &handTimer{at: c.now.Add(d), f: f}
	c.timers = append(c.timers, t)
	select {
	case c.set <- d:
	default:
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		t.dead = true
	}
}

func (c *handClock) move(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var due []func()
	for _, t := range c.timers {
		if !t.dead && !t.at.After(c.now) {
			t.dead = true
			due = append(due, t.f)
		}
	}
	c.mu.Unlock()
	for _, f := range due {
		f()
	}
}

// closing is an outbox that signals when it is closed.
type closing struct {
	memOutbox
	gone chan wire.CloseCode
}

func (o *closing) Close(code wire.CloseCode, reason string) {
	o.memOutbox.Close(code, reason)
	select {
	case o.gone <- code:
	default:
	}
}

// The injectable clock controls every rule of the package, in real time too.
func TestInjectedClock(t *testing.T) {
	c := &handClock{now: time.Unix(1000, 0), set: make(chan time.Duration, 100)}
	hub := NewHub(Config{Log: newMemLog("general"), Admission: newMemAdmission(), Logger: quiet(), Clock: c.Now, After: c.After})
	out := &closing{gone: make(chan wire.CloseCode, 1)}
	hub.Connect(out)
	for <-c.set != session.JoinDeadline {
	}
	equal(t, "server time", out.take()[0]["serverTime"], any("1970-01-01T00:16:40Z"))
	c.move(session.JoinDeadline)
	equal(t, "closed", <-out.gone, wire.CloseNoJoin)
	if err := hub.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
}
