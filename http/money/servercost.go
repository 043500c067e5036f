package money

import (
	"strconv"

	"muster/http/body"
	"muster/http/edge"
	"muster/store/money"
	payments "muster/store/postgres/money"
)

// serverCost replies with the server's cost.
func (h *calls) serverCost(c edge.Call) (any, error) {
	cost, err := h.Hub.ServerCost(c.Context())
	if err != nil {
		return nil, err
	}
	return body.ServerCostReply{OK: body.Done, ServerCost: body.NewServerCost(cost)}, nil
}

// payServerCost makes a checkout of a payment for the server's cost.
func (h *calls) payServerCost(c edge.Call) (any, error) {
	var request body.CreateServerCostPayment
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	return h.begin(c, payments.PaymentDraft{Purpose: money.ForServerCost, Percent: request.Percentage, Anonymous: request.IsAnonymous}, request.Amount)
}

// serverCostPaid replies with a payment of the caller that was paid, and the cost after
// it.
func (h *calls) serverCostPaid(c edge.Call) (any, error) {
	paid, err := h.confirm(c, money.ForServerCost)
	if err != nil {
		return nil, err
	}
	cost, broadcasts, err := h.Costs.ServerCost(c.Context())
	if err != nil {
		return nil, err
	}
	h.announce(broadcasts)
	return body.ServerCostPaid{OK: body.Done, Contribution: body.PaidServerCost{
		ID: paid.ID, Amount: paid.Amount.Dollars(), Status: string(paid.Status), IsAnonymous: paid.Anonymous, NewServerCost: cost.Current.Dollars(),
	}}, nil
}

// costLines is how many lines a page of the ledger has.
const costLines = 50

// serverCostLedger lists the lines whose sum the server's cost is.
func (h *calls) serverCostLedger(c edge.Call) (any, error) {
	limit, err := c.QueryNumber("limit", costLines)
	if err != nil {
		return nil, err
	}
	lines, sum, next, err := h.Costs.CostLedger(c.Context(), limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.ServerCostLedger{OK: body.Done, Lines: make([]body.ServerCostLine, 0, len(lines)), Sum: sum.Dollars(), NextCursor: edge.OrNull(next)}
	for _, l := range lines {
		line := body.ServerCostLine{
			ID: strconv.FormatInt(l.ID, 10), Kind: string(l.Kind), Amount: l.Amount.Dollars(), At: l.At, Username: edge.OrNull(l.Username), Month: edge.OrNull(l.Month),
		}
		if l.Undoes != 0 {
			line.Undoes = edge.OrNull(strconv.FormatInt(l.Undoes, 10))
		}
		reply.Lines = append(reply.Lines, line)
	}
	return reply, nil
}

// adminServerCost replies with the server's cost and its settings.
func (h *calls) adminServerCost(c edge.Call) (any, error) {
	cost, broadcasts, err := h.Costs.ServerCost(c.Context())
	if err != nil {
		return nil, err
	}
	h.announce(broadcasts)
	return adminCostReply(cost), nil
}

// changeServerCost changes the settings of the server's cost.
func (h *calls) changeServerCost(c edge.Call) (any, error) {
	var request body.ChangeServerCost
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	var base *money.Cents
	if request.MonthlyBase != nil {
		cents, err := money.ParseDollars(string(*request.MonthlyBase))
		if err != nil {
			return nil, err
		}
		base = &cents
	}
	cost, broadcasts, err := h.Costs.ChangeServerCost(c.Context(), c.Caller(), base, request.ResetDay)
	if err != nil {
		return nil, err
	}
	h.announce(broadcasts)
	return adminCostReply(cost), nil
}

func adminCostReply(cost money.ServerCost) body.AdminServerCostReply {
	return body.AdminServerCostReply{OK: body.Done, ServerCost: body.AdminServerCost{
		CurrentCost: cost.Current.Dollars(), MonthlyBase: cost.MonthlyBase.Dollars(), ResetDay: cost.ResetDay, NextReset: cost.NextReset,
	}}
}
