package rank_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// Each run of seven missed days costs 5 % once, by the job or by a visit, in
// whichever order they come, and can lower the rank.
func TestInactivityPenalty_CHK18_CHK19(t *testing.T) {
	w := newWorld(t)
	ann, bob, cleo := w.Join("ann"), w.Join("bob"), w.Join("cleo")
	p := w.points(rank.DefaultPointsRules)
	admin, _ := w.Chief("chief")
	for _, m := range []storetest.Person{ann, bob, cleo} {
		_, err := p.CheckIn(context.Background(), m.ID)
		w.Must(err)
		_, err = ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).AdjustPoints(context.Background(), admin, m.ID, 52, "welcome", "")
		w.Must(err)
	}
	_, err := ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).SetGuardian(context.Background(), admin, bob.ID, true)
	w.Must(err)
	_, err = ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).SetHonoraryRank(context.Background(), admin, cleo.ID, rank.Corporal)
	w.Must(err)
	storetest.MoveClock(t, w.URL, 6*24*time.Hour)
	if n, err := p.ChargePenalties(context.Background()); n != 0 || err != nil {
		t.Errorf("after 5 missed days %d were charged, %v", n, err)
	}
	storetest.MoveClock(t, w.URL, 8*24*time.Hour)
	r := w.Reader()
	r.Read()
	if n, err := p.ChargePenalties(context.Background()); n != 3 || err != nil {
		t.Fatalf("after 7 missed days %d were charged, %v", n, err)
	}
	var ranks []string
	for _, value := range r.Read() {
		if strings.HasPrefix(value, "rank:") {
			ranks = append(ranks, value)
		}
	}
	if want := fmt.Sprintf(`rank:%s {"userId": %q, "username": "ann"}`, ann.ID, ann.ID); len(ranks) != 1 || ranks[0] != want {
		t.Errorf("announced %q, want %q", ranks, want)
	}
	if n, err := p.ChargePenalties(context.Background()); n != 0 || err != nil {
		t.Errorf("charged %d again, %v", n, err)
	}
	if s := w.state(p, ann.ID); s.Points != 97 || s.Earned != 102 || s.Rank() != "Recruit" || s.Recent[0].Points != -5 {
		t.Errorf("after the first run: %+v", s)
	}
	if s := w.state(p, bob.ID); s.Points != 97 || s.Rank() != rank.Guardian {
		t.Errorf("the Guardian: %+v", s)
	}
	if s := w.state(p, cleo.ID); s.Points != 97 || s.Rank() != rank.Corporal {
		t.Errorf("the honorary Corporal: %+v", s)
	}
	// Two more runs are over when ann looks: a visit writes both.
	storetest.MoveClock(t, w.URL, 22*24*time.Hour)
	if s := w.state(p, ann.ID); s.Points != 97-4-4 || s.Penalties != 3 {
		t.Errorf("after the third run: %+v", s)
	}
	off := rank.DefaultPointsRules
	off.Penalty = false
	if n, err := w.points(off).ChargePenalties(context.Background()); n != 0 || err != nil {
		t.Errorf("with the penalty off %d were charged, %v", n, err)
	}
	c, err := p.CheckIn(context.Background(), ann.ID)
	w.Must(err)
	if !c.Restarted || c.Total != 89+50 || c.Rank != "Private" {
		t.Errorf("the check-in after it: %+v", c)
	}
	if n, err := p.LedgerDifferences(context.Background()); n != 0 || err != nil {
		t.Errorf("%d differences, %v", n, err)
	}
}

