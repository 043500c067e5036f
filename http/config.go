package http

import "muster/http/body"

// showConfig replies with what the client needs to know about this installation.
func (s *Server) showConfig(*call) (any, error) {
	c := s.config
	terms := c.Face.Consent()
	return body.Config{
		OK: body.Done, CommunityName: c.Brand.Community, CreatorName: c.Brand.Creator,
		SupportEmail: c.Brand.SupportEmail, ChatTitle: c.Brand.ChatTitle, DefaultRoom: c.DefaultRoom,
		GIFHosts: c.GIFHosts, GIFSearch: c.GIFs != nil, GIFService: c.GIFService, FaceEngine: c.Face.EngineName(), FaceGate: c.Face.Gate,
		FaceConsentVersion: terms.Version(), FacePicturesDays: terms.PicturesDays, FaceEnrolmentDays: terms.EnrolmentDays,
		PaymentProvider: c.PaymentProvider, TestPayments: c.TestPayments,
		Intake: string(c.Applications.Intake().Intake), IntakeText: c.Applications.Intake().Shown(), Version: productVersion, DevMode: c.Dev,
	}, nil
}

// showOpenAPI sends the document of all calls and frames.
func (s *Server) showOpenAPI(*call) (any, error) { return s.openAPI(), nil }
