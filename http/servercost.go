package http

import (
	"strconv"

	"muster/http/body"
	"muster/store"
	"muster/store/postgres"
)

// serverCost replies with the server's cost.
func (s *Server) serverCost(c *call) (any, error) {
	cost, err := s.config.Hub.ServerCost(c.Request.Context())
	if err != nil {
		return nil, err
	}
	return body.ServerCostReply{OK: body.Done, ServerCost: costBody(cost)}, nil
}

func costBody(cost store.ServerCost) body.ServerCost {
	return body.ServerCost{CurrentCost: cost.Current.Dollars(), AsOf: cost.Line}
}

// payServerCost makes a checkout of a payment for the server's cost.
func (s *Server) payServerCost(c *call) (any, error) {
	var request body.CreateServerCostPayment
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	return s.beginPayment(c, postgres.PaymentDraft{Purpose: store.ForServerCost, Percent: request.Percentage, Anonymous: request.IsAnonymous}, request.Amount)
}

// serverCostPaid replies with a payment of the caller that was paid, and the cost after
// it.
func (s *Server) serverCostPaid(c *call) (any, error) {
	paid, err := s.confirmPayment(c, store.ForServerCost)
	if err != nil {
		return nil, err
	}
	cost, broadcasts, err := s.config.Store.ServerCost(c.Request.Context())
	if err != nil {
		return nil, err
	}
	s.announcePayment(broadcasts)
	return body.ServerCostPaid{OK: body.Done, Contribution: body.PaidServerCost{
		ID: paid.ID, Amount: paid.Amount.Dollars(), Status: string(paid.Status), IsAnonymous: paid.Anonymous, NewServerCost: cost.Current.Dollars(),
	}}, nil
}

// costLines is how many lines a page of the ledger has.
const costLines = 50

// serverCostLedger lists the lines whose sum the server's cost is.
func (s *Server) serverCostLedger(c *call) (any, error) {
	limit, err := queryNumber(c, "limit", costLines)
	if err != nil {
		return nil, err
	}
	lines, sum, next, err := s.config.Store.CostLedger(c.Request.Context(), limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.ServerCostLedger{OK: body.Done, Lines: make([]body.ServerCostLine, 0, len(lines)), Sum: sum.Dollars(), NextCursor: nullable(next)}
	for _, l := range lines {
		line := body.ServerCostLine{
			ID: strconv.FormatInt(l.ID, 10), Kind: string(l.Kind), Amount: l.Amount.Dollars(), At: l.At, Username: nullable(l.Username), Month: nullable(l.Month),
		}
		if l.Undoes != 0 {
			line.Undoes = nullable(strconv.FormatInt(l.Undoes, 10))
		}
		reply.Lines = append(reply.Lines, line)
	}
	return reply, nil
}

// adminServerCost replies with the server's cost and its settings.
func (s *Server) adminServerCost(c *call) (any, error) {
	cost, broadcasts, err := s.config.Store.ServerCost(c.Request.Context())
	if err != nil {
		return nil, err
	}
	s.announcePayment(broadcasts)
	return adminCostReply(cost), nil
}

// changeServerCost changes the settings of the server's cost.
func (s *Server) changeServerCost(c *call) (any, error) {
	var request body.ChangeServerCost
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	var base *store.Cents
	if request.MonthlyBase != nil {
		cents, err := store.ParseDollars(string(*request.MonthlyBase))
		if err != nil {
			return nil, err
		}
		base = &cents
	}
	cost, broadcasts, err := s.config.Store.AdminService(c.caller).ChangeServerCost(c.Request.Context(), base, request.ResetDay)
	if err != nil {
		return nil, err
	}
	s.announcePayment(broadcasts)
	return adminCostReply(cost), nil
}

func adminCostReply(cost store.ServerCost) body.AdminServerCostReply {
	return body.AdminServerCostReply{OK: body.Done, ServerCost: body.AdminServerCost{
		CurrentCost: cost.Current.Dollars(), MonthlyBase: cost.MonthlyBase.Dollars(), ResetDay: cost.ResetDay, NextReset: cost.NextReset,
	}}
}
