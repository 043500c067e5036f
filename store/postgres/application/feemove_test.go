package application_test

import (
	"testing"
	"time"

	"muster/store/money"
)

// awaitBlocked returns once so many of the database's backends wait for a lock.
func (w *world) awaitBlocked(backends int) {
	w.t.Helper()
	const blocked = `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
	for end := time.Now().Add(30 * time.Second); one[int](w, blocked) < backends; {
		if time.Now().After(end) {
			w.t.Fatalf("%d do not wait for a lock", backends)
		}
	}
}

// A fee is paid back while its draft gives way to the stored application, which changes at the
// same time: the application was read without its lock and written as it had been before.
func TestFeeMovesWhileItIsPaidBack_Z62(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	provider := newCashier()
	pay := w.takes(provider)
	const email = "ann@example.org"
	stored := w.starts(email)
	_, err := stored.proves(mail(email))
	w.must(err)
	draft := w.starts(email)
	session := draft.goesToPay()
	checkout, at := provider.pay(session), time.Now()
	w.must(second(pay.Notify(ctx, paidNotice("evt_paid", checkout))))

	// The fee is held, so that the draft gives way with both applications locked.
	hold, err := w.owner().Begin(ctx)
	w.must(err)
	defer hold.Rollback(ctx)
	_, err = hold.Exec(ctx, `select from application_payments where session_id = $1 for update`, session)
	w.must(err)
	other, err := w.Pool().Begin(ctx)
	w.must(err)
	defer other.Rollback(ctx)
	proven, settled, changed := make(chan error, 1), make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := draft.proves(mail(email))
		proven <- err
	}()
	w.awaitBlocked(1)
	go func() {
		settled <- second(pay.Notify(ctx, money.PaymentEvent{ID: "evt_back", Type: "charge.refunded", CreatedAt: at, PaymentID: checkout.PaymentID,
			Reversal: &money.Reversal{At: at, Refunded: checkout.Amount}}))
	}()
	w.awaitBlocked(2)
	go func() {
		_, err := other.Exec(ctx, `select from applications where id = $1 for update`, stored.id)
		changed <- err
	}()
	w.awaitBlocked(3)
	w.must(hold.Rollback(ctx))
	w.must(<-proven)
	w.must(<-changed)
	w.awaitBlocked(1)
	_, err = other.Exec(ctx, `update applications set full_name = 'ANN EXAMPLE' where id = $1`, stored.id)
	w.must(err)
	w.must(other.Commit(ctx))
	w.must(<-settled)
	if stored.expedited() {
		t.Error("the fee is paid back and the review is expedited")
	}
	if name := one[string](w, `select full_name from applications where id = $1`, stored.id); name != "ANN EXAMPLE" {
		t.Errorf("the change is undone: %q", name)
	}
}
