package http

import "muster/http/body"

// waiting replies with how much waits for an administrator.
func (s *Server) waiting(c *call) (any, error) {
	w, err := s.config.Store.Waiting(c.Request.Context())
	if err != nil {
		return nil, err
	}
	applications, dueSoon, err := s.config.Applications.Waiting(c.Request.Context())
	return body.Waiting{
		OK: body.Done, Reports: w.Reports, Emergencies: w.Emergencies, Critical: w.Critical, Applications: applications, DueSoon: dueSoon,
	}, err
}
