package money_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
	"muster/store/postgres/storetest"
)

// A refund is made and then settled. A second click between the two was once answered
// that nothing had been refunded; and when the first call's node ended there, nobody
// settled it.
func TestRepeatedRefundSettlesWhatTheFirstLeft(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	boss, _ := w.Chief("boss")
	provider := newShelf()
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{Bonus: 1}, nil)
	paid := pays(w, pay, ann.ID, 25_00)
	w.Exec(`insert into refunds (contribution_id, amount_cents, state) values ($1, 1000, 'done')`, paid.ID)
	w.Exec(`insert into payment_events (id, type, created_at, payment_id, refunded_cents, handled_at)
		values ('refund:first', 'refund', muster_now(), 'pi_cs_0', 1000, muster_now())`)
	for range 2 {
		c, _, err := pay.Refund(ctx, boss, paid.ID, 10_00, "")
		w.Must(err)
		if c.Refunded != 10_00 || c.Status != money.ContributionPartiallyRefunded {
			t.Errorf("refunded %v, %s", c.Refunded, c.Status)
		}
	}
	if n := storetest.One[int](w, `select count(*) from payment_ledger where amount_cents = -1000`); n != 1 {
		t.Errorf("%d refunds in the ledger", n)
	}
	// A repeated click had an entry of its own in the audit log.
	attempt := storetest.NewID()
	for range 2 {
		w.Must(storetest.Third(pay.Refund(ctx, boss, paid.ID, 5_00, attempt)))
	}
	if n := storetest.One[int](w, `select count(*) from audit where action = 'contribution_refunded'`); n != 1 {
		t.Errorf("%d entries in the audit log", n)
	}
}

// Administrators' open tables learn that a contribution was paid and refunded, whoever
// asked the provider. Settling once announced nothing, and a table showed a contribution
// as pending until it was opened again. What changes nothing is not announced.
func TestPaymentsAreAnnouncedToAdministrators(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	boss, _ := w.Chief("boss")
	provider := newShelf()
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	announced := func(what string, want bool) {
		t.Helper()
		lines := storetest.One[[]string](w, `with gone as (delete from broadcasts where kind = 'admin_changed' returning *)
			select coalesce(array_agg(subject || ' ' || value::text order by seq), '{}') from gone`)
		line := fmt.Sprintf(`to:%s:admin:contributions:%s {"by": "", "part": "contributions", "userId": "%s"}`, boss.Member.ID, ann.ID, ann.ID)
		if want && (len(lines) != 1 || lines[0] != line) || !want && len(lines) != 0 {
			t.Errorf("%s: %q", what, lines)
		}
	}
	begin := func() {
		t.Helper()
		w.Must(storetest.Second(pay.Begin(ctx, payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 25_00, Attempt: storetest.NewID()})))
	}
	w.Exec(`delete from broadcasts`)
	begin()
	announced("a checkout begins", false)
	_, _, err := pay.Confirm(ctx, ann.ID, money.ForCommunity, "cs_0")
	w.Must(err)
	announced("it is paid", true)
	_, _, err = pay.Confirm(ctx, ann.ID, money.ForCommunity, "cs_0")
	w.Must(err)
	announced("it was paid before", false)
	refund := money.PaymentEvent{ID: "evt_refund", Type: "refund", CreatedAt: time.Now(), PaymentID: "pi_cs_0", Reversal: &money.Reversal{At: time.Now(), Refunded: 10_00}}
	for range 2 {
		w.Must(storetest.Second(pay.Notify(ctx, refund)))
		announced("a part is refunded", refund.ID == "evt_refund")
		refund.ID = "evt_again"
	}
	begin()
	expired := provider.sessions["cs_1"].Checkout
	expired.Paid, expired.Status = false, money.CheckoutExpired
	w.Must(storetest.Second(pay.Notify(ctx, money.PaymentEvent{ID: "evt_expired", Type: "checkout", CreatedAt: time.Now(), Checkout: &expired})))
	announced("a checkout expires", true)
}

// poor is a provider that refuses refunds until it has the money.
type poor struct {
	*shelf
	refuses bool
	asked   []string // ids of requests
}

func (p *poor) Refund(_ context.Context, r money.RefundRequest) (money.RefundMade, error) {
	p.asked = append(p.asked, r.ID)
	if p.refuses {
		return money.RefundMade{}, store.NewError(store.Invalid, "insufficient funds")
	}
	return money.RefundMade{}, nil
}

