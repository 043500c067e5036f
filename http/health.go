package http

import (
	"net/http"

	"muster/http/body"
)

// health replies as long as the process lives.
func (s *Server) health(*call) (any, error) {
	return s.healthState(), nil
}

// ready replies 503 while this node drains. An outage of Postgres or Redis does not
// make the node unready, because that would take every node out of the balancer;
// their state is in the body.
func (s *Server) ready(c *call) (any, error) {
	state := s.healthState()
	if state.Draining {
		state.Success = false
		s.writeJSON(c.Context, http.StatusServiceUnavailable, state, noStore)
	}
	return state, nil
}

func (s *Server) healthState() body.Health {
	postgres := "down"
	if s.database.check(s.config.Store.Ping) {
		postgres = "up"
	}
	redis := ""
	if s.config.Redis != nil {
		redis = s.config.Redis()
	}
	draining := s.draining.Load()
	return body.Health{OK: body.Done, Ready: !draining, Draining: draining, Postgres: postgres, Redis: redis}
}
