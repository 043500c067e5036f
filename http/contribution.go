package http

import (
	"slices"

	"muster/http/body"
	"muster/store"
	"muster/store/postgres"
)

// contribute makes a checkout of a contribution to the community.
func (s *Server) contribute(c *call) (any, error) {
	var request body.CreateContribution
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	return s.beginPayment(c, postgres.PaymentDraft{Purpose: store.ForCommunity, Anonymous: request.IsAnonymous}, request.Amount)
}

// contributionPaid replies with a contribution of the caller that was paid.
func (s *Server) contributionPaid(c *call) (any, error) {
	paid, err := s.confirmPayment(c, store.ForCommunity)
	if err != nil {
		return nil, err
	}
	return body.ContributionPaid{OK: body.Done, Contribution: body.PaidContribution{
		ID: paid.ID, Amount: paid.Amount.Dollars(), Status: string(paid.Status), IsAnonymous: paid.Anonymous,
		Receipt: string(s.receiptChannel(c.caller.Member)), ServerCostImpact: body.ServerCostImpact{Reduced: paid.ReducedCost},
	}}, nil
}

// receiptChannel says how a receipt goes to a member.
func (s *Server) receiptChannel(m store.Member) store.ReceiptChannel {
	switch {
	case m.Email != "" && slices.Contains(s.config.CampaignChannels, store.Email):
		return store.ReceiptByEmail
	case m.Phone != "" && slices.Contains(s.config.CampaignChannels, store.SMS):
		return store.ReceiptBySMS
	}
	return store.NoReceipt
}

// contributionHistory lists the caller's own contributions.
func (s *Server) contributionHistory(c *call) (any, error) {
	limit, err := queryNumber(c, "limit", postgres.MaxContributionPage)
	if err != nil {
		return nil, err
	}
	page, next, err := s.config.Payments.History(c.Request.Context(), c.caller.Member.ID, limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.ContributionHistory{OK: body.Done, History: make([]body.ContributionEntry, 0, len(page)), NextCursor: nullable(next)}
	for _, one := range page {
		reply.History = append(reply.History, body.ContributionEntry{
			ID: one.ID, Amount: one.Amount.Dollars(), Refunded: one.Refunded.Dollars(), ContributedAt: one.At,
			Status: string(one.Status), Purpose: string(one.Purpose), IsAnonymous: one.Anonymous,
		})
	}
	return reply, nil
}

// contributionTotal replies with what the caller has contributed in all.
func (s *Server) contributionTotal(c *call) (any, error) {
	total, err := s.config.Payments.Total(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	return body.ContributionTotal{OK: body.Done, Total: total.Dollars()}, nil
}
