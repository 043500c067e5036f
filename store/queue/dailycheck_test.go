package queue_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/money"
	"muster/store/queue"
)

// askedProvider notes how long a comparison with it may take.
type askedProvider struct {
	paidProvider
	left chan time.Duration
}

func (p *askedProvider) Payments(ctx context.Context, _, _ time.Time, _ func(money.ProviderPayment) error) error {
	ends, _ := ctx.Deadline()
	p.left <- time.Until(ends)
	return nil
}

// The comparison with the provider asks for each page of a month's payments and was given the 20 s
// of other jobs: of many payments it was cut off each night.
func TestComparisonWithTheProviderHasTime_PAY17(t *testing.T) {
	t.Parallel()
	provider := &askedProvider{left: make(chan time.Duration, 1)}
	h := newHarness(t, func(q *queue.Queue) {
		q.AddPayments(queue.PaymentConfig{Provider: provider, Sweep: time.Hour}, queue.Delivery{Brand: store.DefaultBrand})
	})
	if left := <-provider.left; left < 5*time.Minute {
		t.Errorf("it may take %v", left)
	}
	h.waitFor(`select count(*) = 1 from river_job where kind = 'payment_check' and state = 'completed'`)
}
