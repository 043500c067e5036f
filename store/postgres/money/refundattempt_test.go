package money_test

import (
	"context"
	"testing"

	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
	"muster/store/postgres/storetest"
)

// An attempt is one refund: asked for another amount, or for all that is left, it was answered
// as if that had been paid back, and nothing was.
func TestAttemptOfARefundIsForOneAmount(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	boss, _ := w.Chief("boss")
	pay := payments.NewPayments(w.DB, newShelf(), nil, money.PaymentRules{}, nil)
	paid := pays(w, pay, ann.ID, 25_00)
	some, all := storetest.NewID(), storetest.NewID()
	refund := func(amount money.Cents, attempt string, refunded money.Cents, want string) {
		t.Helper()
		_, _, err := pay.Refund(ctx, boss, paid.ID, amount, attempt)
		reason := ""
		if err != nil {
			reason = store.AsError(err).Reason
		}
		now, err := pay.Find(ctx, paid.ID)
		w.Must(err)
		if reason != want || now.Refunded != refunded {
			t.Errorf("%v: %q and %v refunded, want %q and %v", amount, reason, now.Refunded, want, refunded)
		}
	}
	refund(5_00, some, 5_00, "")
	refund(5_00, some, 5_00, "")
	refund(10_00, some, 5_00, "idempotency_key_used")
	refund(0, some, 5_00, "idempotency_key_used")
	refund(0, all, 25_00, "")
	refund(0, all, 25_00, "")
	refund(20_00, all, 25_00, "")
	refund(5_00, some, 25_00, "")
}