// A refund that the provider refused can be tried again from the same dialog, whose
// attempt is still the same. It is another request then: to the same one the provider
// would give the same answer.
func TestRefusedRefundIsTriedAgain(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	boss, _ := w.Chief("boss")
	provider := &poor{shelf: newShelf(), refuses: true}
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	paid := pays(w, pay, ann.ID, 25_00)
	attempt := storetest.NewID()
	for range 2 {
		if _, _, err := pay.Refund(ctx, boss, paid.ID, 10_00, attempt); store.AsError(err).Reason != "refund_refused" {
			t.Fatalf("refused: %v", err)
		}
	}
	provider.refuses = false
	for range 2 {
		c, _, err := pay.Refund(ctx, boss, paid.ID, 10_00, attempt)
		w.Must(err)
		if c.Refunded != 10_00 {
			t.Errorf("refunded %v", c.Refunded)
		}
	}
	if a := provider.asked; len(a) != 3 || a[0] == a[1] || a[1] == a[2] {
		t.Errorf("asked %v", a)
	}
}

// A refund that the provider does not let through for now keeps no payment waiting: who
// has paid, and of which no notice came, is found all the same.
func TestRefundInTheWayKeepsNoPaymentWaiting_PAY8(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := &barred{newShelf()}
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	begin := func() {
		w.Must(storetest.Second(pay.Begin(ctx, payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 25_00})))
	}
	begin()
	paid, _, err := pay.Confirm(ctx, ann.ID, money.ForCommunity, "cs_0")
	w.Must(err)
	w.Exec(`insert into refunds (contribution_id, amount_cents, requested_at) values ($1, 1000, muster_now() - interval '1 minute')`, paid.ID)
	begin()
	if err := pay.Sweep(ctx); store.CodeOf(err) != store.Unavailable {
		t.Errorf("the sweep with a refund that is not made: %v", err)
	}
	if status := storetest.One[string](w, `select status from contributions where session_id = 'cs_1'`); status != "completed" {
		t.Errorf("the other payment is %s", status)
	}
}

// A provider that was away had a whole page of payments marked as asked about, and those
// who had paid waited the longer the older their payments were.
func TestSweepMarksWhatItAsks_PAY8(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := &absent{shelf: newShelf(), away: true}
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	for range 3 {
		w.Must(storetest.Second(pay.Begin(ctx, payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 25_00})))
	}
	w.Exec(`update contributions set created_at = created_at - interval '1 hour'`)
	if err := pay.Sweep(ctx); store.CodeOf(err) != store.Unavailable {
		t.Errorf("the sweep with the provider away: %v", err)
	}
	if n := storetest.One[int](w, `select count(*) from contributions where checked_at is not null`); n != 1 {
		t.Errorf("%d payments are marked, one was asked about", n)
	}
	provider.away = false
	w.Must(pay.Sweep(ctx))
	if n := storetest.One[int](w, `select count(*) from contributions where status = 'completed'`); n != 2 {
		t.Errorf("%d payments are settled by the next sweep", n)
	}
}

// absent is a provider that does not answer while it is away.
type absent struct {
	*shelf
	away bool
}

func (a *absent) Checkout(ctx context.Context, id string) (money.Checkout, error) {
	if a.away {
		return money.Checkout{}, store.NewError(store.Unavailable, "no answer")
	}
	return a.shelf.Checkout(ctx, id)
}

// barred is a provider that does not let refunds through, as for a key without that right.
type barred struct{ *shelf }

func (barred) Refund(context.Context, money.RefundRequest) (money.RefundMade, error) {
	return money.RefundMade{}, store.NewError(store.Unavailable, "payment: the provider answered 403")
}

// stuck is a provider that fails one request for good, as one does that keeps its answer.
type stuck struct {
	*shelf
	request string
}

func (p stuck) Refund(_ context.Context, r money.RefundRequest) (money.RefundMade, error) {
	if r.ID == p.request {
		return money.RefundMade{}, store.NewError(store.Unavailable, "payment: the provider answered 500")
	}
	return money.RefundMade{}, nil
}

// A refund that the provider does not make keeps no later refund waiting.
func TestRefundThatIsStuckKeepsNoOtherWaiting(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := &stuck{shelf: newShelf()}
	var log strings.Builder
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, slog.New(slog.NewTextHandler(&log, nil)))
	paid := pays(w, pay, ann.ID, 25_00)
	ask := func(age string) string {
		return storetest.One[string](w, `insert into refunds (contribution_id, amount_cents, requested_at) values ($1, 1000, muster_now() - $2::interval) returning id::text`, paid.ID, age)
	}
	provider.request = ask("1 hour")
	ask("1 minute")
	if err := pay.Sweep(ctx); store.CodeOf(err) != store.Unavailable {
		t.Errorf("the sweep: %v", err)
	}
	states := func() string {
		return storetest.One[string](w, `select string_agg(state, ', ' order by requested_at) from refunds`)
	}
	if got := states(); got != "requested, done" {
		t.Errorf("the refunds are %s", got)
	}
	// Once the provider has forgotten the request it is not tried again, which the log says.
	w.Exec(`update refunds set requested_at = muster_now() - interval '21 hours' where state = 'requested'`)
	w.Must(pay.Sweep(ctx))
	if got := states(); got != "refused, done" || !strings.Contains(log.String(), paid.ID) {
		t.Errorf("the refunds are %s, the log says %q", got, log.String())
	}
}

