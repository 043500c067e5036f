package http

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"muster/http/body"
	"muster/store"
)

// campaignGroups lists whom campaigns can be for.
func (s *Server) campaignGroups(c *call) (any, error) {
	groups, err := s.config.Campaigns.Groups(c.Request.Context())
	if err != nil {
		return nil, err
	}
	reply := body.CampaignGroups{OK: body.Done, Outbox: s.config.Outbox != nil && !s.config.Delivers,
		Email: s.canSend(store.Email) == nil, SMS: s.canSend(store.SMS) == nil}
	for _, g := range groups {
		reply.Groups = append(reply.Groups, body.CampaignGroupRow{ID: string(g.ID), Name: g.Name, Count: g.Count, Description: g.Description})
	}
	return reply, nil
}

// campaignReach replies with how many members of a group can be reached.
func (s *Server) campaignReach(c *call) (any, error) {
	r, err := s.config.Campaigns.Reach(c.Request.Context(), store.CampaignGroup(c.Param("group")))
	if err != nil {
		return nil, err
	}
	return body.CampaignReach{OK: body.Done, Total: r.Total, WithEmail: r.WithEmail, WithPhone: r.WithPhone}, nil
}

// searchRecipients finds members by a part of a name.
func (s *Server) searchRecipients(c *call) (any, error) {
	found, err := s.config.Campaigns.Search(c.Request.Context(), c.Query("q"))
	if err != nil {
		return nil, err
	}
	reply := body.CampaignRecipients{OK: body.Done, Users: make([]body.CampaignRecipient, 0, len(found))}
	ids := make([]string, 0, len(found))
	for _, m := range found {
		ids = append(ids, m.ID)
		reply.Users = append(reply.Users, body.CampaignRecipient{ID: m.ID, Name: m.Name, Username: nullable(m.Username), HasEmail: m.HasEmail, HasPhone: m.HasPhone})
	}
	c.shown = shownList("", true, ids)
	return reply, nil
}

// campaignKey is the header by which a repeated request is the same campaign.
const campaignKey = "Idempotency-Key"

// sendCampaign stores a campaign; a node sends it when it is due.
func (s *Server) sendCampaign(c *call) (any, error) {
	var request body.SendCampaign
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	made := store.NewCampaign{
		Name: request.CampaignName, Group: store.CampaignGroup(request.RecipientGroup), RecipientIDs: request.RecipientIDs,
		Type: store.CampaignType(request.NotificationType), Subject: request.Subject, Message: request.Message, Key: c.GetHeader(campaignKey),
	}
	if request.SendAt != nil {
		made.SendAt = *request.SendAt
	}
	now, err := s.config.Store.Now(c.Request.Context())
	if err != nil {
		return nil, err
	}
	if made, err = made.Check(now); err != nil {
		return nil, err
	}
	for _, channel := range made.Type.Channels() {
		if err := s.canSend(channel); err != nil {
			return nil, err
		}
	}
	campaign, err := s.config.Store.AdminService(c.caller).SendCampaign(c.Request.Context(), made)
	if err != nil {
		return nil, err
	}
	s.config.Hub.CampaignsChanged()
	message := "Notification campaign started! Queued " + strconv.Itoa(campaign.Total) + " messages."
	if campaign.Status == store.CampaignScheduled {
		message = "Notification campaign scheduled. Queued " + strconv.Itoa(campaign.Total) + " messages."
	}
	return body.CampaignSent{OK: body.Done, Message: message, Campaign: campaignBody(campaign), QueuedCount: campaign.Total}, nil
}

// canSend fails with Unavailable when this installation has no way to send.
func (s *Server) canSend(channel store.Channel) error {
	if slices.Contains(s.config.CampaignChannels, channel) {
		return nil
	}
	if channel == store.SMS {
		return store.NewErrorReason(store.Unavailable, "sms_off", "Text messages are not configured on this server.")
	}
	return store.NewErrorReason(store.Unavailable, "email_off", "E-mail is not configured on this server.")
}

