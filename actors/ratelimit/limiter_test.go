package ratelimit

import (
	"testing"
	"time"
)

// The bucket shared by all nodes adjusts the one of this node; without its
// answer the bucket of this node decides.
func TestSEC3PaceIsShared(t *testing.T) {
	now := time.Unix(1000, 0)
	shared := &memLimiter{now: &now}
	p := New(1, 5, shared, func() time.Time { return now })
	a, b := &Member{ID: "1"}, &Member{ID: "1"} // one person on two nodes
	sends := func(m *Member) (n int) {
		for range 20 {
			if _, ok := p.Send(m, now); ok {
				n++
			}
		}
		return n
	}
	if n := sends(a); n != 5 {
		t.Errorf("a burst: %d", n)
	}
	shared.answer()
	p.Send(b, now)
	shared.answer()
	if n := sends(b); n != 0 {
		t.Errorf("the other node has learnt of it: %d", n)
	}
	now = now.Add(2 * time.Second)
	if n := sends(b); n != 1 {
		t.Errorf("six are being paid back: %d", n)
	}
	shared.answer()
	p.Send(a, now)
	shared.answer()
	if n := sends(a); n != 0 {
		t.Errorf("the first node learns with its next one: %d", n)
	}
	shared.silent = true
	now = now.Add(time.Minute)
	if n := sends(a); n != 5 {
		t.Errorf("on its own: %d", n)
	}
}

// atOnce is how often a limit lets a member act at one moment, up to many times.
func atOnce(limit func(*Member, time.Time) (time.Duration, bool), now time.Time) (n int) {
	for m := (&Member{ID: "1"}); n < 1000; n++ {
		if _, ok := limit(m, now); !ok {
			return n
		}
	}
	return n
}

// Each act has a burst of its own: reactions twice that of messages, and moves and arrivals as
// many as a person with all tabs needs. Ten times the reactions were let through and no test
// noticed.
func TestWS24BurstOfEachAct(t *testing.T) {
	now := time.Unix(1000, 0)
	for burst, want := range map[int][4]int{5: {5, 10, 20, 60}, 100: {100, 200, 100, 100}} {
		p := New(1, burst, nil, func() time.Time { return now })
		if got := [4]int{atOnce(p.Send, now), atOnce(p.React, now), atOnce(p.Move, now), atOnce(p.Arrive, now)}; got != want {
			t.Errorf("with a burst of %d: %v messages, reactions, moves and arrivals, want %v", burst, got, want)
		}
	}
}

// However far ahead the shared bucket says it is, as after a clock was wrong, a member waits for
// ten bursts at most.
func TestSharedPaceHoldsBackTenBurstsAtMost(t *testing.T) {
	now := time.Unix(1000, 0)
	shared := &memLimiter{now: &now}
	p, m := New(1, 5, shared, func() time.Time { return now }), &Member{ID: "1"}
	p.Send(m, now)
	shared.full = now.Add(24 * time.Hour)
	shared.answer()
	if _, ok := p.Send(m, now.Add(45*time.Second)); ok {
		t.Error("the shared bucket holds nobody back")
	}
	if _, ok := p.Send(m, now.Add(46*time.Second)); !ok {
		t.Error("a member is held back for more than ten bursts")
	}
}

// memLimiter is one shared bucket that answers when a test says so.
type memLimiter struct {
	now    *time.Time
	full   time.Time
	wait   []func(time.Duration)
	silent bool
}

func (p *memLimiter) Report(_ string, step time.Duration, settle func(time.Duration)) {
	if !p.silent {
		if p.full.Before(*p.now) {
			p.full = *p.now
		}
		p.full = p.full.Add(step)
		p.wait = append(p.wait, settle)
	}
}

func (p *memLimiter) answer() {
	for _, settle := range p.wait {
		settle(p.full.Sub(*p.now))
	}
	p.wait = nil
}
