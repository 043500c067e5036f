package application_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"muster/store"
	rules "muster/store/application"
	"muster/store/money"
	payments "muster/store/postgres/money"
	"muster/store/postgres/storetest"
)

// Administrators see what became of the application of every paid fee, and which fees
// bought nothing: of what was never submitted, was decided before, or is deleted.
func TestPaidFeesSayWhatBecameOfThem_Z62(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	provider := newCashier()
	pay := w.takes(provider)
	started := 0
	starts := func() *browser {
		started++
		return w.starts(fmt.Sprintf("a%d@example.org", started))
	}
	submits := func(b *browser) {
		b.submits(one[string](w, `select email from applications where id = $1`, b.id), fmt.Sprintf("+1555765%04d", started))
	}
	pays := func(session string) {
		w.must(second(pay.Notify(ctx, paidNotice("evt_"+session, provider.pay(session)))))
	}
	decides := func(b *browser, s rules.Status) {
		w.must(second(w.Decide(ctx, chief, b.id, rules.Decision{Status: s, Confirm: true})))
	}
	list := func() (shown []string) {
		all, next, err := w.PaidFees(ctx, rules.FeeFilter{}, 100, "")
		w.must(err)
		only, _, err := w.PaidFees(ctx, rules.FeeFilter{Unused: true}, 100, "")
		w.must(err)
		for _, f := range all {
			line := string(f.Became)
			if f.Unused {
				line += " unused"
			}
			if (f.Number == "") != (f.Became == rules.Deleted) || f.Amount != 50_00 || f.PaidAt.IsZero() || next != "" {
				t.Errorf("%+v", f)
			}
			if slices.ContainsFunc(only, func(o rules.PaidFee) bool { return o.ID == f.ID }) != f.Unused {
				t.Errorf("%s: the narrowed list says otherwise", line)
			}
			shown = append([]string{line}, shown...)
		}
		return shown
	}

	pays(starts().goesToPay()) // never submits

	served := starts()
	pays(served.goesToPay())
	submits(served)
	decides(served, rules.Rejected)

	waiting := starts()
	submits(waiting)
	pays(waiting.goesToPay())

	late := starts() // pays at a checkout that was open when the decision came
	submits(late)
	open := late.goesToPay()
	decides(late, rules.OnHold)
	pays(open)

	again := starts()
	submits(again)
	decides(again, rules.Reapply)
	pays(again.goesToPay())

	gone := starts()
	pays(gone.goesToPay())
	w.must(w.EraseOwn(ctx, gone.proof(), gone.id))

	back := starts()
	paid := back.goesToPay()
	pays(paid)
	at := time.Now()
	w.must(second(pay.Notify(ctx, money.PaymentEvent{ID: "evt_r", Type: "charge.refunded", CreatedAt: at, PaymentID: "pi_" + paid, Reversal: &money.Reversal{At: at, Refunded: 50_00}})))
	starts().goesToPay() // pays nothing

	want := []string{"not_submitted unused", "rejected", "pending", "on_hold unused", "reapply unused", "deleted unused", "not_submitted"}
	if got := list(); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	// Another decision makes no use of a late fee; to submit again does.
	decides(late, rules.Accepted)
	email := one[string](w, `select email from applications where id = $1`, again.id)
	for stage := rules.Identification; stage <= rules.Agreement; stage++ {
		w.must(again.saves(step(stage, email, fmt.Sprintf("+1555765%04d", 5))))
	}
	want[3], want[4] = "accepted unused", "pending"
	if got := list(); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	decides(again, rules.Accepted)
	if want[4] = "accepted"; !slices.Equal(list(), want) {
		t.Errorf("after its decision: %q", list())
	}

	of, _, err := w.PaidFees(ctx, rules.FeeFilter{Application: served.id}, 100, "")
	w.must(err)
	if len(of) != 1 || of[0].Application != served.id {
		t.Errorf("the fees of one application are %+v", of)
	}
	_, _, err = w.PaidFees(ctx, rules.FeeFilter{Application: "x"}, 100, "")
	w.wants(err, store.Invalid, "application")

	// Two at a time, some of the same moment.
	w.exec(`update application_payments set paid_at = (select min(paid_at) from application_payments) where session_id in ('cs_1', 'cs_2', 'cs_3')`)
	whole, _, err := w.PaidFees(ctx, rules.FeeFilter{}, 100, "")
	w.must(err)
	var paged []rules.PaidFee
	for cursor, more := "", true; more; more = cursor != "" {
		var page []rules.PaidFee
		page, cursor, err = w.PaidFees(ctx, rules.FeeFilter{}, 2, cursor)
		w.must(err)
		paged = append(paged, page...)
	}
	if fmt.Sprint(paged) != fmt.Sprint(whole) {
		t.Errorf("in pages %+v\nwhole %+v", paged, whole)
	}
}

// till is a cashier that makes refunds, or cannot be reached.
type till struct {
	*cashier
	mu    sync.Mutex
	down  bool
	asked map[string]money.Cents // by request
}

func (p *till) Refund(_ context.Context, r money.RefundRequest) (money.RefundMade, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down {
		return money.RefundMade{}, store.NewError(store.Unavailable, "no answer")
	}
	p.asked[r.ID] = r.Amount
	return money.RefundMade{}, nil
}

