package body

import (
	"time"

	"muster/store"
	"muster/store/money"
)

// CreateContribution asks for a checkout (POST /contribute/create-checkout-session).
// The header Idempotency-Key, a UUID, makes a repeated call give the same checkout.
type CreateContribution struct {
	Amount      Dollars `json:"amount"`
	IsAnonymous bool    `json:"isAnonymous,omitempty"`
}

// CheckoutCreated is the reply to both kinds of checkout: where the browser goes to pay.
type CheckoutCreated struct {
	OK
	CheckoutURL string `json:"checkoutUrl"`
}

// PaymentSession names a checkout session whose payment is to be looked at.
type PaymentSession struct {
	SessionID string `json:"sessionId"`
}

// ServerCostImpact says what a contribution did to the server's cost.
type ServerCostImpact struct {
	Reduced bool `json:"reduced"`
}

// PaidContribution is a contribution that was paid.
type PaidContribution struct {
	ID          string  `json:"id"`
	Amount      float64 `json:"amount"`
	Status      string  `json:"status" ts:"ContributionStatus"`
	IsAnonymous bool    `json:"isAnonymous"`
	// Receipt is how the confirmation goes to the member.
	Receipt          string           `json:"receipt" ts:"ReceiptChannel"`
	ServerCostImpact ServerCostImpact `json:"serverCostImpact"`
}

// ContributionPaid is the reply to POST /contribute/payment-success.
type ContributionPaid struct {
	OK
	Contribution PaidContribution `json:"contribution"`
}

// ContributionEntry is one of the caller's own contributions of any purpose. Refunded is
// the part of Amount that was paid back.
type ContributionEntry struct {
	ID            string    `json:"id"`
	Amount        float64   `json:"amount"`
	Refunded      float64   `json:"refunded"`
	ContributedAt time.Time `json:"contributedAt"`
	Status        string    `json:"status" ts:"ContributionStatus"`
	Purpose       string    `json:"purpose" ts:"ContributionPurpose"`
	IsAnonymous   bool      `json:"isAnonymous"`
}

// ContributionHistory is GET /contribute/history: newest first, whole, or with limit in
// pages by cursor.
type ContributionHistory struct {
	OK
	History    []ContributionEntry `json:"history"`
	NextCursor *string             `json:"nextCursor"`
}

// ContributionTotal is GET /contribute/total: what the caller has paid and was not paid
// back, in dollars.
type ContributionTotal struct {
	OK
	Total float64 `json:"total"`
}

// AdminContribution is a contribution as administrators see it, who made an anonymous
// one too.
type AdminContribution struct {
	ID        string    `json:"id"`
	Amount    float64   `json:"amount"`
	Refunded  float64   `json:"refunded"`
	Status    string    `json:"status" ts:"ContributionStatus"`
	Purpose   string    `json:"purpose" ts:"ContributionPurpose"`
	UserID    string    `json:"userId"`
	Username  *string   `json:"username"`
	Name      string    `json:"name"`
	Anonymous bool      `json:"anonymous"`
	At        time.Time `json:"at"`
}

// AdminContributions is one page of GET /admin/contributions?status&from&to&cursor,
// newest first. From and to are days, YYYY-MM-DD, or times; a day of to counts whole.
type AdminContributions struct {
	OK
	Contributions []AdminContribution `json:"contributions"`
	NextCursor    *string             `json:"nextCursor"`
}

// ContributionDay is what was paid on a day, YYYY-MM-DD, less what was paid back of it.
type ContributionDay struct {
	Date   string  `json:"date"`
	Amount float64 `json:"amount"`
	Count  int     `json:"count"`
}

// ContributionTotals is GET /admin/contributions/totals?from&to&zone: every day of the
// range, of the last 30 days without one, oldest first. The days are those of the zone,
// the community's without one.
type ContributionTotals struct {
	OK
	ChartData []ContributionDay `json:"chartData"`
	Total     float64           `json:"total"`
	Count     int               `json:"count"`
}

// RefundPayment pays a contribution or a fee back (POST /admin/contributions/:id/refund,
// POST /admin/fees/:id/refund): Amount of it, or what is left of it without an amount. The
// header Idempotency-Key, a UUID, makes a repeated call the same refund.
type RefundPayment struct {
	Amount *Dollars `json:"amount,omitempty"`
}

// Cents is the sum to pay back, 0 for what is left. It fails with Invalid.
func (r RefundPayment) Cents() (money.Cents, error) {
	if r.Amount == nil {
		return 0, nil
	}
	amount, err := money.ParseDollars(string(*r.Amount))
	if err == nil && amount <= 0 {
		err = store.NewErrorReason(store.Invalid, "amount_too_small", "The refund must be more than $0")
	}
	return amount, err
}

// ContributionRefunded is the reply to RefundPayment, with the contribution as it is now.
type ContributionRefunded struct {
	OK
	Contribution AdminContribution `json:"contribution"`
}

// Dollars is a sum of dollars as a caller wrote it: a JSON number, kept as text so that
// no digit is lost before it is checked. money.ParseDollars reads it, and refuses what is
// no number.
type Dollars string

// UnmarshalJSON implements json.Unmarshaler.
func (d *Dollars) UnmarshalJSON(raw []byte) error {
	*d = Dollars(raw)
	return nil
}
