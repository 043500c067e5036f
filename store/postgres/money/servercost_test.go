package money_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/money"
	"muster/store/people"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// costWorld is a world whose clock stands at a time of its own.
type costWorld struct {
	*storetest.World
	db *postgres.DB
}

func newCostWorld(t *testing.T, zone string) *costWorld {
	t.Helper()
	w := storetest.NewWorld(t)
	location, err := time.LoadLocation(zone)
	w.Must(err)
	db, err := postgres.Open(context.Background(), postgres.Config{URL: w.URL, Zone: location, LockTimeout: time.Minute})
	w.Must(err)
	t.Cleanup(db.Close)
	return &costWorld{w, db}
}

// at moves the clock to a time.
func (w *costWorld) at(when string) {
	w.T.Helper()
	at, err := time.Parse(time.RFC3339, when)
	w.Must(err)
	storetest.MoveClock(w.T, w.URL, time.Until(at))
}

// cost wants the cost and that it is the sum of the lines, and gives the broadcasts.
func (w *costWorld) cost(want money.Cents) []store.Broadcast {
	w.T.Helper()
	c, broadcasts, err := payments.NewCosts(w.db).ServerCost(context.Background())
	w.Must(err)
	if sum := storetest.One[int64](w.World, `select coalesce(sum(amount_cents), 0)::bigint from server_cost_ledger`); c.Current != want || int64(want) != sum {
		w.T.Errorf("the cost is %d, its lines are %d, want %d", c.Current, sum, want)
	}
	if wrong := storetest.One[int](w.World, `select count(*)::int from (select meter_cents, sum(amount_cents) over (order by id) as sum from server_cost_ledger) l
		where meter_cents <> sum`); wrong != 0 {
		w.T.Errorf("after %d lines the meter is not the sum of those before", wrong)
	}
	return broadcasts
}

// lines lists the ledger.
func (w *costWorld) lines() string {
	w.T.Helper()
	return storetest.One[string](w.World, `select coalesce(string_agg(kind || ' ' || amount_cents || coalesce(' ' || month, ''), ', ' order by id), '') from server_cost_ledger`)
}

func wantUpdate(t *testing.T, what string, broadcasts []store.Broadcast, want float64) {
	t.Helper()
	var update money.ServerCostUpdate
	if len(broadcasts) == 0 || broadcasts[0].Kind != "server_cost_update" || broadcasts[0].Seq == 0 || json.Unmarshal(broadcasts[0].Value, &update) != nil || update.CurrentCost != want {
		t.Errorf("%s: announced %+v, want %v", what, broadcasts, want)
	}
}

// Each month adds the base once, on its day in the community's zone, also for months
// in which nobody asked.
func TestServerCostAccrues_COST1(t *testing.T) {
	t.Parallel()
	w := newCostWorld(t, "America/New_York")
	w.at("2026-03-20T12:00:00Z")
	broadcasts, err := payments.NewCosts(w.db).SetServerCost(context.Background(), 120_00, 15)
	w.Must(err)
	wantUpdate(t, "set", broadcasts, 120)
	w.cost(120_00)
	w.at("2026-04-15T03:30:00Z") // still the 14th there
	w.cost(120_00)
	w.at("2026-04-15T04:30:00Z")
	wantUpdate(t, "a month begins", w.cost(240_00), 240)
	if broadcasts := w.cost(240_00); broadcasts != nil {
		t.Errorf("announced again: %v", broadcasts)
	}
	c, _, err := payments.NewCosts(w.db).ServerCost(context.Background())
	w.Must(err)
	// In UTC, as every time of the API; it used to have the offset of the zone.
	if next := c.NextReset.Format(time.RFC3339); next != "2026-05-15T04:00:00Z" || c.MonthlyBase != 120_00 || c.ResetDay != 15 {
		t.Errorf("%s %+v", next, c)
	}
	w.at("2026-07-01T00:00:00Z")
	w.cost(480_00)
	if got := w.lines(); got != "accrual 0 2026-03-01, adjustment 12000, accrual 12000 2026-04-15, accrual 12000 2026-05-15, accrual 12000 2026-06-15" {
		t.Error(got)
	}
}

