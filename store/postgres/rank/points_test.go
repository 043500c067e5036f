package rank_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"muster/store"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
)

func (w *world) points(rules rank.PointsRules) *ranks.Points {
	return ranks.NewPoints(w.DB, rules)
}

func (w *world) state(p *ranks.Points, member string) rank.PointsState {
	w.T.Helper()
	s, err := p.State(context.Background(), member)
	w.Must(err)
	return s
}

// Of fifty check-ins at once on two nodes one counts, and the ledger has one line.
func TestCheckInOnce_CHK5_CHK22(t *testing.T) {
	w := newWorld(t)
	ann := w.Join("ann")
	nodes := []*ranks.Points{w.points(rank.DefaultPointsRules), ranks.NewPoints(w.OpenNode(8).DB, rank.DefaultPointsRules)}
	var done, refused int
	var mu sync.Mutex
	var wait sync.WaitGroup
	for i := range 50 {
		wait.Go(func() {
			c, err := nodes[i%2].CheckIn(context.Background(), ann.ID)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil && c.Points == 50 && c.Total == 50 && c.Streak.Count == 1 && !c.RankChanged:
				done++
			case store.CodeOf(err) == store.Conflict && store.AsError(err).Message == rank.AlreadyToday:
				refused++
			default:
				t.Errorf("%+v, %v", c, err)
			}
		})
	}
	wait.Wait()
	if done != 1 || refused != 49 {
		t.Errorf("%d check-ins and %d refusals", done, refused)
	}
	s := w.state(nodes[0], ann.ID)
	if s.Points != 50 || s.Earned != 50 || len(s.Recent) != 1 || s.Recent[0].Action != rank.CheckInAction {
		t.Errorf("%+v", s)
	}

	// A check-in that ends half way, after its line of the ledger, leaves nothing.
	storetest.MoveClock(t, w.URL, 24*time.Hour)
	w.Exec(`alter table member_points add constraint test_full check (points < 60)`)
	r := w.Reader()
	r.Read()
	if _, err := nodes[0].CheckIn(context.Background(), ann.ID); err == nil {
		t.Error("it is stored")
	}
	if s := w.state(nodes[0], ann.ID); s.Points != 50 || s.Streak.Count != 1 || len(s.Recent) != 1 || len(r.Read()) != 0 {
		t.Errorf("half of it is stored: %+v", s)
	}
	w.Exec(`alter table member_points drop constraint test_full`)
	if c, err := nodes[0].CheckIn(context.Background(), ann.ID); err != nil || c.Total != 103 || c.Streak.Count != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}

// Where the community's zone became one further west, a day begins once more for who has
// checked in on it: it still has one check-in.
func TestCheckInAfterAChangeOfZone_CHK5(t *testing.T) {
	opened, move := storetest.WorldAt(t, time.UTC, time.Date(2026, 11, 30, 1, 0, 0, 0, time.UTC))
	w := &world{opened}
	ann := w.Join("ann")
	ctx := context.Background()
	w.Must(storetest.Second(w.points(rank.DefaultPointsRules).CheckIn(ctx, ann.ID)))
	rules := rank.DefaultPointsRules
	var err error
	rules.Zone, err = time.LoadLocation("America/Los_Angeles")
	w.Must(err)
	move(16 * time.Hour)
	if c, err := w.points(rules).CheckIn(ctx, ann.ID); err == nil || store.AsError(err).Reason != "already_checked_in" {
		t.Errorf("%+v, %v", c, err)
	}
	move(16 * time.Hour)
	if c, err := w.points(rules).CheckIn(ctx, ann.ID); err != nil || c.Streak.Count != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}

// The streak grows day by day, the rank rises with its broadcast, and the sums are
// those of the ledger.
func TestCheckInsRaiseTheRank_CHK22_RANK15(t *testing.T) {
	w := newWorld(t)
	ann := w.Join("ann")
	p := w.points(rank.DefaultPointsRules)
	r := w.Reader()
	r.Read()
	for day, want := range []struct {
		points, total int
		rank          rank.Rank
	}{{50, 50, ""}, {53, 103, "Private"}, {55, 158, ""}} {
		storetest.MoveClock(t, w.URL, time.Duration(day)*24*time.Hour)
		c, err := p.CheckIn(context.Background(), ann.ID)
		w.Must(err)
		if c.Points != want.points || c.Total != want.total || c.RankChanged != (want.rank != "") || c.RankChanged && c.Rank != want.rank {
			t.Errorf("day %d: %+v, want %+v", day, c, want)
		}
		points, rank := fmt.Sprintf(`to:%s:points {"points": %d}`, ann.ID, want.total), fmt.Sprintf(`rank:%s {"userId": %q, "username": "ann"}`, ann.ID, ann.ID)
		if c.RankChanged {
			badge := fmt.Sprintf(`to:%s:badge:rank_private {"id": "rank_private", "name": "Private", "userId": %q}`, ann.ID, ann.ID)
			r.Want("the rank for everybody, the badge and the points for the member", rank, badge, points)
		} else {
			r.Want("the points for the member", points)
		}
	}
	days, err := p.Explain(context.Background(), ann.ID)
	w.Must(err)
	if len(days) != 3 || days[0].Streak != 3 || days[0].Points != 55 {
		t.Errorf("explained as %+v", days)
	}
	if n, err := p.LedgerDifferences(context.Background()); n != 0 || err != nil {
		t.Errorf("%d differences, %v", n, err)
	}
	w.Exec(`update member_points set points = points + 1`)
	if n, err := p.LedgerDifferences(context.Background()); n != 1 || err != nil {
		t.Errorf("%d differences after a change by hand, %v", n, err)
	}
}

