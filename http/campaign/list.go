package campaign

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/campaign"
)

// Sizes of pages of campaigns and deliveries.
const (
	page              = 20
	maxPage           = 100
	deliveriesPage    = 50
	maxDeliveriesPage = 500
)

// history lists campaigns.
func (h *calls) history(c edge.Call) (any, error) {
	limit, err := edge.PageLimit(c, page, maxPage)
	if err != nil {
		return nil, err
	}
	found, next, err := h.Campaigns.History(c.Context(), limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.Campaigns{OK: body.Done, Campaigns: make([]body.Campaign, 0, len(found)), NextCursor: edge.OrNull(next)}
	for _, one := range found {
		reply.Campaigns = append(reply.Campaigns, campaignBody(one))
	}
	return reply, nil
}

// deliveries lists what became of a campaign's messages.
func (h *calls) deliveries(c edge.Call) (any, error) {
	limit, err := edge.PageLimit(c, deliveriesPage, maxDeliveriesPage)
	if err != nil {
		return nil, err
	}
	status := campaign.DeliveryStatus(c.Query("status"))
	if status != "" && !status.Known() {
		return nil, store.NewErrorReason(store.Invalid, "status_unknown", "status must be queued, sending, sent, failed, unknown or skipped")
	}
	found, next, err := h.Campaigns.Deliveries(c.Context(), c.Param("id"), status, limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.CampaignDeliveries{OK: body.Done, Deliveries: make([]body.CampaignDelivery, 0, len(found)), NextCursor: edge.OrNull(next)}
	for _, d := range found {
		reply.Deliveries = append(reply.Deliveries, body.CampaignDelivery{UserID: d.MemberID, Name: d.Name, Channel: string(d.Channel), Status: string(d.Status), Error: edge.OrNull(d.Error)})
	}
	return reply, nil
}

// status replies with how far a campaign is.
func (h *calls) status(c edge.Call) (any, error) {
	campaign, err := h.Campaigns.Find(c.Context(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	return stateBody(campaign), nil
}

func campaignBody(c campaign.Campaign) body.Campaign {
	return body.Campaign{
		ID: c.ID, Name: c.Name, NotificationType: string(c.Type), RecipientGroup: string(c.Group), Status: string(c.Status),
		Subject: c.Subject, Message: c.Message, RecipientCount: c.Recipients(), SuccessCount: c.Sent, FailureCount: c.Failed + c.Unknown,
		UnknownCount: c.Unknown, SkippedCount: c.Skipped, ErrorMessage: edge.OrNull(c.Error), CreatedAt: c.CreatedAt, SendAt: c.SendAt, EndedAt: edge.Moment(c.EndedAt), AsOf: body.AsOf(c.AsOf.Log),
	}
}

func stateBody(c campaign.Campaign) body.CampaignState {
	return body.CampaignState{
		OK: body.Done, Campaign: campaignBody(c), QueuedCount: c.Recipients(), Progress: c.Progress(),
		Stats: body.CampaignStats{Sent: c.Sent, Failed: c.Failed, Unknown: c.Unknown, Skipped: c.Skipped},
	}
}
