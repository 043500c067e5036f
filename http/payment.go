package http

import (
	"net/http"

	"muster/http/body"
	"muster/store"
	"muster/store/postgres"
)

// maxNotice is the most bytes of a notice of the payment provider.
const maxNotice = 1 << 20

// TestCheckoutPath is the folder that a dev node serves its test checkout from.
const TestCheckoutPath = "/dev/stripe/"

// paymentNotice records and settles a notice of the payment provider. Kinds that mean
// nothing here are accepted too, so that the provider does not send them again.
func (s *Server) paymentNotice(c *call) (any, error) {
	broadcasts, err := s.config.Payments.Notify(c.Request.Context(), c.event)
	if err != nil {
		return nil, err
	}
	s.announcePayment(broadcasts)
	return body.Done, nil
}

// announcePayment announces to everybody in chat what a payment has changed.
func (s *Server) announcePayment(broadcasts []store.Broadcast) {
	if len(broadcasts) > 0 {
		s.config.Hub.Broadcast(broadcasts...)
	}
}

// beginPayment makes a checkout for the caller.
func (s *Server) beginPayment(c *call, d postgres.PaymentDraft, amount body.Dollars) (any, error) {
	var err error
	if d.Amount, err = store.ParseDollars(string(amount)); err != nil {
		return nil, err
	}
	d.MemberID, d.Attempt = c.caller.Member.ID, c.GetHeader("Idempotency-Key")
	address, err := s.config.Payments.Begin(c.Request.Context(), d)
	if err != nil {
		return nil, err
	}
	return body.CheckoutCreated{OK: body.Done, CheckoutURL: address}, nil
}

// confirmPayment settles a checkout of the caller.
func (s *Server) confirmPayment(c *call, purpose store.ContributionPurpose) (store.Contribution, error) {
	var request body.PaymentSession
	if err := s.readJSON(c, &request); err != nil {
		return store.Contribution{}, err
	}
	paid, broadcasts, err := s.config.Payments.Confirm(c.Request.Context(), c.caller.Member.ID, purpose, request.SessionID)
	s.announcePayment(broadcasts)
	return paid, err
}

// testCheckout hands a call to the stand-in for the payment provider.
func (s *Server) testCheckout(c *call) (any, error) {
	http.StripPrefix(TestCheckoutPath[:len(TestCheckoutPath)-1], s.config.TestCheckout).ServeHTTP(c.Writer, c.Request)
	c.Writer.WriteHeaderNow()
	return nil, nil
}
