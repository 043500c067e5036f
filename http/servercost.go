package http

import "muster/http/body"

// serverCost replies with the server's cost.
func (s *Server) serverCost(c *call) (any, error) {
	cost, err := s.config.Hub.ServerCost(c.Request.Context())
	if err != nil {
		return nil, err
	}
	return body.ServerCostReply{OK: body.Done, ServerCost: body.ServerCost{CurrentCost: cost.Current.Dollars()}}, nil
}
