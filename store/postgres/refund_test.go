package postgres_test

import (
	"context"
	"testing"

	"muster/store"
	"muster/store/postgres"
)

// A refund is made and then settled. Who clicked again between the two was told that
// nothing had been refunded; and had the first one's node ended there, nobody would have
// settled it.
func TestRepeatedRefundSettlesWhatTheFirstLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.join("ann")
	boss, _ := w.chief("boss")
	provider := &shelf{sessions: map[string]store.ProviderPayment{}, attempts: map[string]string{}}
	payments := postgres.NewPayments(w.DB, provider, nil, store.PaymentRules{Bonus: 1}, nil)
	_, err := payments.Begin(ctx, postgres.PaymentDraft{MemberID: ann.ID, Purpose: store.ForCommunity, Amount: 25_00, Attempt: newID()})
	w.must(err)
	paid, _, err := payments.Confirm(ctx, ann.ID, store.ForCommunity, "cs_0")
	w.must(err)
	w.exec(`insert into refunds (contribution_id, amount_cents, state) values ($1, 1000, 'done')`, paid.ID)
	w.exec(`insert into payment_events (id, type, created_at, payment_id, refunded_cents, handled_at)
		values ('refund:first', 'refund', muster_now(), 'pi_cs_0', 1000, muster_now())`)
	for range 2 {
		c, _, err := payments.Refund(ctx, boss, paid.ID, 10_00, "")
		w.must(err)
		if c.Refunded != 10_00 || c.Status != store.ContributionPartiallyRefunded {
			t.Errorf("refunded %v, %s", c.Refunded, c.Status)
		}
	}
	if n := one[int](w, `select count(*) from payment_ledger where amount_cents = -1000`); n != 1 {
		t.Errorf("%d refunds in the ledger", n)
	}
}
