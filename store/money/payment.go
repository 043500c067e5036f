package money

import (
	"context"
	"slices"
	"time"

	"muster/store"
)

// Texts of payments.
const (
	PaymentNotBegun    = "Failed to initialize payment. Please try again."
	PaymentNotVerified = "Payment verification failed"
	PaymentNotAsked    = "Failed to verify payment"
)

// PaymentCurrency is the one currency of payments.
const PaymentCurrency = "usd"

// PaymentTolerance is how old a signed notice of the provider may be.
const PaymentTolerance = 300 * time.Second

// PaymentRules are what the community decided about payments.
type PaymentRules struct {
	ReduceCost bool // contributions to the community cover the server's cost too
	Bonus      int  // points for each whole dollar; 0 for none
}

// PaymentPurpose is what a payment is for: a ContributionPurpose, or one of those that
// are no contributions.
type PaymentPurpose string

// ForExpedite is the fee for which the review of an application comes first.
const ForExpedite PaymentPurpose = "expedite"

// CheckoutRequest asks the provider for a checkout. ContributionID, the row of a payment
// of any purpose, makes a repeated request give the same one.
type CheckoutRequest struct {
	ContributionID, MemberID string // MemberID "": nobody's who is a member
	Purpose                  PaymentPurpose
	Amount                   Cents
	Anonymous                bool
	ApplicationID            string // of ForExpedite
	Community                string // whom it is for, as the provider shows it; "": as the provider was set up
}

// CheckoutStatus is where the provider's checkout stands.
type CheckoutStatus string

// The statuses of checkouts.
const (
	CheckoutOpen     CheckoutStatus = "open"
	CheckoutComplete CheckoutStatus = "complete"
	CheckoutExpired  CheckoutStatus = "expired"
	CheckoutFailed   CheckoutStatus = "failed" // a payment that takes days did not come
)

// Checkout is the provider's object of one checkout session.
type Checkout struct {
	ID        string
	URL       string // where the browser goes to pay
	Status    CheckoutStatus
	Paid      bool
	Amount    Cents
	Currency  string
	PaymentID string // the provider's payment, "" before there is one
	CreatedAt time.Time

	// What the request had said; "" in an object that was not made here.
	ContributionID, MemberID string
	Purpose                  PaymentPurpose
}

// MadeHere says that a checkout was made by a community, and not by another product of the
// same account.
func (c Checkout) MadeHere() bool { return c.ContributionID != "" || c.Purpose != "" }

// PaymentEvent is one notice of the provider.
type PaymentEvent struct {
	ID        string
	Type      string
	CreatedAt time.Time

	Checkout       *Checkout // of a notice about a checkout; else nil
	PaymentID      string
	ContributionID string // row of the payment, as the object names it; "" for none
	Reversal       *Reversal
}

// Reversal is what a notice says of money that goes back: a refund or a dispute.
type Reversal struct {
	At        time.Time // of the notice
	Refunded  Cents     // paid back so far, all together
	DisputeID string    // "" for a refund
	Disputed  Cents
	State     DisputeState
	RefundID  string // of one refund that failed after it was made; else ""
	Failed    Cents  // what of it was not paid back after all
}

// DisputeState is where a dispute stands.
type DisputeState string

// The states of disputes.
const (
	DisputeOpen    DisputeState = "open"
	DisputeWon     DisputeState = "won"
	DisputeLost    DisputeState = "lost"
	DisputeInquiry DisputeState = "inquiry" // nothing was taken back
)

// TakenBack is how much of an amount the notices say was refunded, and how much is
// disputed. It does not depend on their order or on how often one came: an older
// notice never overrides a later one. What was refunded so far, as a notice says it,
// is less by the refunds that failed after that notice.
func TakenBack(amount Cents, notices []Reversal) (refunded, disputed Cents) {
	return takenBack(amount, notices, DisputeOpen, DisputeLost)
}

// Gone is how much of an amount the notices say is gone for good: what was refunded, and what was
// lost in disputes.
func Gone(amount Cents, notices []Reversal) Cents {
	refunded, lost := takenBack(amount, notices, DisputeLost)
	return refunded + lost
}

// takenBack counts the disputes in one of the states.
func takenBack(amount Cents, notices []Reversal, states ...DisputeState) (refunded, disputed Cents) {
	latest, failed := map[string]Reversal{}, failedRefunds(notices)
	for _, n := range notices {
		if n.RefundID != "" {
			continue
		}
		if n.DisputeID == "" {
			refunded = max(refunded, n.Refunded-failedSince(failed, n.At))
			continue
		}
		if known, ok := latest[n.DisputeID]; !ok || n.after(known) {
			latest[n.DisputeID] = n
		}
	}
	for _, n := range latest {
		if slices.Contains(states, n.State) {
			disputed += n.Disputed
		}
	}
	refunded = min(refunded, amount)
	return refunded, min(disputed, amount-refunded)
}

