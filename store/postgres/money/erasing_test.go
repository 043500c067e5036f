package money_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// erasing is a community in which payments and erasures meet.
type erasing struct {
	*storetest.World
	pay      *payments.Payments
	provider *shelf
}

func newErasing(t *testing.T) *erasing {
	w := storetest.NewWorld(t)
	provider := newShelf()
	e := &erasing{w, payments.NewPayments(w.DB, provider, nil, money.PaymentRules{ReduceCost: true, Bonus: 2}, nil), provider}
	w.DB.Join(ranks.NewPoints(w.DB, rank.DefaultPointsRules))
	w.DB.Join(e.pay)
	return e
}

// during runs a statement that holds what one of two waits for, lets first and second begin
// one after the other, and gives their failures.
func (e *erasing) during(hold string, args []any, first, second func() error) (one, other error) {
	e.T.Helper()
	holder := e.Begin()
	_, err := holder.Exec(context.Background(), hold, args...)
	e.Must(err)
	begin := func(do func() error, waiting int) <-chan error {
		done := make(chan error, 1)
		go func() { done <- do() }()
		for deadline := time.Now().Add(30 * time.Second); len(done) == 0 && storetest.One[int](e.World, `select count(*)::int from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`) < waiting; {
			if time.Now().After(deadline) {
				e.T.Fatal("nobody waits for a lock")
			}
		}
		return done
	}
	a := begin(first, 1)
	b := begin(second, 2)
	e.Must(holder.Rollback(context.Background()))
	return <-a, <-b
}

func (e *erasing) erase() error {
	n, err := e.EraseDue(context.Background())
	if err == nil && n != 1 {
		e.T.Errorf("%d were erased", n)
	}
	return err
}

// due makes a member who is to be erased, and a checkout that it began.
func (e *erasing) due(name string) (member storetest.Person, session string) {
	e.T.Helper()
	member = e.Join(name)
	address, err := e.pay.Begin(context.Background(), payments.PaymentDraft{MemberID: member.ID, Purpose: money.ForCommunity, Amount: 25_00})
	e.Must(err)
	storetest.DueForErasure(e.T, e.Owner(), member.ID)
	return member, address[len("https://pay.test/"):]
}

// holdSession has the erasure of a member wait at its end.
const holdSession = `select from sessions where person_id = $1 for update`

// What is paid while its member is erased is kept and can be paid back, and leaves nothing
// else of the member, whichever comes first.
func TestPaymentWhileItsMemberIsErased_SEC5(t *testing.T) {
	t.Parallel()
	e := newErasing(t)
	ctx := context.Background()
	boss, _ := e.Chief("boss")
	settle := func(session string) func() error {
		checkout := e.provider.sessions[session].Checkout
		return func() error {
			return storetest.Second(e.pay.Notify(ctx, money.PaymentEvent{ID: "evt_" + session, Type: "checkout", CreatedAt: time.Now(), Checkout: &checkout}))
		}
	}
	ann, first := e.due("ann")
	one, other := e.during(holdSession, []any{ann.ID}, e.erase, settle(first))
	e.Must(one)
	e.Must(other)
	bob, second := e.due("bob")
	one, other = e.during(`select from server_cost for update`, nil, settle(second), e.erase)
	e.Must(one)
	e.Must(other)
	for session, member := range map[string]storetest.Person{first: ann, second: bob} {
		if n := storetest.CountRankRows(t, e.Owner(), member.ID); n != 0 {
			t.Errorf("%s: %d rows of points and badges", member.Username, n)
		}
		if n := storetest.One[int](e.World, `select (select count(*)::int from contributions where not anonymous and member_id = $1::uuid)
			+ (select count(*)::int from server_cost_ledger where not anonymous and member_id = $1::uuid)`, member.ID); n != 0 {
			t.Errorf("%d lines of the books name %s", n, member.Username)
		}
		c, _, err := e.pay.Refund(ctx, boss, storetest.One[string](e.World, `select id::text from contributions where session_id = $1`, session), 0, "")
		e.Must(err)
		if c.Refunded != 25_00 || c.Status != money.ContributionRefunded {
			t.Errorf("%s: refunded %v, %s", member.Username, c.Refunded, c.Status)
		}
	}
	if n := storetest.One[int](e.World, `select deadlocks::int from pg_stat_database where datname = current_database()`); n != 0 {
		t.Errorf("%d deadlocks", n)
	}
}

// No checkout begins while its member is erased. One did, with the member's name in the
// books; one that began before is without a name afterwards.
func TestCheckoutWhileItsMemberIsErased_SEC5(t *testing.T) {
	t.Parallel()
	e := newErasing(t)
	ctx := context.Background()
	cleo := e.Join("cleo")
	storetest.DueForErasure(t, e.Owner(), cleo.ID)
	one, other := e.during(holdSession, []any{cleo.ID}, e.erase, func() error {
		return storetest.Second(e.pay.Begin(ctx, payments.PaymentDraft{MemberID: cleo.ID, Purpose: money.ForCommunity, Amount: 30_00}))
	})
	e.Must(one)
	if store.CodeOf(other) != store.NotFound {
		t.Errorf("a checkout of a member who was erased meanwhile: %v", other)
	}
	ann := e.Join("ann")
	storetest.DueForErasure(t, e.Owner(), ann.ID)
	attempt := storetest.NewID()
	one, other = e.during(`insert into contributions (member_id, purpose, amount_cents, anonymous, status, attempt) values ($1, 'contribution', 3000, false, 'pending', $2)`,
		[]any{ann.ID, attempt},
		func() error {
			return storetest.Second(e.pay.Begin(ctx, payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 30_00, Attempt: attempt}))
		}, e.erase)
	e.Must(one)
	e.Must(other)
	if n := storetest.One[int](e.World, `select count(*)::int from contributions where amount_cents = 3000`); n != 1 {
		t.Errorf("%d checkouts", n)
	}
	if n := storetest.One[int](e.World, `select count(*)::int from contributions where not anonymous`); n != 0 {
		t.Errorf("%d contributions name a member who was erased", n)
	}
}
