package application_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/store"
	rules "muster/store/application"
	"muster/store/money"
	payments "muster/store/postgres/money"
	"muster/store/postgres/storetest"
)

// cashier is a payment provider in memory; pay pays a session of it.
type cashier struct {
	mu       sync.Mutex
	sessions map[string]money.ProviderPayment
	attempts map[string]string
	lost     bool   // it knows no session any more
	refused  string // request that it refuses, and goes on refusing: the next one that comes for "next"
}

func (c *cashier) CreateCheckout(_ context.Context, r money.CheckoutRequest) (money.Checkout, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused == "next" {
		c.refused = r.ContributionID
	}
	if c.refused == r.ContributionID {
		return money.Checkout{}, store.NewError(store.Invalid, "payment: the provider answered 500")
	}
	id := c.attempts[r.ContributionID]
	if id == "" {
		id = fmt.Sprintf("cs_%d", len(c.sessions))
		c.attempts[r.ContributionID] = id
		c.sessions[id] = money.ProviderPayment{Checkout: money.Checkout{
			ID: id, URL: "https://pay.test/" + id, Status: money.CheckoutOpen, Amount: r.Amount, Currency: money.PaymentCurrency,
			ContributionID: r.ContributionID, MemberID: r.MemberID, Purpose: r.Purpose, CreatedAt: time.Now(),
		}}
	}
	return c.sessions[id].Checkout, nil
}

func (c *cashier) Checkout(_ context.Context, id string) (money.Checkout, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.sessions[id]
	if !ok || c.lost {
		return money.Checkout{}, store.NewError(store.NotFound, "no such session")
	}
	return p.Checkout, nil
}

func (c *cashier) Refund(context.Context, money.RefundRequest) (money.RefundMade, error) {
	return money.RefundMade{}, nil
}

func (c *cashier) Payments(_ context.Context, _, _ time.Time, yield func(money.ProviderPayment) error) error {
	for _, p := range c.sessions {
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

func (c *cashier) ReadEvent([]byte, string) (money.PaymentEvent, error) {
	return money.PaymentEvent{}, nil
}

// change changes a session and gives it.
func (c *cashier) change(id string, do func(p *money.ProviderPayment)) money.ProviderPayment {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.sessions[id]
	do(&p)
	c.sessions[id] = p
	return p
}

func (c *cashier) pay(id string) money.Checkout {
	return c.change(id, func(p *money.ProviderPayment) {
		p.Paid, p.Status, p.PaymentID = true, money.CheckoutComplete, "pi_"+id
	}).Checkout
}

func newCashier() *cashier {
	return &cashier{sessions: map[string]money.ProviderPayment{}, attempts: map[string]string{}}
}

// takes has the world's fees paid at a cashier.
func (w *world) takes(c *cashier) *payments.Payments {
	pay := payments.NewPayments(w.DB, c, nil, money.PaymentRules{Bonus: 1}, nil)
	w.UsePayments(pay)
	return pay
}

// goesToPay begins the payment of an expedited review and gives its checkout session.
func (b *browser) goesToPay() string {
	b.t.Helper()
	address, err := b.BeginExpedite(ctx, b.proof(), b.id)
	b.must(err)
	return address[len("https://pay.test/"):]
}

func (b *browser) expedited() bool {
	b.t.Helper()
	return one[bool](b.world, `select expedited and expedited_at is not null from applications where id = $1`, b.id)
}

func paidNotice(id string, c money.Checkout) money.PaymentEvent {
	return money.PaymentEvent{ID: id, Type: "checkout.session.completed", CreatedAt: time.Now(), Checkout: &c, PaymentID: c.PaymentID, ContributionID: c.ContributionID}
}

// The success call, the notice and the sweep each expedite an application by themselves,
// once, and administrators are notified.
func TestExpediteOnce_APP37_APP38_PAY2(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"success call", "notice", "sweep"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.chief("chief")
			provider := newCashier()
			pay := w.takes(provider)
			ann := w.starts("ann@example.org")
			session := ann.goesToPay()
			if again := ann.goesToPay(); again != session {
				t.Errorf("a second press made %s beside %s", again, session)
			}
			w.wants(ann.ConfirmExpedite(ctx, ann.proof(), ann.id, session), store.Conflict, "payment_unpaid")
			checkout := provider.pay(session)
			for range 3 {
				switch way {
				case "success call":
					w.must(ann.ConfirmExpedite(ctx, ann.proof(), ann.id, session))
				case "notice":
					_, err := pay.Notify(ctx, paidNotice("evt_1", checkout))
					w.must(err)
				default:
					w.exec(`update application_payments set checked_at = null`)
					w.must(pay.Sweep(ctx))
				}
			}
			if !ann.expedited() {
				t.Fatal("not expedited")
			}
			for sql, want := range map[string]int{
				`select count(*)::int from application_payments where status = 'completed' and amount_cents = 5000 and paid_at is not null`: 1,
				`select count(*)::int from broadcasts where value->>'part' = 'applications'`:                                                1,
			} {
				if n := one[int](w, sql); n != want {
					t.Errorf("%s: %d, want %d", sql, n, want)
				}
			}
			if n := storetest.Contributions(t, w.owner()); n != 0 {
				t.Errorf("%d contributions", n)
			}
			_, err := ann.BeginExpedite(ctx, ann.proof(), ann.id)
			w.wants(err, store.Conflict, "already_expedited")
			report, err := pay.Check(ctx, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
			if err != nil || len(report.Differences) != 0 || report.Ledger != 50_00 || report.Provider != 50_00 {
				t.Errorf("the comparison says %+v, %v", report, err)
			}
		})
	}
}