// failedRefunds is the first notice of each refund that failed.
func failedRefunds(notices []Reversal) map[string]Reversal {
	first := map[string]Reversal{}
	for _, n := range notices {
		known, ok := first[n.RefundID]
		if n.RefundID != "" && (!ok || n.At.Before(known.At) || n.At.Equal(known.At) && n.Failed > known.Failed) {
			first[n.RefundID] = n
		}
	}
	return first
}

// failedSince is how much of what was refunded at a moment failed then or later.
func failedSince(failed map[string]Reversal, at time.Time) (sum Cents) {
	for _, n := range failed {
		if !n.At.Before(at) {
			sum += n.Failed
		}
	}
	return sum
}

// after says whether a notice of a dispute stands over another: the end of the dispute
// over what came before, then the later one.
func (n Reversal) after(other Reversal) bool {
	switch {
	case n.State.ended() != other.State.ended():
		return n.State.ended()
	case !n.At.Equal(other.At):
		return n.At.After(other.At)
	case n.State != other.State:
		return n.State > other.State // any fixed order
	}
	return n.Disputed > other.Disputed
}

func (s DisputeState) ended() bool { return s == DisputeWon || s == DisputeLost }

// StatusAfter is the status of a contribution of which so much was taken back.
func StatusAfter(amount, refunded, disputed Cents) ContributionStatus {
	switch {
	case disputed > 0:
		return ContributionDisputed
	case refunded >= amount:
		return ContributionRefunded
	case refunded > 0:
		return ContributionPartiallyRefunded
	}
	return ContributionCompleted
}

// RefundRequest asks the provider to pay back. ID makes a repeated request the same
// refund.
type RefundRequest struct {
	ID        string
	PaymentID string
	Amount    Cents
}

// RefundMade is a refund that the provider has made.
type RefundMade struct {
	SoFar Cents     // paid back of the payment so far, 0 when the provider does not say
	At    time.Time // by the provider's clock; zero when it does not say
}

// ProviderPayment is what the provider has of one checkout, for comparing.
type ProviderPayment struct {
	Checkout
	PaidAt   time.Time // zero when the provider does not say
	Refunded Cents
	Disputed bool // once, however it ended
}

// PaymentProvider takes card payments (http/gateway). Its failures are Invalid for what a
// retry would not change, NotFound for an object that it does not know, and
// Unavailable.
type PaymentProvider interface {
	// CreateCheckout makes a checkout, or gives the one of the same request.
	CreateCheckout(ctx context.Context, request CheckoutRequest) (Checkout, error)
	// Checkout reads a checkout as it is now.
	Checkout(ctx context.Context, id string) (Checkout, error)
	// Refund pays back.
	Refund(ctx context.Context, request RefundRequest) (RefundMade, error)
	// Payments calls yield for every checkout made in a range, until yield fails.
	Payments(ctx context.Context, from, to time.Time, yield func(ProviderPayment) error) error
	// ReadEvent reads a notice whose signature is right and not too old, else it fails
	// with Invalid.
	ReadEvent(payload []byte, signature string) (PaymentEvent, error)
}

// ErrPaymentNotBegun answers a checkout that could not be made.
func ErrPaymentNotBegun(cause error) *store.Error {
	return &store.Error{Code: store.Unavailable, Reason: "payment_not_begun", Message: PaymentNotBegun, Err: cause}
}

// ErrPaymentsOff answers when there is no provider.
func ErrPaymentsOff() *store.Error {
	return store.NewErrorReason(store.Unavailable, "payments_off", PaymentNotBegun+" Payments are not configured.").TurnedOff()
}

// ErrPaymentUnknown answers a checkout that is nobody's, somebody else's or for
// something else, all alike.
func ErrPaymentUnknown() *store.Error {
	return store.NewErrorReason(store.Invalid, "payment_unknown", PaymentNotVerified)
}

// ErrPaymentUnpaid answers a checkout that was not paid.
func ErrPaymentUnpaid() *store.Error {
	return store.NewErrorReason(store.Conflict, "payment_unpaid", PaymentNotVerified)
}

// ErrContributionUnknown answers an id that is no contribution's.
func ErrContributionUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "contribution_unknown", "Contribution not found")
}

// ErrFeeUnknown answers an id that is no fee's of an expedited review.
func ErrFeeUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "fee_unknown", "Fee not found")
}

// PaymentDifference is one difference between the ledger and the provider.
type PaymentDifference struct {
	SessionID string // "" for one inside the ledger
	What      string
}
