package application

import (
	"muster/http/body"
	"muster/http/edge"
)

// beginExpedite gives the address where an expedited review is paid.
func (h *calls) beginExpedite(c edge.Call) (any, error) {
	var request body.ExpediteApplication
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	address, err := h.Applications.BeginExpedite(c.Context(), p, request.ApplicationID)
	if err != nil {
		return nil, err
	}
	return body.CheckoutCreated{OK: body.Done, CheckoutURL: address}, nil
}

// expeditePaid settles a checkout that the applicant came back from.
func (h *calls) expeditePaid(c edge.Call) (any, error) {
	var request body.ApplicationExpedited
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	return body.Done, h.Applications.ConfirmExpedite(c.Context(), p, request.ApplicationID, request.SessionID)
}