// Fifty fees with doubled and shuffled notices, success calls and refunds on two nodes,
// and on a third that is killed in the middle of five of them, settle once each, to the cent, and no contribution comes of them.
func TestEveryFeeSettlesOnce_P8_PAY2(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	provider := newCashier()
	nodes := []*payments.Payments{w.takes(provider), w.takes(provider)}
	var lanes sync.WaitGroup
	var refunds money.Cents
	for n := range 50 {
		b := w.starts(fmt.Sprintf("a%d@example.org", n))
		session := b.goesToPay()
		checkout := provider.pay(session)
		events := []money.PaymentEvent{paidNotice("evt_a_"+session, checkout), paidNotice("evt_b_"+session, checkout)}
		if n%5 == 0 {
			refunds += 10_00
			provider.change(session, func(p *money.ProviderPayment) { p.Refunded = 10_00 })
			events = append(events, money.PaymentEvent{ID: "evt_r_" + session, Type: "charge.refunded", CreatedAt: time.Now(), PaymentID: checkout.PaymentID,
				Reversal: &money.Reversal{At: time.Now(), Refunded: 10_00}})
		}
		events = append(events, events...)
		rand.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
		if n%10 == 3 {
			lanes.Go(func() { w.killed(checkout) })
		}
		for i, e := range events {
			lanes.Go(func() {
				if _, err := nodes[i%2].Notify(ctx, e); err != nil {
					t.Errorf("%s: %v", e.ID, err)
				}
			})
		}
		for range 3 {
			lanes.Go(func() {
				if err := b.ConfirmExpedite(ctx, b.proof(), b.id, session); err != nil {
					t.Errorf("%s: %v", session, err)
				}
			})
		}
	}
	lanes.Wait()
	// What the killed node did not answer, the provider sends again.
	for id := storetest.UnsettledNotice(t, w.owner()); id != ""; id = storetest.UnsettledNotice(t, w.owner()) {
		w.must(second(nodes[1].Notify(ctx, paidNotice(id, provider.sessions[id[strings.LastIndex(id, "cs_"):]].Checkout))))
	}
	w.must(nodes[0].Sweep(ctx))
	for sql, want := range map[string]int{
		`select count(*)::int from application_payments where paid_at is not null`:           50,
		`select sum(amount_cents)::int from application_payments`:                            50 * 50_00,
		`select sum(refunded_cents)::int from application_payments`:                          int(refunds),
		`select count(*)::int from application_payments where status = 'partially_refunded'`: 10,
		`select count(*)::int from applications where expedited`:                             50,
		`select deadlocks::int from pg_stat_database where datname = current_database()`:     0,
	} {
		if n := one[int](w, sql); n != want {
			t.Errorf("%s: %d, want %d", sql, n, want)
		}
	}
	if n, id := storetest.Contributions(t, w.owner())+storetest.CountLedgerLines(t, w.owner()), storetest.UnsettledNotice(t, w.owner()); n != 0 || id != "" {
		t.Errorf("%d contributions and bonuses, notice %q is not settled", n, id)
	}
	report, err := nodes[1].Check(ctx, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	if err != nil || len(report.Differences) != 0 || report.Payments != 50 {
		t.Errorf("the comparison says %+v, %v", report, err)
	}
}

// A session opens nothing but its own application, to nobody but its own applicant, and
// what is decided is not expedited any more.
func TestForeignSessionExpeditesNothing_APP38_Z62(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	provider := newCashier()
	pay := w.takes(provider)
	ann, bob := w.starts("ann@example.org"), w.starts("bob@example.org")
	session := ann.goesToPay()
	provider.pay(session)
	bobs := bob.goesToPay()
	w.wants(bob.ConfirmExpedite(ctx, bob.proof(), bob.id, session), store.Invalid, "payment_unknown")
	w.wants(bob.ConfirmExpedite(ctx, bob.proof(), ann.id, session), store.NotFound, "application_not_found")
	w.wants(ann.ConfirmExpedite(ctx, ann.proof(), bob.id, session), store.NotFound, "application_not_found")
	for _, id := range []string{"", "cs_none", "cs\x00", "../x"} {
		w.wants(ann.ConfirmExpedite(ctx, ann.proof(), ann.id, id), store.Invalid, "payment_unknown")
	}
	_, err := bob.BeginExpedite(ctx, bob.proof(), ann.id)
	w.wants(err, store.NotFound, "application_not_found")
	if ann.expedited() || bob.expedited() {
		t.Fatal("something was expedited")
	}
	// A member's contribution does not settle by it, nor does it by a contribution.
	_, _, err = pay.Confirm(ctx, chief.Member.ID, money.ForCommunity, session)
	w.wants(err, store.Invalid, "payment_unknown")

	// The checkout of one that is decided meanwhile is not given again.
	w.must(ann.ConfirmExpedite(ctx, ann.proof(), ann.id, session))
	provider.change(bobs, func(p *money.ProviderPayment) { p.Status = money.CheckoutExpired })
	if next := bob.goesToPay(); next == bobs {
		t.Error("an expired checkout was given again")
	}
	bob.submits("bob@example.org", "+15557654321")
	for _, status := range []rules.Status{rules.OnHold, rules.Rejected, rules.Accepted} {
		_, err = w.Decide(ctx, chief, bob.id, rules.Decision{Status: status})
		w.must(err)
		_, err = bob.BeginExpedite(ctx, bob.proof(), bob.id)
		w.wants(err, store.Conflict, "application_decided")
	}
	w.UsePayments(payments.NewPayments(w.DB, nil, nil, money.PaymentRules{}, nil))
	cleo := w.starts("cleo@example.org")
	_, err = cleo.BeginExpedite(ctx, cleo.proof(), cleo.id)
	w.wants(err, store.Unavailable, "payments_off")
}

// What was paid for a draft is the stored application's when the draft gives way to it,
// also when it is paid only afterwards, and the next draft's of the same browser.
func TestFeeMovesWithTheDraft_APP37(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	provider := newCashier()
	pay := w.takes(provider)
	stored := w.starts("ann@example.org")
	_, err := stored.proves(mail("ann@example.org"))
	w.must(err)

	other := w.starts("anne@example.org")
	paid := other.goesToPay()
	w.must(second(pay.Notify(ctx, paidNotice("evt_1", provider.pay(paid)))))
	next, err := w.Start(ctx, other.proof(), mail("ann@example.org")) // the address was mistyped
	w.must(err)
	other.cookie, other.id = next.Cookie, next.ID
	if !other.expedited() {
		t.Error("the next draft lost the fee")
	}
	_, err = other.proves(mail("ann@example.org"))
	w.must(err)
	if other.id != stored.id || !stored.expedited() {
		t.Error("the stored application lost the fee")
	}

	bob, late := w.starts("bob@example.org"), w.starts("bob@example.org")
	_, err = bob.proves(mail("bob@example.org"))
	w.must(err)
	open := late.goesToPay()
	_, err = late.proves(mail("bob@example.org"))
	w.must(err)
	w.must(second(pay.Notify(ctx, paidNotice("evt_2", provider.pay(open)))))
	if late.id != bob.id || !bob.expedited() {
		t.Error("a fee that was paid afterwards was lost")
	}
	if n := one[int](w, `select count(*)::int from application_payments where application_id is null`); n != 0 {
		t.Errorf("%d fees are nobody's", n)
	}
}

// Refunds and disputes are noted in the payment, whichever notice comes first; in a dispute
// the review stays expedited. The row outlives the application without saying whose it was.
func TestFeeTakenBackAndErased_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	provider := newCashier()
	pay := w.takes(provider)
	ann := w.starts("ann@example.org")
	checkout := provider.pay(ann.goesToPay())
	at := time.Now()
	notify := func(e money.PaymentEvent) {
		t.Helper()
		w.must(second(pay.Notify(ctx, e)))
	}
	notify(money.PaymentEvent{ID: "evt_r", Type: "charge.refunded", CreatedAt: at, PaymentID: checkout.PaymentID, Reversal: &money.Reversal{At: at, Refunded: 20_00}})
	notify(paidNotice("evt_p", checkout))
	state := func() string {
		return one[string](w, `select status || ' ' || refunded_cents || ' ' || disputed_cents from application_payments`)
	}
	if got := state(); got != "partially_refunded 2000 0" {
		t.Error(got)
	}
	dispute := money.Reversal{At: at, DisputeID: "dp_1", Disputed: 30_00, State: money.DisputeOpen}
	notify(money.PaymentEvent{ID: "evt_d", Type: "charge.dispute.created", CreatedAt: at, PaymentID: checkout.PaymentID, Reversal: &dispute})
	if got := state(); got != "disputed 2000 3000" || !ann.expedited() {
		t.Error(got)
	}
	// A notice that was recorded by a node that ended then is settled by the sweep.
	storetest.RecordRefundNotice(t, w.owner(), "evt_l", checkout.PaymentID, 50_00)
	w.must(pay.Sweep(ctx))
	if got := state(); got != "refunded 5000 0" {
		t.Error(got)
	}
	_, err := w.Start(ctx, ann.proof(), mail("anne@example.org"))
	w.must(err)
	w.exec(`delete from applications`)
	if n := one[int](w, `select count(*)::int from application_payments where application_id is null and amount_cents = 5000 and session_id is not null and paid_at is not null`); n != 1 {
		t.Errorf("%d rows are kept", n)
	}
	// One of which the provider knows no end ends, what it does not know any more, and one without a session.
	w.starts("cleo@example.org").goesToPay()
	w.exec(`update application_payments set created_at = created_at - interval '31 days' where paid_at is null`)
	w.must(pay.Sweep(ctx))
	bob := w.starts("bob@example.org")
	bob.goesToPay()
	provider.lost = true
	w.exec(`update application_payments set created_at = created_at - interval '26 hours' where paid_at is null`)
	w.exec(`insert into application_payments (amount_cents, created_at) values (5000, now() - interval '26 hours')`)
	w.must(pay.Sweep(ctx))
	if n := one[int](w, `select count(*)::int from application_payments where status = 'failed'`); n != 3 {
		t.Errorf("%d ended", n)
	}
}

// A checkout that the provider refused is asked for anew at the next press, as another
// request: to the same one it would give the same answer for a day.
func TestRefusedFeeIsAskedForAnew_APP37(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	provider := newCashier()
	w.takes(provider)
	ann := w.starts("ann@example.org")
	provider.refused = "next"
	_, err := ann.BeginExpedite(ctx, ann.proof(), ann.id)
	w.wants(err, store.Unavailable, "payment_not_begun")
	session := ann.goesToPay()
	provider.pay(session)
	w.must(ann.ConfirmExpedite(ctx, ann.proof(), ann.id, session))
	if got := one[string](w, `select string_agg(status, ', ' order by created_at) from application_payments`); got != "failed, completed" {
		t.Errorf("the payments are %s", got)
	}
}
