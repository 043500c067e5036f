package testcheckout

import (
	"slices"
	"time"
)

// session is one checkout with everything that happened to it.
type session struct {
	ID         string            `json:"id"`
	Amount     int64             `json:"amount"`
	Currency   string            `json:"currency"`
	Name       string            `json:"name"`
	SuccessURL string            `json:"success_url"`
	CancelURL  string            `json:"cancel_url"`
	Metadata   map[string]string `json:"metadata"`
	Created    int64             `json:"created"`
	Paid       bool              `json:"paid"`
	Refunds    []refund          `json:"refunds"`
	Dispute    string            `json:"dispute"` // its status; "" for none
}

type refund struct {
	ID      string `json:"id"`
	Attempt string `json:"attempt"`
	Amount  int64  `json:"amount"`
}

// sessionLife is how long a session can be paid.
const sessionLife = 24 * time.Hour

// The ids of a session's payment, charge and dispute follow from its own.
const sessionPrefix = "cs_test_"

func (s session) paymentID() string { return "pi_test_" + s.ID[len(sessionPrefix):] }
func (s session) chargeID() string  { return "ch_test_" + s.ID[len(sessionPrefix):] }
func (s session) disputeID() string { return "dp_test_" + s.ID[len(sessionPrefix):] }

func (s session) refunded() (sum int64) {
	for _, r := range s.Refunds {
		sum += r.Amount
	}
	return sum
}

// refundOf finds the refund of an attempt.
func (s session) refundOf(attempt string) (refund, bool) {
	i := slices.IndexFunc(s.Refunds, func(r refund) bool { return attempt != "" && r.Attempt == attempt })
	if i < 0 {
		return refund{}, false
	}
	return s.Refunds[i], true
}

func (s session) status(now time.Time) string {
	switch {
	case s.Paid:
		return "complete"
	case now.Sub(time.Unix(s.Created, 0)) > sessionLife:
		return "expired"
	}
	return "open"
}

type object = map[string]any

// asObject is the session as the provider's API shows it. whole shows its payment too,
// instead of the payment's id.
func (s session) asObject(now time.Time, page string, whole bool) object {
	o := object{
		"id": s.ID, "object": "checkout.session", "mode": "payment", "livemode": false, "created": s.Created, "expires_at": s.Created + int64(sessionLife/time.Second),
		"amount_total": s.Amount, "amount_subtotal": s.Amount, "currency": s.Currency, "metadata": s.Metadata,
		"success_url": s.SuccessURL, "cancel_url": s.CancelURL, "status": s.status(now), "payment_status": "unpaid", "payment_intent": nil, "url": nil,
	}
	if o["status"] == "open" {
		o["url"] = page
	}
	if s.Paid {
		o["payment_status"], o["payment_intent"] = "paid", s.paymentID()
		if whole {
			o["payment_intent"] = object{
				"id": s.paymentID(), "object": "payment_intent", "amount": s.Amount, "currency": s.Currency, "status": "succeeded",
				"metadata": s.Metadata, "latest_charge": s.charge(),
			}
		}
	}
	return o
}

// charge is the session's charge.
func (s session) charge() object {
	return object{
		"id": s.chargeID(), "object": "charge", "amount": s.Amount, "amount_refunded": s.refunded(), "currency": s.Currency, "paid": true,
		"refunded": s.refunded() >= s.Amount, "disputed": s.Dispute != "", "payment_intent": s.paymentID(), "metadata": s.Metadata, "created": s.Created,
	}
}

// dispute is the session's dispute.
func (s session) dispute() object {
	return object{
		"id": s.disputeID(), "object": "dispute", "amount": s.Amount - s.refunded(), "currency": s.Currency, "status": s.Dispute,
		"charge": s.chargeID(), "payment_intent": s.paymentID(), "metadata": object{}, "reason": "general",
	}
}

func (r refund) asObject(s session) object {
	return object{
		"id": r.ID, "object": "refund", "amount": r.Amount, "currency": s.Currency, "status": "succeeded",
		"payment_intent": s.paymentID(), "charge": s.charge(), "metadata": object{},
	}
}
