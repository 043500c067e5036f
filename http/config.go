package http

import (
	"muster/http/body"
	"muster/store/language"
)

// showConfig replies with what the client needs to know about this installation.
func (s *Server) showConfig(call *call) (any, error) {
	c, ctx := s.config, call.Request.Context()
	brand, intake := c.Community.CurrentBrand(ctx), c.Applications.Intake(ctx)
	terms := c.Face.Consent()
	return body.Config{
		OK: body.Done, CommunityName: brand.Community, CreatorName: brand.Creator,
		SupportEmail: brand.SupportEmail, ChatTitle: brand.ChatTitle, DefaultRoom: c.DefaultRoom,
		GIFHosts: c.GIFHosts, GIFSearch: c.GIFs != nil, GIFService: c.GIFService, FaceEngine: c.Face.EngineName(), FaceGate: c.Face.Gate,
		FaceConsentVersion: terms.Version(), FacePicturesDays: terms.PicturesDays, FaceEnrolmentDays: terms.EnrolmentDays,
		PaymentProvider: c.PaymentProvider, TestPayments: c.TestPayments,
		Intake: string(intake.Intake), IntakeText: intake.Shown(), Languages: languages(), Version: productVersion, Build: s.files.build, DevMode: c.Dev,
	}, nil
}

// languages are the tags of all languages.
func languages() []string {
	var tags []string
	for _, tag := range language.All() {
		tags = append(tags, string(tag))
	}
	return tags
}

// showOpenAPI sends the document of all calls and frames.
func (s *Server) showOpenAPI(*call) (any, error) { return s.openAPI(), nil }
