package http

import (
	"context"
	"net/http"
	"sync"
	"time"

	"muster/http/body"
)

// How the state of Postgres is found out. Whoever asks for health gets an
// answer well within the second that probes usually wait, however Postgres is:
// one that is frozen would else look like a dead node to every balancer at
// once. And however many ask, Postgres is asked once at a time and at most four
// times a second: anybody may ask, and each question takes a connection.
const (
	healthPatience = 500 * time.Millisecond // for one question
	healthFresh    = 250 * time.Millisecond // how long its answer is given again
)

// pulse remembers whether Postgres answered.
type pulse struct {
	mu     sync.Mutex
	asking chan struct{} // closed with the answer; nil: nobody asks
	at     time.Time     // of the last answer
	up     bool
}

// beats says whether ping answers, or answered just now.
func (p *pulse) beats(ping func(context.Context) error) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asking == nil && time.Since(p.at) < healthFresh {
		return p.up
	}
	if p.asking == nil {
		p.asking = make(chan struct{})
		go p.ask(ping)
	}
	asking := p.asking
	p.mu.Unlock()
	late := time.NewTimer(healthPatience)
	defer late.Stop()
	answered := true
	select {
	case <-asking:
	case <-late.C: // whoever asks never waits for longer, even if ping does
		answered = false
	}
	p.mu.Lock()
	return answered && p.up
}

// ask asks once. It is nobody's: a caller who leaves takes no answer from those
// who wait for the same one.
func (p *pulse) ask(ping func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), healthPatience)
	defer cancel()
	err := ping(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.up, p.at = err == nil, time.Now()
	close(p.asking)
	p.asking = nil
}

// health answers while the process lives.
func (s *Server) health(*call) (any, error) {
	return s.state(), nil
}

// ready is 503 while this node drains. Postgres or Redis being away does not
// make it unready: an outage must not take every node out of the balancer
// (GEN-22). Their state stands in the body.
func (s *Server) ready(c *call) (any, error) {
	state := s.state()
	if state.Draining {
		state.Success = false
		s.write(c.Context, http.StatusServiceUnavailable, state)
	}
	return state, nil
}

func (s *Server) state() body.Health {
	postgres := "down"
	if s.pulse.beats(s.config.Store.Ping) {
		postgres = "up"
	}
	redis := ""
	if s.config.Redis != nil {
		redis = s.config.Redis()
	}
	draining := s.draining.Load()
	return body.Health{OK: body.Done, Ready: !draining, Draining: draining, Postgres: postgres, Redis: redis}
}
