package queue_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	"muster/store/queue"
)

// paidProvider says of every session that it was paid.
type paidProvider struct{ of store.CheckoutRequest }

func (p *paidProvider) CreateCheckout(_ context.Context, r store.CheckoutRequest) (store.Checkout, error) {
	p.of = r
	return p.Checkout(context.Background(), "cs_1")
}

func (p *paidProvider) Checkout(_ context.Context, id string) (store.Checkout, error) {
	return store.Checkout{
		ID: id, URL: "https://pay.test/" + id, Status: store.CheckoutComplete, Paid: true, Amount: p.of.Amount, Currency: store.PaymentCurrency, PaymentID: "pi_1",
		ContributionID: p.of.ContributionID, MemberID: p.of.MemberID, Purpose: p.of.Purpose,
	}, nil
}
func (p *paidProvider) Refund(context.Context, store.RefundRequest) (store.Cents, error) {
	return 0, nil
}
func (p *paidProvider) Payments(context.Context, time.Time, time.Time, func(store.ProviderPayment) error) error {
	return nil
}
func (p *paidProvider) ReadEvent([]byte, string) (store.PaymentEvent, error) {
	return store.PaymentEvent{}, nil
}

// Nobody comes back and no notice comes: the sweep alone completes the payment, and one
// receipt is mailed, however often the payment is settled.
func TestSweepCompletesAndOneReceiptIsMailed_PAY8_CONT16(t *testing.T) {
	t.Parallel()
	provider := &paidProvider{}
	var payments *postgres.Payments
	h := newHarness(t, func(q *queue.Queue) {
		payments = q.AddPayments(queue.PaymentConfig{Provider: provider, Sweep: time.Second}, queue.Delivery{Mailer: mailbox, Brand: store.DefaultBrand})
	})
	member := one[string](h, `select id::text from members where username = 'ann'`)
	_, err := payments.Begin(context.Background(), postgres.PaymentDraft{MemberID: member, Purpose: store.ForCommunity, Amount: 12_50})
	h.must(err)
	select {
	case m := <-mailbox:
		if m.To != "ann@example.org" || !strings.Contains(m.Text, "$12.50") {
			t.Errorf("the receipt says %+v", m)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("no receipt came")
	}
	for range 3 {
		_, _, err := payments.Confirm(context.Background(), member, store.ForCommunity, "cs_1")
		h.must(err)
	}
	if n := one[int](h, `select count(*)::int from river_job where kind = 'receipt'`); n != 1 {
		t.Errorf("%d receipts", n)
	}
}

// receiptBox keeps the receipts of the test.
type receiptBox chan store.Mail

func (b receiptBox) SendMail(_ context.Context, m store.Mail) error { b <- m; return nil }

var mailbox = make(receiptBox, 10)
