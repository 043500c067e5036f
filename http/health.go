package http

import (
	"context"
	"net/http"
	"time"

	"muster/http/body"
)

// healthPatience is how long the state of Postgres is waited for.
const healthPatience = time.Second

// health answers while the process lives.
func (s *Server) health(c *call) (any, error) {
	return s.state(c), nil
}

// ready is 503 while this node drains. Postgres or Redis being away does not make it
// unready: an outage must not take every node out of the balancer (GEN-22).
func (s *Server) ready(c *call) (any, error) {
	state := s.state(c)
	if state.Draining {
		state.Success = false
		s.write(c.Context, http.StatusServiceUnavailable, state)
	}
	return state, nil
}

func (s *Server) state(c *call) body.Health {
	ctx, cancel := context.WithTimeout(c.Request.Context(), healthPatience)
	defer cancel()
	postgres := "up"
	if s.config.Store.Ping(ctx) != nil {
		postgres = "down"
	}
	redis := ""
	if s.config.Redis != nil {
		redis = s.config.Redis()
	}
	draining := s.draining.Load()
	return body.Health{OK: body.Done, Ready: !draining, Draining: draining, Postgres: postgres, Redis: redis}
}
