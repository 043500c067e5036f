package http

import (
	"context"
	"sync"
	"time"
)

// Limits of the health check of Postgres. A reply must come well within the second
// that probes usually wait: otherwise a frozen Postgres would make every node look
// dead to every balancer at once. Anybody may call /healthz and each ping takes a
// connection, so there is one ping at a time and at most four a second.
const (
	healthTimeout   = 500 * time.Millisecond // of one ping
	healthCacheTime = 250 * time.Millisecond // how long its result is reused
)

// healthCache remembers whether Postgres answered its last ping.
type healthCache struct {
	mu      sync.Mutex
	pending chan struct{} // closed when the ping ends; nil: none is running
	at      time.Time     // of the last result
	up      bool
}

// check says whether ping succeeds, or did less than healthCacheTime ago.
func (p *healthCache) check(ping func(context.Context) error) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending == nil && time.Since(p.at) < healthCacheTime {
		return p.up
	}
	if p.pending == nil {
		p.pending = make(chan struct{})
		go p.run(ping)
	}
	pending := p.pending
	p.mu.Unlock()
	late := time.NewTimer(healthTimeout)
	defer late.Stop()
	answered := true
	select {
	case <-pending:
	case <-late.C: // callers wait no longer, even if ping ignores its context
		answered = false
	}
	p.mu.Lock()
	return answered && p.up
}

// run makes one ping. It has a context of its own, because several callers may wait
// for the same result and any of them may leave.
func (p *healthCache) run(ping func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	err := ping(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.up, p.at = err == nil, time.Now()
	close(p.pending)
	p.pending = nil
}