// A past that is stored at once is the one that was lived day by day, and a past that
// cannot be leaves nothing.
func TestCheckInAt(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	p := w.points(rank.DefaultPointsRules)
	for _, day := range []int{0, 1, 2, 3, 4, 5, 6, 8, 30, 31} {
		storetest.MoveClock(t, w.URL, time.Duration(day)*24*time.Hour)
		_, err := p.CheckIn(t.Context(), ann.ID)
		w.Must(err)
	}
	lived, _, err := p.Transactions(t.Context(), ann.ID, 50, "")
	w.Must(err)
	var moments []time.Time
	for _, l := range slices.Backward(lived) {
		if l.Action == rank.CheckInAction {
			moments = append(moments, l.At)
		}
	}
	for _, wrong := range [][]time.Time{{moments[1], moments[0]}, append(moments[:10:10], time.Now().Add(40*24*time.Hour))} {
		if err := p.CheckInAt(t.Context(), bob.ID, wrong...); err == nil {
			t.Errorf("%v is stored", wrong)
		}
	}
	w.Must(p.CheckInAt(t.Context(), bob.ID, moments...))
	stored, _, err := p.Transactions(t.Context(), bob.ID, 50, "")
	w.Must(err)
	if len(moments) != 10 || len(stored) != 13 || !slices.EqualFunc(stored, lived, func(a, b rank.PointsLine) bool {
		return a.Action == b.Action && a.Points == b.Points && a.At.Equal(b.At)
	}) {
		t.Errorf("stored %+v\nlived %+v", stored, lived)
	}
	if a, b := w.state(p, ann.ID), w.state(p, bob.ID); a.PointsAccount != b.PointsAccount {
		t.Errorf("%+v and %+v", a, b)
	}
	var differences int
	w.Must(w.DB.Pool().QueryRow(t.Context(), `
		select count(*) from (select badge, earned_at from earned_badges where member_id = $1) a
		full join (select badge, earned_at from earned_badges where member_id = $2) b using (badge, earned_at)
		where a is null or b is null`, ann.ID, bob.ID).Scan(&differences))
	var badges int
	w.Must(w.DB.Pool().QueryRow(t.Context(), `select count(*) from earned_badges where member_id = $1`, bob.ID).Scan(&badges))
	if differences != 0 || badges < 2 {
		t.Errorf("%d badges, %d differ", badges, differences)
	}
	if n, err := p.LedgerDifferences(t.Context()); n != 0 || err != nil {
		t.Errorf("%d differences, %v", n, err)
	}
}

func TestPointsByHand(t *testing.T) {
	w := newWorld(t)
	ann := w.Join("ann")
	admin, _ := w.Chief("chief")
	p := w.points(rank.DefaultPointsRules)
	for _, c := range []struct {
		amount int
		reason string
		want   store.Code
		points int
	}{{100, "thanks", "", 100}, {-30, "spam", "", 70}, {-71, "spam", store.Conflict, 70}, {0, "x", store.Invalid, 70}, {5, "", store.Invalid, 70}} {
		_, err := ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).AdjustPoints(context.Background(), admin, ann.ID, c.amount, c.reason, "")
		if s := w.state(p, ann.ID); store.CodeOf(err) != c.want || s.Points != c.points || s.Earned != 100 {
			t.Errorf("%+v: %v, %+v", c, err, s)
		}
	}
	if _, err := ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).SetHonoraryRank(context.Background(), admin, ann.ID, "General"); store.CodeOf(err) != store.Invalid {
		t.Errorf("an honorary General: %v", err)
	}
	a, err := ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).SetHonoraryRank(context.Background(), admin, ann.ID, rank.Lieutenant)
	if err != nil || a.Rank() != rank.Lieutenant {
		t.Errorf("%+v, %v", a, err)
	}
	lines, next, err := p.Transactions(context.Background(), ann.ID, 1, "")
	w.Must(err)
	if len(lines) != 1 || lines[0].Points != -30 || next == "" {
		t.Errorf("first page %+v, next %q", lines, next)
	}
	lines, next, err = p.Transactions(context.Background(), ann.ID, 1, next)
	w.Must(err)
	if len(lines) != 1 || lines[0].Points != 100 || next != "" {
		t.Errorf("second page %+v, next %q", lines, next)
	}
	if _, _, err := p.Transactions(context.Background(), ann.ID, 1, "x"); store.CodeOf(err) != store.Invalid {
		t.Errorf("a made-up cursor: %v", err)
	}
	if _, err := ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).AdjustPoints(context.Background(), admin, "0191d8a0-0000-7000-8000-000000000001", 1, "x", ""); store.CodeOf(err) != store.NotFound {
		t.Errorf("nobody's points: %v", err)
	}
}

