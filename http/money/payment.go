package money

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
)

// checkSignature lets in what has the provider's signature over the body. Without a right
// one the failure is Invalid and not Unauthorized: no session is meant.
func (h *calls) checkSignature(c edge.Call) error {
	_, err := h.event(c)
	return err
}

// event reads a signed event of the provider.
func (h *calls) event(c edge.Call) (money.PaymentEvent, error) {
	if h.Payments.Provider() == nil {
		return money.PaymentEvent{}, store.NewErrorReason(store.Invalid, "signature_invalid", "The signature is not valid")
	}
	raw, err := c.RawBody()
	if err != nil {
		return money.PaymentEvent{}, err
	}
	return h.Payments.Provider().ReadEvent(raw, c.Header("Stripe-Signature"))
}

// settle records and settles an event of the payment provider. Kinds that mean nothing here
// are accepted too, so that the provider does not send them again.
func (h *calls) settle(c edge.Call) (any, error) {
	event, err := h.event(c)
	if err != nil {
		return nil, err
	}
	broadcasts, err := h.Payments.Notify(c.Context(), event)
	if err != nil {
		return nil, err
	}
	h.announce(broadcasts)
	return body.Done, nil
}

// announce announces to everybody in chat what a payment has changed.
func (h *calls) announce(broadcasts []store.Broadcast) {
	if len(broadcasts) > 0 {
		h.Hub.Broadcast(broadcasts...)
	}
}

// begin makes a checkout for the caller.
func (h *calls) begin(c edge.Call, d payments.PaymentDraft, amount body.Dollars) (any, error) {
	var err error
	if d.Amount, err = money.ParseDollars(string(amount)); err != nil {
		return nil, err
	}
	d.MemberID, d.Attempt = c.Caller().Member.ID, c.Header("Idempotency-Key")
	address, err := h.Payments.Begin(c.Context(), d)
	if err != nil {
		return nil, err
	}
	return body.CheckoutCreated{OK: body.Done, CheckoutURL: address}, nil
}

// confirm settles a checkout of the caller.
func (h *calls) confirm(c edge.Call, purpose money.ContributionPurpose) (money.Contribution, error) {
	var request body.PaymentSession
	if err := c.ReadJSON(&request); err != nil {
		return money.Contribution{}, err
	}
	paid, broadcasts, err := h.Payments.Confirm(c.Context(), c.Caller().Member.ID, purpose, request.SessionID)
	h.announce(broadcasts)
	return paid, err
}
