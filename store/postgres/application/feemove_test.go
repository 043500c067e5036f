package application_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/money"
)

// awaitBlocked returns once a backend waits for a lock of a transaction.
func (w *world) awaitBlocked(by pgx.Tx) {
	w.t.Helper()
	const blocked = `select exists (select from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid)))`
	for end := time.Now().Add(30 * time.Second); !one[bool](w, blocked, by.Conn().PgConn().PID()); {
		if time.Now().After(end) {
			w.t.Fatal("nobody waits for a lock")
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

	w.exec(`update applications set expedited = true, expedited_at = muster_now() where id = $1`, stored.id)
	moving, err := w.owner().Begin(ctx)
	w.must(err)
	defer moving.Rollback(ctx)
	_, err = moving.Exec(ctx, `update application_payments set application_id = $1 where application_id = $2`, stored.id, draft.id)
	w.must(err)
	_, err = moving.Exec(ctx, `delete from applications where id = $1`, draft.id)
	w.must(err)
	changing, err := w.owner().Begin(ctx)
	w.must(err)
	defer changing.Rollback(ctx)
	_, err = changing.Exec(ctx, `update applications set full_name = 'ANN EXAMPLE' where id = $1`, stored.id)
	w.must(err)
	settled := make(chan error, 1)
	go func() {
		settled <- second(pay.Notify(ctx, money.PaymentEvent{ID: "evt_back", Type: "charge.refunded", CreatedAt: at, PaymentID: checkout.PaymentID,
			Reversal: &money.Reversal{At: at, Refunded: checkout.Amount}}))
	}()
	w.awaitBlocked(moving)
	w.must(moving.Commit(ctx))
	w.awaitBlocked(changing)
	w.must(changing.Commit(ctx))
	w.must(<-settled)
	if stored.expedited() {
		t.Error("the fee is paid back and the review is expedited")
	}
	if name := one[string](w, `select full_name from applications where id = $1`, stored.id); name != "ANN EXAMPLE" {
		t.Errorf("the change is undone: %q", name)
	}
}