// A fee is paid back as a contribution is: once however often it is clicked, never more
// than is left, on the next sweep when the provider did not answer, and in the log.
func TestFeeIsRefundedOnce_Z62(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	provider := &till{cashier: newCashier(), asked: map[string]money.Cents{}}
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	w.UsePayments(pay)
	ann := w.starts("ann@example.org")
	session := ann.goesToPay()
	id := one[string](w, `select id::text from application_payments`)
	refund := func(amount money.Cents, attempt string) (rules.PaidFee, error) {
		return w.RefundFee(ctx, chief, id, amount, attempt)
	}
	_, err := refund(0, "")
	w.wants(err, store.Conflict, "not_refundable")
	w.must(second(pay.Notify(ctx, paidNotice("evt_1", provider.pay(session)))))
	w.must(w.EraseOwn(ctx, ann.proof(), ann.id)) // its fee can be paid back all the same

	attempt := storetest.NewID()
	var clicks sync.WaitGroup
	for range 5 {
		clicks.Go(func() {
			f, err := refund(20_00, attempt)
			if err != nil || f.Refunded != 20_00 || f.Status != money.ContributionPartiallyRefunded || !f.Unused {
				t.Errorf("%+v, %v", f, err)
			}
		})
	}
	clicks.Wait()
	_, err = refund(30_01, storetest.NewID())
	w.wants(err, store.Conflict, "refund_too_large")
	_, err = refund(1, "x")
	w.wants(err, store.Invalid, "idempotency_key")
	for _, none := range []string{storetest.NewID(), "x", ""} {
		_, err = w.RefundFee(ctx, chief, none, 0, "")
		w.wants(err, store.NotFound, "fee_unknown")
	}

	provider.down = true
	_, err = refund(0, storetest.NewID())
	w.wants(err, store.Unavailable, "refund_pending")
	provider.down = false
	storetest.AgeRefunds(t, w.owner())
	w.must(pay.Sweep(ctx))
	_, err = refund(0, storetest.NewID())
	w.wants(err, store.Conflict, "refunded")
	// The provider's own notices change nothing any more.
	at := time.Now()
	w.must(second(pay.Notify(ctx, money.PaymentEvent{ID: "evt_r", Type: "charge.refunded", CreatedAt: at, PaymentID: "pi_" + session, Reversal: &money.Reversal{At: at, Refunded: 50_00}})))

	page, _, err := w.PaidFees(ctx, rules.FeeFilter{}, 10, "")
	w.must(err)
	if len(page) != 1 || page[0].Refunded != 50_00 || page[0].Status != money.ContributionRefunded || page[0].Unused {
		t.Errorf("%+v", page)
	}
	if len(provider.asked) != 2 {
		t.Errorf("asked %v", provider.asked)
	}
	if got := one[string](w, `select string_agg((detail->'before'->>'refunded_cents') || ' to ' || (detail->'after'->>'refunded_cents'), ', ' order by id) from audit
		where action = 'fee_refunded' and subject = $1 and detail->'before' <> 'null'`, id); got != "0 to 2000, 2000 to 5000" {
		t.Errorf("the log says %q", got)
	}
}

// The comparison finds a fee that is counted here and that the provider does not know, as
// it does a contribution.
func TestComparisonFindsFeesThatTheProviderDoesNotHave(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	provider := newCashier()
	pay := w.takes(provider)
	var gone string
	for _, email := range []string{"ann@example.org", "bob@example.org"} {
		gone = w.starts(email).goesToPay()
		w.must(second(pay.Notify(ctx, paidNotice("evt_"+gone, provider.pay(gone)))))
	}
	delete(provider.sessions, gone)
	report, err := pay.Check(ctx, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	w.must(err)
	if len(report.Differences) != 1 || report.Differences[0].SessionID != gone {
		t.Errorf("the differences are %+v", report.Differences)
	}
}

// A checkout that the provider does not know, as one of test payments from before the
// real ones, keeps nobody from paying: the next press goes to another.
func TestUnknownCheckoutGivesWayToAnother_APP37(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	provider := newCashier()
	w.takes(provider)
	ann := w.starts("ann@example.org")
	first := ann.goesToPay()
	provider.lost = true
	next := ann.goesToPay()
	provider.lost = false
	if next == first {
		t.Errorf("it goes to %s again", next)
	}
	if again := ann.goesToPay(); again != next {
		t.Errorf("then to %s, not to %s", again, next)
	}
}

// Of two fees that were paid for one application the later is unused, while the earlier
// stands: an applicant who had forgotten the first paid again for a draft that gave way.
func TestSecondFeeOfAnApplicationIsUnused_Z62(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	provider := newCashier()
	pay := w.takes(provider)
	stored := w.starts("ann@example.org")
	stored.submits("ann@example.org", "+15557650001")
	first := stored.goesToPay()
	w.must(second(pay.Notify(ctx, paidNotice("evt_1", provider.pay(first)))))
	draft := w.starts("ann@example.org")
	again := draft.goesToPay()
	_, err := draft.proves(mail("ann@example.org"))
	w.must(err)
	w.must(second(pay.Notify(ctx, paidNotice("evt_2", provider.pay(again)))))
	unused := func() (of []bool) {
		page, _, err := w.PaidFees(ctx, rules.FeeFilter{Application: stored.id}, 10, "")
		w.must(err)
		for _, f := range page {
			of = append(of, f.Unused)
		}
		return of
	}
	if got := unused(); !slices.Equal(got, []bool{true, false}) {
		t.Errorf("the later and the earlier are unused: %v", got)
	}
	at := time.Now()
	w.must(second(pay.Notify(ctx, money.PaymentEvent{ID: "evt_r", Type: "charge.refunded", CreatedAt: at, PaymentID: "pi_" + first, Reversal: &money.Reversal{At: at, Refunded: 50_00}})))
	if got := unused(); !slices.Equal(got, []bool{false, false}) {
		t.Errorf("after the earlier was paid back: %v", got)
	}
}
