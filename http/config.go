package http

import (
	"muster/http/body"
	"muster/store/face"
)

// productVersion is shown on the dashboard.
const productVersion = "2.0"

// showConfig replies with what the client needs to know about this installation.
func (s *Server) showConfig(*call) (any, error) {
	c := s.config
	return body.Config{
		OK: body.Done, CommunityName: c.Brand.Community, CreatorName: c.Brand.Creator,
		SupportEmail: c.Brand.SupportEmail, ChatTitle: c.Brand.ChatTitle, DefaultRoom: c.DefaultRoom,
		GIFHosts: c.GIFHosts, GIFSearch: c.GIFs != nil, GIFService: c.GIFService, FaceEngine: c.Face.EngineName(), FaceConsentVersion: face.ConsentVersion, FaceGate: c.Face.Gate,
		PaymentProvider: c.PaymentProvider, TestPayments: c.TestPayments,
		Intake: string(c.Applications.Intake().Intake), IntakeText: c.Applications.Intake().Shown(), Version: productVersion, DevMode: c.Dev,
	}, nil
}
