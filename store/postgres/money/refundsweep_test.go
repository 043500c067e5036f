package money_test

import (
	"context"
	"testing"

	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
	"muster/store/postgres/storetest"
)

// failing is a provider that fails all requests for good but one.
type failing struct {
	*shelf
	good string
}

func (p failing) Refund(_ context.Context, r money.RefundRequest) (money.RefundMade, error) {
	if r.ID != p.good {
		return money.RefundMade{}, store.NewError(store.Unavailable, "payment: the provider answered 500")
	}
	return money.RefundMade{}, nil
}

// After an outage at the provider, which keeps its failures for a day, the refunds that had been
// asked for first ended each sweep: those behind them were not made for as long.
func TestRefundsThatAreStuckKeepNoOtherWaiting(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := &failing{shelf: newShelf()}
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	paid := pays(w, pay, ann.ID, 25_00)
	w.Exec(`insert into refunds (contribution_id, amount_cents, requested_at) select $1, 100, muster_now() - interval '1 hour' from generate_series(1, 5)`, paid.ID)
	provider.good = storetest.One[string](w, `insert into refunds (contribution_id, amount_cents, requested_at)
		values ($1, 1000, muster_now() - interval '1 minute') returning id::text`, paid.ID)
	for range 100 {
		if err := pay.Sweep(ctx); store.CodeOf(err) != store.Unavailable {
			t.Fatalf("a sweep: %v", err)
		}
		if storetest.One[string](w, `select state from refunds where id = $1`, provider.good) == "done" {
			return
		}
	}
	t.Error("the refund that the provider would make was not tried in 100 sweeps")
}
