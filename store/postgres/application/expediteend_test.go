package application_test

import (
	"fmt"
	"testing"
	"time"

	rules "muster/store/application"
	"muster/store/money"
)

// Who was paid the whole fee back, by a refund or by a dispute that the community lost, waits like
// everybody else: the review stayed expedited. It ends once, also when the notice comes before the
// payment's, and begins again when the refund failed. What was decided keeps its history until it
// is to be decided again, and a fee that was paid twice leaves the other.
func TestReviewWhoseFeeWasPaidBackIsNotExpedited_Z62(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	provider := newCashier()
	pay := w.takes(provider)
	at := time.Now()
	notify := func(e money.PaymentEvent) {
		t.Helper()
		w.must(second(pay.Notify(ctx, e)))
	}
	event := 0
	refunds := func(session string, amount money.Cents) {
		t.Helper()
		event++
		at := at.Add(time.Duration(event) * time.Second)
		notify(money.PaymentEvent{ID: fmt.Sprintf("evt_back_%d", event), Type: "charge.refunded", CreatedAt: at, PaymentID: "pi_" + session, Reversal: &money.Reversal{At: at, Refunded: amount}})
	}
	pays := func(session string) {
		t.Helper()
		notify(paidNotice("evt_"+session, provider.pay(session)))
	}
	expedited := func(b *browser, want bool) {
		t.Helper()
		if got := one[bool](w, `select expedited and expedited_at is not null from applications where id = $1`, b.id); got != want {
			t.Errorf("expedited is %v, want %v", got, want)
		}
	}
	ended := func(b *browser, want int) {
		t.Helper()
		if n := one[int](w, `select count(*)::int from audit where action = 'application_expedite_ended' and subject = $1`, b.id); n != want {
			t.Errorf("the log has %d entries, want %d", n, want)
		}
	}

	ann := w.starts("ann@example.org")
	session := ann.goesToPay()
	pays(session)
	ann.submits("ann@example.org", "+15557650001")
	due := func() time.Time { return one[time.Time](w, `select due_at from applications where id = $1`, ann.id) }
	soon := due()
	refunds(session, 20_00)
	expedited(ann, true) // a part is no withdrawal
	refunds(session, 50_00)
	refunds(session, 50_00)
	expedited(ann, false)
	ended(ann, 1)
	if late := due(); !late.After(soon.Add(48 * time.Hour)) {
		t.Errorf("promised for %v, was %v", late, soon)
	}
	again := ann.goesToPay() // pays anew
	pays(again)
	expedited(ann, true)

	bob := w.starts("bob@example.org")
	late := bob.goesToPay()
	refunds(late, 50_00) // before the payment's own notice
	pays(late)
	expedited(bob, false)
	failed := at.Add(time.Hour)
	notify(money.PaymentEvent{ID: "evt_failed", Type: "refund.failed", CreatedAt: failed, PaymentID: "pi_" + late, Reversal: &money.Reversal{At: failed, RefundID: "re_1", Failed: 50_00}})
	expedited(bob, true)

	cleo := w.starts("cleo@example.org")
	decided := cleo.goesToPay()
	pays(decided)
	cleo.submits("cleo@example.org", "+15557650003")
	w.must(second(w.Decide(ctx, chief, cleo.id, rules.Decision{Status: rules.Rejected})))
	refunds(decided, 50_00)
	expedited(cleo, true)
	ended(cleo, 0)
	w.must(second(w.Decide(ctx, chief, cleo.id, rules.Decision{Status: rules.Reapply})))
	expedited(cleo, false)
	ended(cleo, 1)
	w.must(second(w.Decide(ctx, chief, cleo.id, rules.Decision{Status: rules.OnHold})))
	ended(cleo, 1)

	eve := w.starts("eve@example.org")
	disputed := eve.goesToPay()
	pays(disputed)
	disputes := func(amount money.Cents, state money.DisputeState) {
		t.Helper()
		event++
		at := at.Add(time.Duration(event) * time.Second)
		notify(money.PaymentEvent{ID: fmt.Sprintf("evt_back_%d", event), Type: "charge.dispute", CreatedAt: at, PaymentID: "pi_" + disputed, Reversal: &money.Reversal{At: at, DisputeID: "dp_1", Disputed: amount, State: state}})
	}
	disputes(50_00, money.DisputeOpen)
	expedited(eve, true)
	announced := one[int](w, `select count(*)::int from broadcasts where kind = 'admin_changed'`)
	disputes(50_00, money.DisputeLost)
	expedited(eve, false)
	ended(eve, 1)
	if n := one[int](w, `select count(*)::int from broadcasts where kind = 'admin_changed'`); n != announced+1 {
		t.Errorf("the end was announced %d times", n-announced)
	}
	disputes(50_00, money.DisputeWon)
	expedited(eve, true)
	refunds(disputed, 20_00)
	disputes(30_00, money.DisputeLost)
	expedited(eve, false)
	ended(eve, 2)

	dan, double := w.starts("dan@example.org"), w.starts("dan@example.org")
	former, latter := dan.goesToPay(), double.goesToPay()
	pays(former)
	pays(latter)
	w.exec(`update application_payments set application_id = $1 where application_id = $2`, dan.id, double.id)
	refunds(latter, 50_00)
	expedited(dan, true)
	refunds(former, 50_00)
	expedited(dan, false)
}
