package http

import "muster/http/body"

// waiting replies with how much waits for an administrator.
func (s *Server) waiting(c *call) (any, error) {
	reports, err := s.config.Store.ReportsWaiting(c.Request.Context())
	if err != nil {
		return nil, err
	}
	emergencies, critical, err := s.config.Emergencies.Waiting(c.Request.Context())
	if err != nil {
		return nil, err
	}
	applications, dueSoon, err := s.config.Applications.Waiting(c.Request.Context())
	return body.Waiting{
		OK: body.Done, Reports: reports, Emergencies: emergencies, Critical: critical, Applications: applications, DueSoon: dueSoon,
	}, err
}
