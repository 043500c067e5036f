package gateway

import (
	"encoding/json"
	"time"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"muster/store"
	"muster/store/money"
)

// Failures of a notice. Neither says what was wrong with a signature.
func errEventUnsigned() *store.Error {
	return store.NewErrorReason(store.Invalid, "signature_invalid", "The signature is not valid")
}

func errEventMalformed() *store.Error {
	return store.NewErrorReason(store.Invalid, "event_malformed", "The notice is not valid")
}

// ReadEvent implements money.PaymentProvider. Only what is needed is read: a charge's
// card is not.
func (s *Stripe) ReadEvent(payload []byte, signature string) (money.PaymentEvent, error) {
	if s.config.WebhookSecret == "" || webhook.ValidatePayloadWithTolerance(payload, signature, s.config.WebhookSecret, money.PaymentTolerance) != nil {
		return money.PaymentEvent{}, errEventUnsigned()
	}
	var raw struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Type    string `json:"type"`
		Created int64  `json:"created"`
		Data    struct {
			Object json.RawMessage `json:"object"`
		} `json:"data"`
	}
	if json.Unmarshal(payload, &raw) != nil || raw.ID == "" || len(raw.ID) > 255 || len(raw.Type) > 255 {
		return money.PaymentEvent{}, errEventMalformed()
	}
	e := money.PaymentEvent{ID: raw.ID, Type: raw.Type, CreatedAt: time.Unix(raw.Created, 0).UTC()}
	if err := readEventObject(&e, raw.Data.Object); err != nil {
		return money.PaymentEvent{}, errEventMalformed()
	}
	return e, nil
}

// readEventObject reads the object of the kinds that count here.
func readEventObject(e *money.PaymentEvent, object []byte) error {
	switch stripe.EventType(e.Type) {
	case stripe.EventTypeCheckoutSessionCompleted, stripe.EventTypeCheckoutSessionAsyncPaymentSucceeded,
		stripe.EventTypeCheckoutSessionAsyncPaymentFailed, stripe.EventTypeCheckoutSessionExpired:
		var session stripe.CheckoutSession
		if err := json.Unmarshal(object, &session); err != nil {
			return err
		}
		checkout := checkoutOf(&session)
		if checkout.ID == "" {
			return errEventMalformed()
		}
		switch stripe.EventType(e.Type) {
		case stripe.EventTypeCheckoutSessionAsyncPaymentFailed:
			checkout.Status, checkout.Paid = money.CheckoutFailed, false
		case stripe.EventTypeCheckoutSessionExpired:
			checkout.Status, checkout.Paid = money.CheckoutExpired, false
		}
		e.Checkout, e.PaymentID, e.ContributionID = &checkout, checkout.PaymentID, checkout.ContributionID
	case stripe.EventTypeChargeRefunded:
		var charge struct {
			AmountRefunded int64             `json:"amount_refunded"`
			PaymentIntent  stripeRef         `json:"payment_intent"`
			Metadata       map[string]string `json:"metadata"`
		}
		if err := json.Unmarshal(object, &charge); err != nil {
			return err
		}
		e.PaymentID, e.ContributionID = string(charge.PaymentIntent), charge.Metadata[stripeContribution]
		e.Reversal = &money.Reversal{At: e.CreatedAt, Refunded: money.Cents(max(charge.AmountRefunded, 0))}
	case stripe.EventTypeRefundFailed, stripe.EventTypeRefundUpdated, stripe.EventTypeChargeRefundUpdated:
		var refund struct {
			ID            string              `json:"id"`
			Amount        int64               `json:"amount"`
			Status        stripe.RefundStatus `json:"status"`
			PaymentIntent stripeRef           `json:"payment_intent"`
			Metadata      map[string]string   `json:"metadata"`
		}
		if err := json.Unmarshal(object, &refund); err != nil {
			return err
		}
		if refund.ID == "" || refund.Status != stripe.RefundStatusFailed && refund.Status != stripe.RefundStatusCanceled {
			return nil // the event of its charge reports one that stands
		}
		e.PaymentID, e.ContributionID = string(refund.PaymentIntent), refund.Metadata[stripeContribution]
		e.Reversal = &money.Reversal{At: e.CreatedAt, RefundID: refund.ID, Failed: money.Cents(max(refund.Amount, 0))}
	case stripe.EventTypeChargeDisputeCreated, stripe.EventTypeChargeDisputeUpdated, stripe.EventTypeChargeDisputeClosed,
		stripe.EventTypeChargeDisputeFundsWithdrawn, stripe.EventTypeChargeDisputeFundsReinstated:
		var dispute struct {
			ID            string               `json:"id"`
			Amount        int64                `json:"amount"`
			Status        stripe.DisputeStatus `json:"status"`
			PaymentIntent stripeRef            `json:"payment_intent"`
			Metadata      map[string]string    `json:"metadata"`
		}
		if err := json.Unmarshal(object, &dispute); err != nil {
			return err
		}
		e.PaymentID, e.ContributionID = string(dispute.PaymentIntent), dispute.Metadata[stripeContribution]
		e.Reversal = &money.Reversal{At: e.CreatedAt, DisputeID: dispute.ID, Disputed: money.Cents(max(dispute.Amount, 0)), State: disputeState(dispute.Status)}
	}
	if e.Reversal != nil && e.PaymentID == "" {
		e.Reversal = nil // no checkout is paid without a payment
	}
	return nil
}

// stripeRef is another object, whole or by its id.
type stripeRef string

// UnmarshalJSON implements json.Unmarshaler.
func (r *stripeRef) UnmarshalJSON(raw []byte) error {
	var id string
	if json.Unmarshal(raw, &id) != nil {
		var whole struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(raw, &whole); err != nil {
			return err
		}
		id = whole.ID
	}
	*r = stripeRef(id)
	return nil
}

func disputeState(s stripe.DisputeStatus) money.DisputeState {
	switch s {
	case stripe.DisputeStatusWon:
		return money.DisputeWon
	case stripe.DisputeStatusLost:
		return money.DisputeLost
	case stripe.DisputeStatusNeedsResponse, stripe.DisputeStatusUnderReview:
		return money.DisputeOpen
	}
	return money.DisputeInquiry
}
