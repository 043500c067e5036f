package money

import (
	"slices"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
)

// contribute makes a checkout of a contribution to the community.
func (h *calls) contribute(c edge.Call) (any, error) {
	var request body.CreateContribution
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	return h.begin(c, payments.PaymentDraft{Purpose: money.ForCommunity, Anonymous: request.IsAnonymous}, request.Amount)
}

// contributionPaid replies with a contribution of the caller that was paid.
func (h *calls) contributionPaid(c edge.Call) (any, error) {
	paid, err := h.confirm(c, money.ForCommunity)
	if err != nil {
		return nil, err
	}
	return body.ContributionPaid{OK: body.Done, Contribution: body.PaidContribution{
		ID: paid.ID, Amount: paid.Amount.Dollars(), Status: string(paid.Status), IsAnonymous: paid.Anonymous,
		Receipt: string(h.receiptChannel(c.Caller().Member)), ServerCostImpact: body.ServerCostImpact{Reduced: paid.ReducedCost},
	}}, nil
}

// receiptChannel says how a receipt goes to a member.
func (h *calls) receiptChannel(m store.Member) money.ReceiptChannel {
	switch {
	case m.Email != "" && slices.Contains(h.Channels, store.Email):
		return money.ReceiptByEmail
	case m.Phone != "" && slices.Contains(h.Channels, store.SMS):
		return money.ReceiptBySMS
	}
	return money.NoReceipt
}

// contributionHistory lists the caller's own contributions.
func (h *calls) contributionHistory(c edge.Call) (any, error) {
	limit, err := c.QueryNumber("limit", payments.MaxContributionPage)
	if err != nil {
		return nil, err
	}
	page, next, err := h.Payments.History(c.Context(), c.Caller().Member.ID, limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.ContributionHistory{OK: body.Done, History: make([]body.ContributionEntry, 0, len(page)), NextCursor: edge.OrNull(next)}
	for _, one := range page {
		reply.History = append(reply.History, body.ContributionEntry{
			ID: one.ID, Amount: one.Amount.Dollars(), Refunded: one.Refunded.Dollars(), ContributedAt: one.At,
			Status: string(one.Status), Purpose: string(one.Purpose), IsAnonymous: one.Anonymous,
		})
	}
	return reply, nil
}

// contributionTotal replies with what the caller has contributed in all.
func (h *calls) contributionTotal(c edge.Call) (any, error) {
	total, err := h.Payments.Total(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	return body.ContributionTotal{OK: body.Done, Total: total.Dollars()}, nil
}
