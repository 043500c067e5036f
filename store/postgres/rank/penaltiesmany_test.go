package rank_test

import (
	"context"
	"testing"
	"time"

	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// awayForAWeek has members check in and stay away for seven days.
func awayForAWeek(w *world, members ...storetest.Person) {
	w.T.Helper()
	for _, m := range members {
		w.Must(storetest.Second(w.points(rank.DefaultPointsRules).CheckIn(context.Background(), m.ID)))
	}
	storetest.MoveClock(w.T, w.URL, 8*24*time.Hour)
}

// Each member's penalty was a transaction of its own: those of many members who stay away
// together took hours.
func TestPenaltiesOfManyAreOneTransaction_CHK18(t *testing.T) {
	w := newWorld(t)
	var members []storetest.Person
	for _, name := range []string{"ann", "bob", "cleo", "dan", "eve"} {
		members = append(members, w.Join(name))
	}
	awayForAWeek(w, members...)
	p, r := w.points(rank.DefaultPointsRules), w.Reader()
	r.Read()
	if n, err := p.ChargePenalties(context.Background()); n != 5 || err != nil {
		t.Fatalf("%d were charged, %v", n, err)
	}
	if n := storetest.One[int](w.World, `select count(distinct xmin::text)::int from points_ledger where action = 'inactivity_penalty'`); n != 1 {
		t.Errorf("%d transactions", n)
	}
	if got := r.Read(); len(got) != 5 {
		t.Errorf("announced %q, want the points of each", got)
	}
	if n, err := p.LedgerDifferences(context.Background()); n != 0 || err != nil {
		t.Errorf("%d differences, %v", n, err)
	}
}

// A member whose penalty could not be written, or whose row was locked, kept all those back who
// came after it.
func TestPenaltyThatFailsKeepsNoOther_CHK18(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	ann, bob, cleo, dan := w.Join("ann"), w.Join("bob"), w.Join("cleo"), w.Join("dan")
	awayForAWeek(w, ann, bob, cleo, dan)
	w.Must(storetest.Second(w.Owner().Exec(ctx, `
		create function refuse() returns trigger language plpgsql as 'begin raise exception ''not now''; end';
		create trigger refuse before insert on points_ledger for each row when (new.member_id = '`+ann.ID+`') execute function refuse()`)))
	holder := w.Begin()
	w.Must(storetest.Second(holder.Exec(ctx, `select from member_points where member_id = $1 for update`, bob.ID)))
	p := w.points(rank.DefaultPointsRules)
	if n, err := p.ChargePenalties(ctx); n != 2 || err == nil {
		t.Errorf("%d were charged, want 2, and the failure reported: %v", n, err)
	}
	w.Must(holder.Rollback(ctx))
	if n, err := p.ChargePenalties(ctx); n != 1 || err == nil {
		t.Errorf("%d were charged, want the one who was locked, and the failure reported: %v", n, err)
	}
	w.Must(storetest.Second(w.Owner().Exec(ctx, `drop trigger refuse on points_ledger`)))
	if n, err := p.ChargePenalties(ctx); n != 1 || err != nil {
		t.Errorf("%d were charged, want the one who failed: %v", n, err)
	}
	for _, m := range []storetest.Person{ann, bob, cleo, dan} {
		if s := w.state(p, m.ID); s.Points != 48 || s.Penalties != 1 {
			t.Errorf("%s: %+v", m.Username, s)
		}
	}
}
