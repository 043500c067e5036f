package campaign

import (
	"context"
	"time"

	"muster/store"
	"muster/store/campaign"
	"muster/store/postgres"
	campaigns "muster/store/postgres/campaign"
)

// Config is what the calls stand on.
type Config struct {
	Campaigns   *campaigns.Campaigns
	DB          *postgres.DB // of the changes by administrators
	Channels    []store.Channel
	Outbox      bool // mails and texts end in the outbox of development
	Sender      Sender
	Unsubscribe campaign.UnsubscribeKey
	Brand       store.BrandSource
	Hub         Hub
}

// Sender sends one message at once.
type Sender interface {
	SendDelivery(ctx context.Context, c campaign.Campaign, d campaign.Delivery) error
}

// Hub is what the calls use of the hub.
type Hub interface {
	// CampaignsChanged is called after a campaign was sent, paused, resumed or cancelled.
	CampaignsChanged()
}

// calls are the handlers.
type calls struct{ Config }

// Limits of the calls.
const (
	testTimeout     = 15 * time.Second
	changeTimeout   = campaign.ChangeTime + time.Second
	unsubscribeBody = 4 << 10 // bytes of a mail program's form
)

// unsubscribePath begins the links to stop campaigns by mail.
const unsubscribePath = "/api/unsubscribe/"