// The answer to a change was lost, and the administrator made it again: the member had the
// points twice.
func TestPointsByHandAreGivenOncePerKey(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	admin, _ := w.Chief("chief")
	p := w.points(rank.DefaultPointsRules)
	key, other := uuid.NewString(), uuid.NewString()
	for _, c := range []struct {
		who    string
		amount int
		reason string
		key    string
		want   store.Code
		points int
	}{
		{ann.ID, 100, "thanks", key, "", 100}, {ann.ID, 100, "thanks", key, "", 100}, {ann.ID, 100, "thanks", other, "", 200},
		{ann.ID, 50, "thanks", key, store.Conflict, 200}, {ann.ID, 100, "help", key, store.Conflict, 200},
		{ann.ID, 100, "thanks", "x", store.Invalid, 200}, {ann.ID, 100, "thanks", "", "", 300}, {ann.ID, 100, "thanks", "", "", 400},
		{bob.ID, 100, "thanks", key, "", 100},
	} {
		a, err := p.AdjustPoints(t.Context(), admin, c.who, c.amount, c.reason, c.key)
		if s := w.state(p, c.who); store.CodeOf(err) != c.want || s.Points != c.points || err == nil && a.Points != c.points {
			t.Errorf("%+v: %v, %+v, %+v", c, err, a, s)
		}
	}
	var group errgroup.Group
	for range 8 {
		group.Go(func() error {
			_, err := p.AdjustPoints(t.Context(), admin, bob.ID, 7, "at once", other)
			return err
		})
	}
	if err := group.Wait(); err != nil || w.state(p, bob.ID).Points != 107 {
		t.Errorf("at once: %v, %+v", err, w.state(p, bob.ID))
	}
}

// The lines were ordered by their number as text: line 100 stood behind line 99, and the
// cursor left lines out.
func TestLedgerIsInTheOrderOfItsLines(t *testing.T) {
	w := newWorld(t)
	ann, bob, p := w.Join("ann"), w.Join("bob"), w.points(rank.DefaultPointsRules)
	const all = 2_000
	w.Exec(`insert into points_ledger (member_id, action, points, at) select id, 'admin_adjust', 1, muster_now() from members, generate_series(1, 2000) where username = 'ann'`)
	w.Exec(`insert into points_ledger (member_id, action, points, at) select id, 'admin_adjust', 1, muster_now() from members where username = 'bob'`)
	newest := func(lines []rank.PointsLine) (last int64) {
		last = math.MaxInt64
		for _, line := range lines {
			n, err := strconv.ParseInt(line.ID, 10, 64)
			w.Must(err)
			if n >= last {
				t.Fatalf("line %d stands behind line %d", n, last)
			}
			last = n
		}
		return last
	}
	recent := w.state(p, ann.ID).Recent
	newest(recent)
	var lines []rank.PointsLine
	cursor := ""
	for {
		page, next, err := p.Transactions(t.Context(), ann.ID, 50, cursor)
		w.Must(err)
		lines = append(lines, page...)
		if cursor = next; next == "" {
			break
		}
	}
	newest(lines)
	if len(lines) != all || len(recent) == 0 || lines[0].ID != recent[0].ID {
		t.Errorf("%d lines from %s on, the newest are %v", len(lines), lines[0].ID, recent)
	}
	others, _, err := p.Transactions(t.Context(), bob.ID, 1, "")
	w.Must(err)
	for _, bad := range []string{others[0].ID, "0" + lines[5].ID, "+" + lines[5].ID, "-1", "0", "9223372036854775808", "99999999999999999999", " 1", "1.0", "x"} {
		if _, _, err := p.Transactions(t.Context(), ann.ID, 50, bad); store.CodeOf(err) != store.Invalid {
			t.Errorf("a page after %q: %v", bad, err)
		}
	}
}
