package money_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
	"muster/store/postgres/storetest"
)

// A payment that takes days and of whose failure no notice came ends by what the provider says
// of it, and at last by its age. It was asked about for ever. One that is paid after all counts.
func TestDelayedPaymentEnds_PAY8(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := newShelf()
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	status := func(session string) string {
		return storetest.One[string](w, `select status from contributions where session_id = $1`, session)
	}
	say := func(session string, of money.CheckoutStatus, paid bool) {
		p := provider.sessions[session]
		p.Status, p.Paid = of, paid
		provider.sessions[session] = p
	}
	for _, session := range []string{"cs_0", "cs_1", "cs_2"} {
		w.Must(storetest.Second(pay.Begin(ctx, payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 25_00})))
		say(session, money.CheckoutComplete, false)
	}
	say("cs_0", money.CheckoutFailed, false)
	for age, want := range map[time.Duration]string{29 * 24 * time.Hour: "pending", 31 * 24 * time.Hour: "failed"} {
		w.Exec(`update contributions set created_at = muster_now() - $1::interval, checked_at = null where session_id = 'cs_1'`, age)
		w.Exec(`update contributions set status = 'pending' where session_id = 'cs_1'`)
		w.Must(pay.Sweep(ctx))
		if got := status("cs_1"); got != want {
			t.Errorf("after %v it is %s", age, got)
		}
	}
	if a, b := status("cs_0"), status("cs_2"); a != "failed" || b != "pending" {
		t.Errorf("one that failed is %s, one that is under way %s", a, b)
	}
	say("cs_1", money.CheckoutComplete, true)
	checkout := provider.sessions["cs_1"].Checkout
	w.Must(storetest.Second(pay.Notify(ctx, money.PaymentEvent{ID: "evt_1", Type: "checkout", CreatedAt: time.Now(), Checkout: &checkout})))
	if got := status("cs_1"); got != "completed" {
		t.Errorf("paid after all, it is %s", got)
	}
}

// That a refund was refused, at once or after the provider did not make it for too long, stands
// in the audit log behind the entry that says that it was made.
func TestRefusedRefundIsInTheAuditLog(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	boss, _ := w.Chief("boss")
	provider := &poor{shelf: newShelf(), refuses: true}
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	paid := pays(w, pay, ann.ID, 25_00)
	w.Exec(`insert into refunds (contribution_id, amount_cents, requested_at) values ($1, 500, muster_now())`, paid.ID)
	if _, _, err := pay.Refund(ctx, boss, paid.ID, 10_00, ""); store.AsError(err).Reason != "refund_refused" {
		t.Fatalf("refused: %v", err)
	}
	w.Exec(`update refunds set requested_at = muster_now() - interval '21 hours' where state = 'requested'`)
	w.Must(pay.Sweep(ctx))
	got := storetest.One[string](w, `select string_agg(concat_ws(' ', action, subject = $1, member_id = $2::uuid, detail->'before'->>'refunded_cents', detail->'after'->>'refunded_cents'), ', ' order by id)
		from audit where action like 'contribution_refund%'`, paid.ID, ann.ID)
	if want := "contribution_refunded t t 500 1500, contribution_refund_refused t t 1500 500, contribution_refund_refused t t 500 0"; got != want {
		t.Errorf("the audit log has %s\nwant %s", got, want)
	}
}
