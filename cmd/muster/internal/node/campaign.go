package node

import (
	"context"

	"muster/store"
	"muster/store/campaign"
	campaigns "muster/store/postgres/campaign"
	"muster/store/queue"
)

// campaignSender sends the messages of notification campaigns by the ways that codes
// take.
type campaignSender struct {
	delivery queue.Delivery
	key      campaign.UnsubscribeKey
	base     string // how browsers reach this installation
}

// SendDelivery sends one message.
func (s campaignSender) SendDelivery(ctx context.Context, c campaign.Campaign, d campaign.Delivery) error {
	switch {
	case d.Channel == store.Email && s.delivery.Mailer != nil:
		link := s.base + "/api/unsubscribe/" + s.key.Token(d.MemberID)
		return s.delivery.Mailer.SendMail(ctx, campaign.Mail(s.delivery.Brand.CurrentBrand(ctx), d.Language, d.Address, c.Subject, c.Message, link))
	case d.Channel == store.SMS && s.delivery.SMS != nil:
		return s.delivery.SMS.SendSMS(ctx, store.SMSMessage{To: d.Address, Body: c.Message})
	}
	return store.NewErrorReason(store.Invalid, "channel_off", "This way of sending is not configured")
}

// channels are the ways by which campaigns can be sent.
func (s campaignSender) channels() []store.Channel {
	var all []store.Channel
	if s.delivery.Mailer != nil {
		all = append(all, store.Email)
	}
	if s.delivery.SMS != nil {
		all = append(all, store.SMS)
	}
	return all
}

// wireCampaigns makes the campaigns, which the hub sends.
func (n *Node) wireCampaigns(c Config) {
	n.campaigns = campaigns.New(n.DB.DB, c.Campaigns)
	n.DB.Join(n.campaigns)
	n.sender = campaignSender{delivery: n.delivery(c), key: campaign.NewUnsubscribeKey(c.Secret), base: c.address()}
}
