package money_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/store/money"
	payments "muster/store/postgres/money"
	"muster/store/postgres/storetest"
)

// A payment that was made here and of which nothing is known here, as after a return to an older
// backup, was passed over without a word, and so was one for something else than what was begun. What
// another product of the account takes is nobody's business, in whatever currency: it was logged.
func TestPaymentsThatAreNotCountedAreLogged_PAY7(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := newShelf()
	var log strings.Builder
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, slog.New(slog.NewTextHandler(&log, nil)))
	w.Must(storetest.Second(pay.Begin(ctx, payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 5_00})))
	begun := provider.sessions["cs_0"].Checkout
	paid := func(change func(*money.Checkout)) money.Checkout {
		c := begun
		change(&c)
		return c
	}
	lost := paid(func(c *money.Checkout) { c.ID, c.PaymentID, c.ContributionID = "cs_lost", "pi_lost", storetest.NewID() })
	for name, c := range map[string]struct {
		checkout money.Checkout
		says     string
	}{
		"unknown":       {lost, "nothing is known of it here"},
		"purpose":       {paid(func(c *money.Checkout) { c.Purpose = "server_cost" }), "nothing is known of it here"},
		"currency":      {paid(func(c *money.Checkout) { c.Currency = "eur" }), "another currency"},
		"nothing":       {paid(func(c *money.Checkout) { c.Amount = 0 }), "a payment of nothing"},
		"product":       {money.Checkout{ID: "cs_other", Paid: true, Amount: 7_00, Currency: "usd", PaymentID: "pi_other"}, ""},
		"product, euro": {money.Checkout{ID: "cs_other", Paid: true, Amount: 7_00, Currency: "eur", PaymentID: "pi_other"}, ""},
		"unpaid": {money.Checkout{ID: "cs_left", Status: money.CheckoutExpired, Amount: 7_00, Currency: "usd",
			ContributionID: storetest.NewID(), Purpose: "contribution"}, ""},
	} {
		log.Reset()
		event := money.PaymentEvent{ID: "evt_" + name, Type: "checkout", CreatedAt: time.Now(), Checkout: &c.checkout, ContributionID: c.checkout.ContributionID}
		w.Must(storetest.Second(pay.Notify(ctx, event)))
		said := log.String()
		if c.says == "" && said != "" || c.says != "" && (strings.Count(said, "\n") != 1 || !strings.Contains(said, c.says) || !strings.Contains(said, c.checkout.ID)) {
			t.Errorf("%s: the log says %q, want %q once", name, said, c.says)
		}
	}
	if n := storetest.One[int](w, `select count(*)::int from payment_ledger`); n != 0 {
		t.Errorf("%d lines in the ledger", n)
	}
}
