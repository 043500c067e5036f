package http

import "muster/http/body"

// productVersion is the label on the dashboard (DASH-1).
const productVersion = "2.0"

// showConfig tells the client how this installation is named and set up.
func (s *Server) showConfig(*call) (any, error) {
	c := s.config
	return body.Config{
		OK: body.Done, CommunityName: c.Brand.Community, CreatorName: c.Brand.Creator,
		SupportEmail: c.Brand.SupportEmail, ChatTitle: c.Brand.ChatTitle, DefaultRoom: c.DefaultRoom,
		GIFHosts: c.GIFHosts, GIFSearch: c.GIFSearch, FaceEngine: c.FaceEngine, Version: productVersion, DevMode: c.Dev,
	}, nil
}
