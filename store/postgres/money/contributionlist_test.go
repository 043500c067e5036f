package money_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/money"
	desks "muster/store/postgres/desk"
	payments "muster/store/postgres/money"
	"muster/store/postgres/storetest"
)

// A contribution that is refunded or disputed in part counts with what is left of it, in the sum
// of its day, in the member's own profile and in the users' table. One that was disputed in part
// was left out whole, and a member's sums did not become less by what was refunded.
func TestContributionsCountWithWhatIsLeft(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := newShelf()
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	for i, r := range []money.Reversal{
		{},
		{Refunded: 10_00},
		{DisputeID: "dp_1", Disputed: 5_00, State: money.DisputeOpen},
		{DisputeID: "dp_2", Disputed: 25_00, State: money.DisputeOpen},
		{Refunded: 25_00},
	} {
		address, err := pay.Begin(ctx, payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 25_00})
		w.Must(err)
		session := address[len("https://pay.test/"):]
		w.Must(storetest.Third(pay.Confirm(ctx, ann.ID, money.ForCommunity, session)))
		if r.At = time.Now(); i > 0 {
			w.Must(storetest.Second(pay.Notify(ctx, money.PaymentEvent{ID: "evt_" + session, Type: "reversal", CreatedAt: r.At, PaymentID: "pi_" + session, Reversal: &r})))
		}
	}
	const left, number = 25_00 + 15_00 + 20_00, 3
	today := store.DayOf(time.Now(), time.UTC)
	days, err := pay.Totals(ctx, time.UTC, today.Add(-1), today)
	w.Must(err)
	if sum, n := days[0].Amount+days[1].Amount, days[0].Count+days[1].Count; sum != left || n != number {
		t.Errorf("the days add up to %v of %d", sum, n)
	}
	if total, err := pay.Total(ctx, ann.ID); err != nil || total != left {
		t.Errorf("the total is %v, %v", total, err)
	}
	if p, err := w.OwnProfile(ctx, ann.ID); err != nil || p.Contributed != left {
		t.Errorf("the profile says %v, %v", p.Contributed, err)
	}
	if u, err := desks.New(w.DB).UserProfile(ctx, ann.ID); err != nil || u.Contributed != left || u.Contributions != number {
		t.Errorf("the users' table says %v of %d, %v", u.Contributed, u.Contributions, err)
	}
}
