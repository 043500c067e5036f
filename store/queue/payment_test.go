package queue_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
	"muster/store/queue"
)

// paidProvider says of every session that it was paid. It makes cs_1, then cs_2.
type paidProvider struct {
	of   money.CheckoutRequest
	made int
}

func (p *paidProvider) CreateCheckout(_ context.Context, r money.CheckoutRequest) (money.Checkout, error) {
	p.of = r
	p.made++
	return p.Checkout(context.Background(), fmt.Sprint("cs_", p.made))
}

func (p *paidProvider) Checkout(_ context.Context, id string) (money.Checkout, error) {
	return money.Checkout{
		ID: id, URL: "https://pay.test/" + id, Status: money.CheckoutComplete, Paid: true, Amount: p.of.Amount, Currency: money.PaymentCurrency, PaymentID: "pi_" + id,
		ContributionID: p.of.ContributionID, MemberID: p.of.MemberID, Purpose: p.of.Purpose,
	}, nil
}
func (p *paidProvider) Refund(context.Context, money.RefundRequest) (money.RefundMade, error) {
	return money.RefundMade{}, nil
}
func (p *paidProvider) Payments(context.Context, time.Time, time.Time, func(money.ProviderPayment) error) error {
	return nil
}
func (p *paidProvider) ReadEvent([]byte, string) (money.PaymentEvent, error) {
	return money.PaymentEvent{}, nil
}

// Nobody comes back and no notice comes: the sweep alone completes the payment, and one
// receipt is mailed, however often the payment is settled.
func TestSweepCompletesAndOneReceiptIsMailed_PAY8_CONT16(t *testing.T) {
	t.Parallel()
	provider := &paidProvider{}
	var pay *payments.Payments
	h := newHarness(t, func(q *queue.Queue) {
		pay = q.AddPayments(queue.PaymentConfig{Provider: provider, Sweep: time.Second}, queue.Delivery{Mailer: mailbox, SMS: mailbox, Brand: store.DefaultBrand})
	})
	member := one[string](h, `select id::text from members where username = 'ann'`)
	_, err := pay.Begin(context.Background(), payments.PaymentDraft{MemberID: member, Purpose: money.ForCommunity, Amount: 12_50})
	h.must(err)
	select {
	case m := <-mailbox:
		if m.To != "ann@example.org" || !strings.Contains(m.Text, "$12.50") {
			t.Errorf("the receipt says %+v", m)
		}
	case <-time.After(time.Minute):
		t.Fatal("no receipt came")
	}
	bob, err := h.AddMember(context.Background(), store.NewMember{Phone: "+46701234567", Username: "bob"})
	h.must(err)
	h.must(h.SetLanguage(context.Background(), bob.ID, "de"))
	_, err = pay.Begin(context.Background(), payments.PaymentDraft{MemberID: bob.ID, Purpose: money.ForCommunity, Amount: 7_50})
	h.must(err)
	select {
	case m := <-mailbox:
		if m.To != "+46701234567" || !strings.Contains(m.Text, "Danke, wir haben $7.50 am") {
			t.Errorf("the receipt by text says %+v", m)
		}
	case <-time.After(time.Minute):
		t.Fatal("no receipt came by text")
	}
	for range 3 {
		_, _, err := pay.Confirm(context.Background(), bob.ID, money.ForCommunity, "cs_2")
		h.must(err)
	}
	if n := one[int](h, `select count(*)::int from river_job where kind = 'receipt'`); n != 2 {
		t.Errorf("%d receipts", n)
	}
}

// strangePayment is a provider that has one paid session nobody here knows of.
type strangePayment struct{ paidProvider }

func (*strangePayment) Payments(_ context.Context, _, to time.Time, each func(money.ProviderPayment) error) error {
	return each(money.ProviderPayment{Checkout: money.Checkout{
		ID: "cs_strange", Status: money.CheckoutComplete, Paid: true, Amount: 5_00, Currency: money.PaymentCurrency, PaymentID: "pi_strange",
		ContributionID: "8f2e7a54-0000-4000-8000-000000000001", Purpose: money.PaymentPurpose(money.ForCommunity), CreatedAt: to.Add(-time.Hour),
	}})
}

// The nightly comparison counts each difference for the alarm and logs it.
func TestNightlyComparisonReportsADifference_P9(t *testing.T) {
	t.Parallel()
	var pay *payments.Payments
	h := newHarness(t, func(q *queue.Queue) {
		pay = q.AddPayments(queue.PaymentConfig{Provider: &strangePayment{}, Sweep: time.Hour}, queue.Delivery{Mailer: mailbox, SMS: mailbox, Brand: store.DefaultBrand})
	})
	h.waitFor(`select exists (select from river_job where kind = 'payment_check' and state = 'completed')`)
	if log := h.log.String(); pay.Differences() != 1 || !strings.Contains(log, "cs_strange") || !strings.Contains(log, "nothing is known of it here") {
		t.Errorf("%d differences, the log says %q", pay.Differences(), log)
	}
}

// receiptBox keeps the receipts of the test.
type receiptBox chan store.Mail

func (b receiptBox) SendMail(_ context.Context, m store.Mail) error { b <- m; return nil }

func (b receiptBox) SendSMS(_ context.Context, m store.SMSMessage) error {
	b <- store.Mail{To: m.To, Text: m.Body}
	return nil
}

var mailbox = make(receiptBox, 10)
