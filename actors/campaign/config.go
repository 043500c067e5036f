package campaign

import (
	"context"
	"time"

	"muster/actors/runtime"
	"muster/store"
	"muster/store/campaign"
)

// Config is what campaigns need of their node.
type Config struct {
	Node      *runtime.Node
	Campaigns Store
	Sender    Sender
	Broadcast func(values ...store.Broadcast) // to all nodes
}

// Store stores notification campaigns and what became of each delivery
// (store/postgres).
type Store interface {
	// DueCampaigns lists the campaigns that some node should take.
	DueCampaigns(ctx context.Context) ([]string, error)
	// TakeCampaign takes a campaign and returns its epoch, 0 when another node was
	// faster.
	TakeCampaign(ctx context.Context, id string) (campaign.Campaign, int64, error)
	// StepCampaign notes results, claims deliveries and renews the lease. It may be
	// called again with the same step when its outcome is not known.
	StepCampaign(ctx context.Context, step campaign.Step) (campaign.State, error)
}

// Sender sends one delivery of a campaign. Its errors are those of
// store.Mailer.
type Sender interface {
	SendDelivery(ctx context.Context, c campaign.Campaign, d campaign.Delivery) error
}

// Limits of campaigns.
const (
	slots               = 32 // sends at once, of one campaign by one channel
	sendTime            = 10 * time.Second
	stepTime            = 5 * time.Second
	idleStep            = 5 * time.Second // between two steps at most, so that the lease stays renewed
	announceEvery       = time.Second
	poll                = time.Second // between two looks for campaigns that are due
	unreachableRetry    = 10 * time.Second
	unreachableAtStart  = time.Minute      // nobody took the call: a campaign that has sent nothing fails
	unreachableOnTheWay = 15 * time.Minute // and what is left of one that has sent something
)
