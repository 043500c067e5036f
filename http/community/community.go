package community

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store/application"
	"muster/store/community"
)

// settings replies with the settings of the community as they are now: an open page asks
// as soon as another node has saved, and only once.
func (h *calls) settings(c edge.Call) (any, error) {
	if err := h.Community.Refresh(c.Context()); err != nil {
		return nil, err
	}
	return h.reply(h.Community.Settings(c.Context())), nil
}

// change changes those that are given.
func (h *calls) change(c edge.Call) (any, error) {
	var request body.ChangeCommunity
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	after, err := h.Community.Change(c.Context(), c.Caller(), community.Change{
		Name: request.Name, SupportEmail: request.SupportEmail, Intake: (*application.Intake)(request.Intake), IntakeText: request.IntakeText, SetUp: request.SetUp,
	})
	if err != nil {
		return nil, err
	}
	return h.reply(after), nil
}

func (h *calls) reply(s community.Settings) body.CommunityReply {
	fixed := []string{}
	for _, setting := range h.Community.Configured().Fixed {
		fixed = append(fixed, string(setting))
	}
	return body.CommunityReply{OK: body.Done, Community: body.Community{
		Name: s.Brand.Community, SupportEmail: s.Brand.SupportEmail,
		Intake: string(s.Intake.Intake), IntakeText: s.Intake.Text,
		Fixed: fixed, IsSetUp: !s.SetUpAt.IsZero(),
		MailServer: h.Mail.Server, MailFrom: h.Mail.From, HasOutbox: h.Mail.HasOutbox,
	}}
}
