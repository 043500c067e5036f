package storetest

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
)

// till is a provider whose checkouts have their contributions' ids.
type till struct{ money.PaymentProvider }

func (till) CreateCheckout(_ context.Context, r money.CheckoutRequest) (money.Checkout, error) {
	return money.Checkout{ID: "cs_" + r.ContributionID, URL: "cs_" + r.ContributionID}, nil
}

// Pay has a member pay a contribution, and gives the broadcasts of it.
func Pay(db *postgres.DB, c money.Contribution) ([]store.Broadcast, error) {
	ctx := context.Background()
	pay := payments.NewPayments(db, till{}, nil, money.PaymentRules{}, nil)
	session, err := pay.Begin(ctx, payments.PaymentDraft{MemberID: c.MemberID, Purpose: c.Purpose, Amount: c.Amount, Anonymous: c.Anonymous})
	if err != nil {
		return nil, err
	}
	return pay.Notify(ctx, money.PaymentEvent{ID: "evt_" + session, Type: "checkout", CreatedAt: time.Now(), Checkout: &money.Checkout{
		ID: session, Status: money.CheckoutComplete, Paid: true, Amount: c.Amount, Currency: money.PaymentCurrency,
	}})
}

// AddContribution adds a completed contribution of a member with its line of the ledger.
func AddContribution(t testing.TB, rows Rows, member string, amount money.Cents) {
	t.Helper()
	write(t, rows, `with c as (insert into contributions (member_id, purpose, amount_cents, status) values ($1, 'contribution', $2, 'completed') returning id)
		insert into payment_ledger (contribution_id, kind, amount_cents) select id, 'payment', $2 from c`, member, amount)
}

// AgeRefunds makes every refund that was asked for a minute older, so that the sweep tries it.
func AgeRefunds(t testing.TB, rows Rows) {
	t.Helper()
	write(t, rows, `update refunds set requested_at = requested_at - interval '1 minute'`)
}

// RecordRefundNotice records a provider's notice as a node does that ends before it settles it.
func RecordRefundNotice(t testing.TB, rows Rows, event, payment string, refunded money.Cents) {
	t.Helper()
	write(t, rows, `insert into payment_events (id, type, created_at, payment_id, refunded_cents) values ($1, 'charge.refunded', now(), $2, $3)`, event, payment, refunded)
}

// Contributions says how many contributions and lines of their ledger there are.
func Contributions(t testing.TB, rows Rows) int {
	t.Helper()
	return read[int](t, rows, `select (select count(*) from contributions) + (select count(*) from payment_ledger)`)
}

// UnsettledNotice is the first notice that was recorded and not settled, or "".
func UnsettledNotice(t testing.TB, rows Rows) string {
	t.Helper()
	return read[string](t, rows, `select coalesce(min(id), '') from payment_events where handled_at is null`)
}