// Runs of missed days that were over while the penalty was off cost nothing: switched on
// again, it took the points of all of them at once.
func TestPenaltySwitchedOffAndOn_CHK18(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	on, off := w.points(rank.DefaultPointsRules), rank.DefaultPointsRules
	off.Penalty = false
	for _, m := range []storetest.Person{ann, bob} {
		w.Must(storetest.Second(on.CheckIn(ctx, m.ID)))
	}
	storetest.MoveClock(t, w.URL, 22*24*time.Hour)
	if s := w.state(w.points(off), bob.ID); s.Points != 50 {
		t.Errorf("a visit with the penalty off: %+v", s)
	}
	if n, err := w.points(off).ChargePenalties(ctx); n != 0 || err != nil {
		t.Errorf("with the penalty off %d were charged, %v", n, err)
	}
	if n, err := on.ChargePenalties(ctx); n != 0 || err != nil {
		t.Errorf("with the penalty on again %d were charged, %v", n, err)
	}
	storetest.MoveClock(t, w.URL, 29*24*time.Hour)
	if n, err := on.ChargePenalties(ctx); n != 2 || err != nil {
		t.Errorf("a run later %d were charged, %v", n, err)
	}
	for _, m := range []storetest.Person{ann, bob} {
		if s := w.state(on, m.ID); s.Points != 48 {
			t.Errorf("a run later: %+v", s)
		}
	}
}

// Points that come after a run of missed days are not charged for it, also where there were
// none to charge when it was over.
func TestLaterPointsAreNotChargedForRunsBefore_CHK18(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	p := w.points(rank.DefaultPointsRules)
	admin, _ := w.Chief("chief")
	adjust := func(m storetest.Person, amount int) {
		t.Helper()
		w.Must(storetest.Second(p.AdjustPoints(ctx, admin, m.ID, amount, "test", "")))
	}
	for _, m := range []storetest.Person{ann, bob} {
		w.Must(storetest.Second(p.CheckIn(ctx, m.ID)))
		adjust(m, -50)
	}
	storetest.MoveClock(t, w.URL, 15*24*time.Hour)
	adjust(bob, 1000) // before the job has run
	if n, err := p.ChargePenalties(ctx); n != 0 || err != nil {
		t.Errorf("%d without points were charged, %v", n, err)
	}
	if n := storetest.One[int](w.World, `select penalties from member_points where member_id = $1`, ann.ID); n != 2 {
		t.Errorf("%d runs are counted", n)
	}
	adjust(ann, 1000)
	if n, err := p.ChargePenalties(ctx); n != 0 || err != nil {
		t.Errorf("%d were charged for runs before, %v", n, err)
	}
	for _, m := range []storetest.Person{ann, bob} {
		if s := w.state(p, m.ID); s.Points != 1000 || s.Penalties != 2 {
			t.Errorf("%s: %+v", m.Username, s)
		}
	}
	storetest.MoveClock(t, w.URL, 22*24*time.Hour)
	if n, err := p.ChargePenalties(ctx); n != 2 || err != nil {
		t.Errorf("a run later %d were charged, %v", n, err)
	}
}

// In the week in which the clocks go forward seven missed days are over an hour sooner: the
// job took its points up to an hour after the member's own pages said so.
func TestPenaltyInTheWeekOfAShortDay_CHK18(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	checkedIn := time.Date(2027, time.March, 22, 23, 59, 0, 0, zone)
	inner, move := storetest.WorldAt(t, zone, checkedIn)
	w := &world{inner}
	rules := rank.DefaultPointsRules
	rules.Zone = zone
	p, ann := w.points(rules), w.Join("ann")
	w.Must(storetest.Second(p.CheckIn(context.Background(), ann.ID)))
	due := time.Date(2027, time.March, 30, 0, 0, 0, 0, zone)
	move(due.Add(-2 * time.Minute).Sub(checkedIn))
	if n, err := p.ChargePenalties(context.Background()); n != 0 || err != nil {
		t.Errorf("before the seventh day was over %d were charged, %v", n, err)
	}
	move(3 * time.Minute)
	if n, err := p.ChargePenalties(context.Background()); n != 1 || err != nil {
		t.Errorf("after the seventh day %d were charged, %v", n, err)
	}
}
