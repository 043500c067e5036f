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
		t.Errorf("a burst"+": %d", n)
	}
	shared.answer()
	p.Send(b, now)
	shared.answer()
	if n := sends(b); n != 0 {
		t.Errorf("the other node has learnt of it"+": %d", n)
	}
	now = now.Add(2 * time.Second)
	if n := sends(b); n != 1 {
		t.Errorf("six are being paid back"+": %d", n)
	}
	shared.answer()
	p.Send(a, now)
	shared.answer()
	if n := sends(a); n != 0 {
		t.Errorf("the first node learns with its next one"+": %d", n)
	}
	shared.silent = true
	now = now.Add(time.Minute)
	if n := sends(a); n != 5 {
		t.Errorf("on its own"+": %d", n)
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