// A contribution lowers the cost, which can fall below zero; the running month
// follows a change of the base at once, and a changed day charges no month twice.
func TestServerCostFollowsItsLedger_COST1(t *testing.T) {
	t.Parallel()
	w := newCostWorld(t, "UTC")
	ctx := context.Background()
	w.cost(0)
	w.at("2026-03-10T12:00:00Z")
	_, err := payments.NewCosts(w.db).SetServerCost(ctx, 100_00, 1)
	w.Must(err)
	ann := w.Join("ann")
	broadcasts, err := storetest.Pay(w.db, money.Contribution{MemberID: ann.ID, Purpose: money.ForServerCost, Amount: 120_50})
	w.Must(err)
	wantUpdate(t, "covered", broadcasts, -20.5)
	w.cost(-20_50)
	broadcasts, err = payments.NewCosts(w.db).SetServerCost(ctx, 150_00, 20)
	w.Must(err)
	wantUpdate(t, "a higher base", broadcasts, 29.5)
	broadcasts, err = payments.NewCosts(w.db).AddCostLine(ctx, money.CostLine{Kind: money.CostRefund, Amount: 20_50, MemberID: ann.ID})
	w.Must(err)
	wantUpdate(t, "a refund", broadcasts, 50)
	w.at("2026-03-19T12:00:00Z")
	w.cost(50_00)
	w.at("2026-03-20T00:00:01Z")
	w.cost(200_00)
	_, err = storetest.Pay(w.db, money.Contribution{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 5_00})
	w.Must(err)
	w.cost(200_00)
	for _, bad := range []struct {
		base money.Cents
		day  int
	}{{-1, 1}, {1, 0}, {1, 29}} {
		if _, err := payments.NewCosts(w.db).SetServerCost(ctx, bad.base, bad.day); store.CodeOf(err) != store.Invalid {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// Payments at once all count, in each broadcast those before it, and a month that
// many nodes find begun is charged once.
func TestServerCostUnderParallelWriters(t *testing.T) {
	t.Parallel()
	w := newCostWorld(t, "UTC")
	ctx := context.Background()
	w.at("2026-03-10T12:00:00Z")
	_, err := payments.NewCosts(w.db).SetServerCost(ctx, 100_00, 1)
	w.Must(err)
	ann := w.Join("ann")
	w.at("2026-04-10T12:00:00Z")
	var mu sync.Mutex
	var all sync.WaitGroup
	byLine := map[int64]float64{}
	for i := range 16 {
		all.Go(func() {
			if i%4 == 0 {
				_, _, err := payments.NewCosts(w.db).ServerCost(ctx)
				if err != nil {
					t.Error(err)
				}
				return
			}
			broadcasts, err := storetest.Pay(w.db, money.Contribution{MemberID: ann.ID, Purpose: money.ForServerCost, Amount: 3_00})
			var update money.ServerCostUpdate
			if err != nil || json.Unmarshal(broadcasts[0].Value, &update) != nil {
				t.Errorf("%v %v", broadcasts, err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			byLine[update.Line] = update.CurrentCost
		})
	}
	all.Wait()
	w.cost(200_00 - 12*3_00)
	if n := storetest.One[int](w.World, `select count(*) from server_cost_ledger where kind = 'accrual'`); n != 2 {
		t.Errorf("%d months", n)
	}
	for line, announced := range byLine {
		if sum := storetest.One[int64](w.World, `select sum(amount_cents)::bigint from server_cost_ledger where id <= $1`, line); money.Cents(sum).Dollars() != announced {
			t.Errorf("line %d: announced %v, the sum was %d", line, announced, sum)
		}
	}
	if len(byLine) != 12 {
		t.Errorf("%d broadcasts", len(byLine))
	}
}

// contributors lists the recent contributors.
func (w *costWorld) contributors() string {
	w.T.Helper()
	all, err := payments.NewPayments(w.db, nil, nil, money.PaymentRules{}, nil).Contributors(context.Background())
	w.Must(err)
	names := ""
	for _, c := range all {
		names += fmt.Sprintf("%s until %s ", c.Username, c.Until.UTC().Format(time.DateOnly))
	}
	return names
}

// A contribution makes a recent contributor for the window, unless it was anonymous
// or the profile is private; what turns the mark on or off is broadcast.
func TestRecentContributors_CHAT37(t *testing.T) {
	t.Parallel()
	w := newCostWorld(t, "UTC")
	ctx := context.Background()
	w.at("2026-03-01T12:00:00Z")
	ann, bob := w.Join("ann"), w.Join("bob")
	pay := func(of storetest.Person, anonymous bool, marks int) {
		t.Helper()
		broadcasts, err := storetest.Pay(w.db, money.Contribution{MemberID: of.ID, Purpose: money.ForCommunity, Amount: 5_00, Anonymous: anonymous})
		w.Must(err)
		if len(broadcasts) != marks {
			t.Fatalf("announced %+v", broadcasts)
		}
		if marks == 1 && string(broadcasts[0].Value) != fmt.Sprintf(`{"userId": %q, "username": %q, "isRecentContributor": true}`, of.ID, of.Username) {
			t.Errorf("announced %s %s", broadcasts[0].Kind, broadcasts[0].Value)
		}
	}
	pay(bob, true, 0)
	pay(ann, false, 1)
	w.at("2026-03-11T12:00:00Z")
	pay(ann, false, 0)
	if got := w.contributors(); got != "ann until 2026-04-10 " {
		t.Error(got)
	}
	private := true
	broadcasts, err := members.New(w.db).ChangeProfile(ctx, ann.ID, people.ProfileChange{Private: &private})
	w.Must(err)
	// The mark goes, and the profile is another one.
	if len(broadcasts) != 2 || broadcasts[0].Kind != "contributor_changed" || w.contributors() != "" {
		t.Errorf("announced %+v, %s are left", broadcasts, w.contributors())
	}
	private = false
	broadcasts, err = members.New(w.db).ChangeProfile(ctx, ann.ID, people.ProfileChange{Private: &private})
	w.Must(err)
	if len(broadcasts) != 2 || broadcasts[0].Kind != "contributor_changed" {
		t.Errorf("announced %+v", broadcasts)
	}
	w.Exec(`update contributions set status = 'refunded', refunded_cents = amount_cents where member_id = $1 and at > '2026-03-05'`, ann.ID)
	if got := w.contributors(); got != "ann until 2026-03-31 " {
		t.Error(got)
	}
	w.at("2026-03-31T12:00:10Z")
	if got := w.contributors(); got != "" {
		t.Error(got)
	}
	pay(ann, false, 1)
}

// The ledger, which every member reads, names who paid, but nobody who paid anonymously or
// whose profile is private by now. No test noticed when a private profile was named.
func TestLedgerNamesOnlyWhoWantsIt(t *testing.T) {
	t.Parallel()
	w := newCostWorld(t, "UTC")
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	for _, c := range []money.Contribution{{MemberID: ann.ID}, {MemberID: bob.ID}, {MemberID: ann.ID, Anonymous: true}} {
		c.Purpose, c.Amount = money.ForServerCost, 5_00
		w.Must(storetest.Second(storetest.Pay(w.db, c)))
	}
	named := func() (names []string) {
		t.Helper()
		lines, _, _, err := payments.NewCosts(w.db).CostLedger(ctx, 10, "")
		w.Must(err)
		for _, l := range lines {
			if l.Kind == money.CostContribution {
				names = append(names, l.Username)
			}
		}
		return names
	}
	if got := named(); !slices.Equal(got, []string{"", "bob", "ann"}) {
		t.Errorf("named %q", got)
	}
	private := true
	w.Must(storetest.Second(members.New(w.db).ChangeProfile(ctx, ann.ID, people.ProfileChange{Private: &private})))
	if got := named(); !slices.Equal(got, []string{"", "bob", ""}) {
		t.Errorf("named %q, and ann is private", got)
	}
}

// The migration reckons the meter of a ledger in use, and a node of the previous version
// goes on writing lines while it is replaced.
func TestMeterSurvivesItsMigration(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	at := storetest.EmptyDatabase(t, w.URL)
	storetest.MigrateTo(t, at, 42)
	pool, err := pgxpool.New(ctx, at)
	w.Must(err)
	defer pool.Close()
	lines := func(cents ...int) {
		for _, amount := range cents {
			_, err := pool.Exec(ctx, `insert into server_cost_ledger (kind, amount_cents) values ('adjustment', $1)`, amount)
			w.Must(err)
		}
	}
	lines(100, -30, 5)
	w.Must(postgres.Migrate(ctx, at))
	lines(-80, 7)
	var meters string
	w.Must(pool.QueryRow(ctx, `select string_agg(meter_cents::text, ' ' order by id) from server_cost_ledger`).Scan(&meters))
	if meters != "100 70 75 -5 2" {
		t.Errorf("the meter went %s", meters)
	}
}