// A refund that was settled while the sweep gave it up is no error in the log.
func TestRefundThatIsSettledMeanwhileIsNotGivenUp(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := newShelf()
	var log strings.Builder
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, slog.New(slog.NewTextHandler(&log, nil)))
	paid := pays(w, pay, ann.ID, 25_00)
	w.Exec(`insert into refunds (contribution_id, amount_cents, requested_at) values ($1, 1000, muster_now() - interval '21 hours')`, paid.ID)
	another := w.Begin()
	w.Must(storetest.Second(another.Exec(ctx, `update refunds set state = 'done'`)))
	swept := make(chan error, 1)
	go func() { swept <- pay.Sweep(ctx) }()
	w.AwaitBlocked()
	w.Must(another.Commit(ctx))
	w.Must(<-swept)
	if log.Len() > 0 {
		t.Errorf("the log says %q", log.String())
	}
}

// What comes in for a member who was erased meanwhile goes into the books and gives
// nothing that the erasure took: no points, no badge.
func TestPaymentOfAnErasedMemberGivesNothing_SEC5(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := newShelf()
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{Bonus: 2}, nil)
	w.Must(storetest.Second(pay.Begin(ctx, payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 25_00})))
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d were erased, %v", n, err)
	}
	checkout := provider.sessions["cs_0"].Checkout
	w.Must(storetest.Second(pay.Notify(ctx, money.PaymentEvent{ID: "evt_1", Type: "checkout", CreatedAt: time.Now(), Checkout: &checkout})))
	at := time.Now()
	w.Must(storetest.Second(pay.Notify(ctx, money.PaymentEvent{ID: "evt_2", Type: "refund", CreatedAt: at, PaymentID: "pi_cs_0", Reversal: &money.Reversal{At: at, Refunded: 10_00}})))
	if sum := storetest.One[int64](w, `select sum(amount_cents)::bigint from payment_ledger`); sum != 15_00 {
		t.Errorf("the books keep %d", sum)
	}
	if n := storetest.CountRankRows(t, w.Owner(), ann.ID); n != 0 {
		t.Errorf("%d rows of points and badges", n)
	}
}

// grudging is a provider that refuses the first request of each checkout, and repeats
// that answer to it.
type grudging struct {
	*shelf
	refused map[string]bool // by request
	once    bool            // it refused one
}

func (p *grudging) CreateCheckout(ctx context.Context, r money.CheckoutRequest) (money.Checkout, error) {
	if !p.once || p.refused[r.ContributionID] {
		p.once, p.refused[r.ContributionID] = true, true
		return money.Checkout{}, store.NewError(store.Invalid, "payment: the provider answered 500")
	}
	return p.shelf.CreateCheckout(ctx, r)
}

// A checkout that the provider refused is asked for anew by the next click of the same
// attempt, as another request.
func TestRefusedCheckoutIsAskedForAnew_PAY9(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := &grudging{shelf: newShelf(), refused: map[string]bool{}}
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	draft := payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 25_00, Attempt: storetest.NewID()}
	if _, err := pay.Begin(ctx, draft); store.AsError(err).Reason != "payment_not_begun" {
		t.Errorf("refused: %v", err)
	}
	for range 2 {
		address, err := pay.Begin(ctx, draft)
		w.Must(err)
		if address != "https://pay.test/cs_0" {
			t.Errorf("the checkout is at %s", address)
		}
	}
}

// The comparison gives the notice of a payment its time from when it was paid: the
// checkout may have been open for hours.
func TestComparisonWaitsForTheNoticeOfAPayment(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := newShelf()
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	w.Must(storetest.Second(pay.Begin(ctx, payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 25_00})))
	for ago, want := range map[time.Duration]int{time.Minute: 0, time.Hour: 1} {
		p := provider.sessions["cs_0"]
		p.CreatedAt, p.PaidAt = time.Now().Add(-5*time.Hour), time.Now().Add(-ago)
		provider.sessions["cs_0"] = p
		report, err := pay.Check(ctx, time.Now().Add(-24*time.Hour), time.Now())
		w.Must(err)
		if len(report.Differences) != want {
			t.Errorf("paid %v ago: %+v", ago, report.Differences)
		}
	}
}