func campaignBody(c store.Campaign) body.Campaign {
	return body.Campaign{
		ID: c.ID, Name: c.Name, NotificationType: string(c.Type), RecipientGroup: string(c.Group), Status: string(c.Status),
		Subject: c.Subject, Message: c.Message, RecipientCount: c.Recipients(), SuccessCount: c.Sent, FailureCount: c.Failed + c.Unknown,
		UnknownCount: c.Unknown, SkippedCount: c.Skipped, ErrorMessage: nullable(c.Error), CreatedAt: c.CreatedAt, SendAt: c.SendAt, EndedAt: moment(c.EndedAt), AsOf: c.AsOf.Log,
	}
}

func campaignState(c store.Campaign) body.CampaignState {
	return body.CampaignState{
		OK: body.Done, Campaign: campaignBody(c), QueuedCount: c.Recipients(), Progress: c.Progress(),
		Stats: body.CampaignStats{Sent: c.Sent, Failed: c.Failed, Unknown: c.Unknown, Skipped: c.Skipped},
	}
}

// campaignStatus replies with how far a campaign is.
func (s *Server) campaignStatus(c *call) (any, error) {
	campaign, err := s.config.Campaigns.Find(c.Request.Context(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	return campaignState(campaign), nil
}

// changeCampaign makes the handler that takes a campaign to a status.
func (s *Server) changeCampaign(to store.CampaignStatus) handlerFunc {
	return func(c *call) (any, error) {
		campaign, err := s.config.Store.AdminService(c.caller).ChangeCampaign(c.Request.Context(), c.Param("id"), to)
		if err != nil {
			return nil, err
		}
		s.config.Hub.CampaignsChanged()
		return campaignState(campaign), nil
	}
}

// unsubscribeBody is the most bytes of a mail program's form.
const unsubscribeBody = 4 << 10

// Sizes of pages of campaigns and deliveries.
const (
	campaignPage    = 20
	mostCampaigns   = 100
	deliveryPage    = 50
	mostDeliveries  = 500
	testSendTimeout = 15 * time.Second
)

// pageLimit is the limit of a request's page, clamped.
func pageLimit(c *call, usual, most int) (int, error) {
	limit, err := queryNumber(c, "limit", usual)
	return min(max(limit, 1), most), err
}

// campaignHistory lists campaigns.
func (s *Server) campaignHistory(c *call) (any, error) {
	limit, err := pageLimit(c, campaignPage, mostCampaigns)
	if err != nil {
		return nil, err
	}
	page, next, err := s.config.Campaigns.History(c.Request.Context(), limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.Campaigns{OK: body.Done, Campaigns: make([]body.Campaign, 0, len(page)), NextCursor: nullable(next)}
	for _, one := range page {
		reply.Campaigns = append(reply.Campaigns, campaignBody(one))
	}
	return reply, nil
}

// campaignDeliveries lists what became of a campaign's messages.
func (s *Server) campaignDeliveries(c *call) (any, error) {
	limit, err := pageLimit(c, deliveryPage, mostDeliveries)
	if err != nil {
		return nil, err
	}
	status := store.DeliveryStatus(c.Query("status"))
	if status != "" && !status.Known() {
		return nil, store.NewErrorReason(store.Invalid, "status_unknown", "status must be queued, sending, sent, failed, unknown or skipped")
	}
	page, next, err := s.config.Campaigns.Deliveries(c.Request.Context(), c.Param("id"), status, limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.CampaignDeliveries{OK: body.Done, Deliveries: make([]body.CampaignDelivery, 0, len(page)), NextCursor: nullable(next)}
	for _, d := range page {
		reply.Deliveries = append(reply.Deliveries, body.CampaignDelivery{UserID: d.MemberID, Name: d.Name, Channel: string(d.Channel), Status: string(d.Status), Error: nullable(d.Error)})
	}
	return reply, nil
}

// testedCampaign is what the audit log keeps of a test message.
type testedCampaign struct {
	Channel store.Channel `json:"channel"`
}

// testNotification sends one message to the asking administrator, in place of the
// members whom a campaign would reach.
func (s *Server) testNotification(c *call) (any, error) {
	var request body.TestNotification
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	channel, address, reply := store.Email, c.caller.Member.Email, "Test email sent successfully"
	switch request.Type {
	case string(store.Email):
	case string(store.SMS):
		channel, address, reply = store.SMS, c.caller.Member.Phone, "Test SMS sent successfully"
	default:
		return nil, store.NewErrorReason(store.Invalid, "type_unknown", "type must be sms or email")
	}
	test := store.NewCampaign{Name: "Test", Group: store.AdminsGroup, Type: store.CampaignType(channel), Subject: request.Subject, Message: request.Message}
	if test.Subject == "" {
		test.Subject = "Test notification"
	}
	if test.Message == "" {
		test.Message = "This is a test notification from " + s.config.Brand.Community + "."
	}
	test, err := test.Check(time.Time{})
	if err != nil {
		return nil, err
	}
	if err := s.canSend(channel); err != nil {
		return nil, err
	}
	if address == "" {
		return nil, store.NewErrorReason(store.Invalid, "no_address", "Your account has no "+map[store.Channel]string{store.Email: "e-mail address", store.SMS: "phone number"}[channel])
	}
	if err := s.config.Campaigns.SpendTest(c.Request.Context(), c.caller.Member.ID); err != nil {
		return nil, err
	}
	if err := s.config.Store.AdminService(c.caller).Record(c.Request.Context(), store.AuditRecord{
		Action: "campaign_tested", Subject: c.caller.Member.ID, After: testedCampaign{channel},
	}); err != nil {
		return nil, err
	}
	delivery := store.Delivery{MemberID: c.caller.Member.ID, Channel: channel, Address: address}
	if err := s.config.CampaignSender.SendDelivery(c.Request.Context(), store.Campaign{Subject: test.Subject, Message: test.Message, Type: test.Type}, delivery); err != nil {
		return nil, err
	}
	return body.MessageReply{OK: body.Done, Message: reply}, nil
}

// announcements replies with the channels by which the caller gets campaigns.
func (s *Server) announcements(c *call) (any, error) {
	out, err := s.config.Campaigns.OptOuts(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	return body.AnnouncementSettingsReply{OK: body.Done, Settings: body.AnnouncementSettings{
		Email: !slices.Contains(out, store.Email), SMS: !slices.Contains(out, store.SMS),
	}}, nil
}

// changeAnnouncements sets the channels by which the caller gets campaigns.
func (s *Server) changeAnnouncements(c *call) (any, error) {
	var request body.AnnouncementSettings
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	for channel, wanted := range map[store.Channel]bool{store.Email: request.Email, store.SMS: request.SMS} {
		if err := s.config.Campaigns.OptOut(c.Request.Context(), c.caller.Member.ID, channel, !wanted); err != nil {
			return nil, err
		}
	}
	return body.AnnouncementSettingsReply{OK: body.Done, Settings: request}, nil
}

// unsubscribePath begins the links to stop campaigns by mail.
const unsubscribePath = "/api/unsubscribe/"

// The pages of an unsubscribe link. They ask no session: whoever has the mail may.
const (
	unsubscribeHead = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="robots" content="noindex"><title>Unsubscribe</title></head><body>`
	unsubscribeAsk = unsubscribeHead + `<h1>Unsubscribe</h1><p>Stop the announcements by e-mail? Sign-in codes and emergency mails still come.</p>` +
		`<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button type="submit">Unsubscribe</button></form></body></html>`
	unsubscribeDone = unsubscribeHead + `<h1>You are unsubscribed</h1><p>You will get no more announcements by e-mail. Your profile settings turn them on again.</p></body></html>`
)

// unsubscribePage shows a button and changes nothing: programs that look at the links
// of a mail must not unsubscribe anybody.
func (s *Server) unsubscribePage(c *call) (any, error) {
	if _, ok := s.config.Unsubscribe.Member(c.Param("token")); !ok {
		return nil, store.NewErrorReason(store.NotFound, "token_unknown", "This link is not valid")
	}
	c.String(http.StatusOK, "%s", unsubscribeAsk)
	return nil, nil
}

// oneClickUnsubscribe stops campaigns by mail (RFC 8058).
func (s *Server) oneClickUnsubscribe(c *call) (any, error) {
	member, ok := s.config.Unsubscribe.Member(c.Param("token"))
	if !ok {
		return nil, store.NewErrorReason(store.NotFound, "token_unknown", "This link is not valid")
	}
	if err := s.config.Campaigns.OptOut(c.Request.Context(), member, store.Email, true); err != nil {
		return nil, err
	}
	c.String(http.StatusOK, "%s", unsubscribeDone)
	return nil, nil
}
