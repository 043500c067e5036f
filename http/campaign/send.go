package campaign

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/campaign"
)

// groups lists whom campaigns can be for.
func (h *calls) groups(c edge.Call) (any, error) {
	groups, err := h.Campaigns.Groups(c.Context())
	if err != nil {
		return nil, err
	}
	reply := body.CampaignGroups{OK: body.Done, Outbox: h.Outbox,
		Email: h.canSend(store.Email) == nil, SMS: h.canSend(store.SMS) == nil}
	for _, g := range groups {
		reply.Groups = append(reply.Groups, body.CampaignGroupRow{ID: string(g.ID), Name: g.Name, Count: g.Count, Description: g.Description})
	}
	return reply, nil
}

// reach replies with how many members of a group can be reached.
func (h *calls) reach(c edge.Call) (any, error) {
	r, err := h.Campaigns.Reach(c.Context(), campaign.Group(c.Param("group")))
	if err != nil {
		return nil, err
	}
	return body.CampaignReach{OK: body.Done, Total: r.Total, WithEmail: r.WithEmail, WithPhone: r.WithPhone}, nil
}

// searchRecipients finds members by a part of a name.
func (h *calls) searchRecipients(c edge.Call) (any, error) {
	found, err := h.Campaigns.Search(c.Context(), c.Query("q"))
	if err != nil {
		return nil, err
	}
	reply := body.CampaignRecipients{OK: body.Done, Users: make([]body.CampaignRecipient, 0, len(found))}
	ids := make([]string, 0, len(found))
	for _, m := range found {
		ids = append(ids, m.ID)
		reply.Users = append(reply.Users, body.CampaignRecipient{ID: m.ID, Name: m.Name, Username: edge.OrNull(m.Username), HasEmail: m.HasEmail, HasPhone: m.HasPhone})
	}
	edge.ShowUsers(c, "", true, ids)
	return reply, nil
}

// campaignKey is the header by which a repeated request is the same campaign.
const campaignKey = "Idempotency-Key"

// send stores a campaign; a node sends it when it is due.
func (h *calls) send(c edge.Call) (any, error) {
	var request body.SendCampaign
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	made := campaign.NewCampaign{
		Name: request.CampaignName, Group: campaign.Group(request.RecipientGroup), RecipientIDs: request.RecipientIDs,
		Type: campaign.Type(request.NotificationType), Subject: request.Subject, Message: request.Message, Key: c.Header(campaignKey),
	}
	if request.SendAt != nil {
		made.SendAt = *request.SendAt
	}
	now, err := h.DB.Now(c.Context())
	if err != nil {
		return nil, err
	}
	if made, err = made.Check(now); err != nil {
		return nil, err
	}
	for _, channel := range made.Type.Channels() {
		if err := h.canSend(channel); err != nil {
			return nil, err
		}
	}
	sent, err := h.Campaigns.Send(c.Context(), c.Caller(), made)
	if err != nil {
		return nil, err
	}
	h.Hub.CampaignsChanged()
	text := "answer.campaignStarted"
	if sent.Status == campaign.Scheduled {
		text = "answer.campaignScheduled"
	}
	if sent.Total == 1 {
		text += "One"
	}
	return body.CampaignSent{OK: body.Done, Message: c.Say(text, strconv.Itoa(sent.Total)), Campaign: campaignBody(sent), QueuedCount: sent.Total}, nil
}

// canSend fails with Unavailable when this installation has no way to send.
func (h *calls) canSend(channel store.Channel) error {
	if slices.Contains(h.Channels, channel) {
		return nil
	}
	if channel == store.SMS {
		return store.NewErrorReason(store.Unavailable, "sms_off", "Text messages are not configured on this server.").TurnedOff()
	}
	return store.NewErrorReason(store.Unavailable, "email_off", "E-mail is not configured on this server.").TurnedOff()
}

// change makes the handler that takes a campaign to a status.
func (h *calls) change(to campaign.Status) func(edge.Call) (any, error) {
	return func(c edge.Call) (any, error) {
		campaign, err := h.Campaigns.Change(c.Context(), c.Caller(), c.Param("id"), to)
		if err != nil {
			return nil, err
		}
		h.Hub.CampaignsChanged()
		return stateBody(campaign), nil
	}
}

// testedCampaign is what the audit log keeps of a test message.
type testedCampaign struct {
	Channel store.Channel `json:"channel"`
}

// sendTest sends one message to the asking administrator, in place of the
// members whom a campaign would reach.
func (h *calls) sendTest(c edge.Call) (any, error) {
	var request body.TestNotification
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	channel, address := store.Email, c.Caller().Member.Email
	switch request.Type {
	case string(store.Email):
	case string(store.SMS):
		channel, address = store.SMS, c.Caller().Member.Phone
	default:
		return nil, store.NewErrorReason(store.Invalid, "type_unknown", "type must be sms or email")
	}
	test := campaign.NewCampaign{Name: "Test", Group: campaign.AdminsGroup, Type: campaign.Type(channel), Subject: request.Subject, Message: request.Message}
	if test.Subject == "" {
		test.Subject = "Test notification"
	}
	if test.Message == "" {
		test.Message = "This is a test notification from " + h.Brand.CurrentBrand(c.Context()).Community + "."
	}
	test, err := test.Check(time.Time{})
	if err != nil {
		return nil, err
	}
	if err := h.canSend(channel); err != nil {
		return nil, err
	}
	if address == "" {
		return nil, store.NewErrorReason(store.Invalid, "no_address", "Your account has no "+map[store.Channel]string{store.Email: "e-mail address", store.SMS: "phone number"}[channel])
	}
	if err := h.Campaigns.SpendTest(c.Context(), c.Caller().Member.ID); err != nil {
		return nil, err
	}
	if err := h.DB.AdminService(c.Caller()).Record(c.Context(), store.AuditRecord{
		Action: "campaign_tested", Subject: c.Caller().Member.ID, After: testedCampaign{channel},
	}); err != nil {
		return nil, err
	}
	delivery := campaign.Delivery{MemberID: c.Caller().Member.ID, Channel: channel, Address: address, Language: c.Language()}
	if err := h.Sender.SendDelivery(c.Context(), campaign.Campaign{Subject: test.Subject, Message: test.Message, Type: test.Type}, delivery); err != nil {
		said := *store.AsError(err)
		said.Err = errors.New(said.Message) // the provider's own words may name the address, and are logged
		return nil, &said
	}
	return body.MessageReply{OK: body.Done, Message: c.Say("answer.campaignTest." + string(channel))}, nil
}
