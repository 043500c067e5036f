package money_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// How much TestEverySessionSettlesOnce does. The promise is proven with 1000 sessions of
// up to 20 notices, and a killed process in a tenth of them: -settle.sessions 1000
// -settle.notices 20 -settle.kills 100.
var (
	settleSessions = flag.Int("settle.sessions", 10, "sessions")
	settleNotices  = flag.Int("settle.notices", 6, "most notices of a session")
	settleKills    = flag.Int("settle.kills", 1, "sessions in which a process that settles is killed")
)

// shelf is a payment provider in memory: every session that it makes is paid, and some
// are refunded.
type shelf struct {
	mu       sync.Mutex
	sessions map[string]money.ProviderPayment // by session
	attempts map[string]string                // sessions by contribution
	kills    atomic.Int64                     // processes that were killed
}

func newShelf() *shelf {
	return &shelf{sessions: map[string]money.ProviderPayment{}, attempts: map[string]string{}}
}

// pays is a contribution of a member that is paid.
func pays(w *storetest.World, pay *payments.Payments, member string, amount money.Cents) money.Contribution {
	w.T.Helper()
	address, err := pay.Begin(context.Background(), payments.PaymentDraft{MemberID: member, Purpose: money.ForCommunity, Amount: amount})
	w.Must(err)
	paid, _, err := pay.Confirm(context.Background(), member, money.ForCommunity, path.Base(address))
	w.Must(err)
	return paid
}

func (s *shelf) CreateCheckout(_ context.Context, r money.CheckoutRequest) (money.Checkout, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.attempts[r.ContributionID]
	if id == "" {
		id = fmt.Sprintf("cs_%d", len(s.sessions))
		s.attempts[r.ContributionID] = id
		s.sessions[id] = money.ProviderPayment{Checkout: money.Checkout{
			ID: id, URL: "https://pay.test/" + id, Status: money.CheckoutComplete, Paid: true, Amount: r.Amount, Currency: "usd", PaymentID: "pi_" + id,
			CreatedAt: time.Now(), ContributionID: r.ContributionID, MemberID: r.MemberID, Purpose: r.Purpose,
		}}
	}
	return s.sessions[id].Checkout, nil
}

func (s *shelf) Checkout(_ context.Context, id string) (money.Checkout, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.sessions[id]
	if !ok {
		return p.Checkout, store.NewError(store.NotFound, "no such session")
	}
	return p.Checkout, nil
}

func (s *shelf) Refund(context.Context, money.RefundRequest) (money.RefundMade, error) {
	return money.RefundMade{}, nil
}

func (s *shelf) Payments(_ context.Context, _, _ time.Time, yield func(money.ProviderPayment) error) error {
	for _, p := range s.sessions {
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

func (s *shelf) ReadEvent([]byte, string) (money.PaymentEvent, error) {
	return money.PaymentEvent{}, nil
}

// events are the notices of a session: that it was paid, several times over, and what was
// refunded of it.
func (s *shelf) events(id string) []money.PaymentEvent {
	p := s.sessions[id]
	var all []money.PaymentEvent
	for n := range 1 + rand.IntN(*settleNotices) {
		e := money.PaymentEvent{ID: fmt.Sprintf("evt_%s_%d", id, n%3), Type: "checkout.session.completed", CreatedAt: time.Now(), Checkout: &p.Checkout}
		if n%3 == 2 && p.Refunded > 0 {
			e.Type, e.Checkout, e.PaymentID = "charge.refunded", nil, p.PaymentID
			e.Reversal = &money.Reversal{At: e.CreatedAt, Refunded: p.Refunded}
		}
		all = append(all, e)
	}
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// Every session settles exactly once, to the cent, with up to 20 notices each in any
// order, ten success calls at once on two nodes, and for a tenth a node that ends in the
// middle: no effect is doubled, and after the sweep none is missing.
func TestEverySessionSettlesOnce_P8(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	provider := newShelf()
	rules := money.PaymentRules{Bonus: 1}
	nodes := []*payments.Payments{
		payments.NewPayments(w.OpenNode(8).DB, provider, nil, rules, nil), payments.NewPayments(w.OpenNode(8).DB, provider, nil, rules, nil),
	}
	url := w.URL
	var people []storetest.Person
	for _, name := range []string{"ann", "bob", "cleo", "dora", "emil", "fred"} {
		people = append(people, w.Join(name))
	}
	sessions := *settleSessions
	var lanes sync.WaitGroup
	work := make(chan int)
	for range 8 {
		lanes.Go(func() {
			for n := range work {
				settleOne(t, url, nodes, provider, people[n%len(people)], n)
			}
		})
	}
	for n := range sessions {
		work <- n
	}
	close(work)
	lanes.Wait()
	kills := min(*settleKills, (sessions+6)/10) // every tenth session from the fourth on
	if got := provider.kills.Load(); got != int64(kills) {
		t.Errorf("%d processes were killed, want %d", got, kills)
	}
	ended := time.Now()
	w.Exec(`update contributions set checked_at = null`)
	w.Must(nodes[0].Sweep(ctx))
	w.Must(nodes[0].Sweep(ctx)) // notices whose payment has become known
	t.Logf("%d sessions, %d processes killed; swept within %v", sessions, kills, time.Since(ended).Round(time.Millisecond))

	var theirs, cost money.Cents
	for _, p := range provider.sessions {
		theirs += p.Amount - p.Refunded
		if p.Purpose == money.PaymentPurpose(money.ForServerCost) {
			cost -= p.Amount - p.Refunded
		}
	}
	if got := storetest.One[int64](w, `select count(*) from contributions where status not in ('pending', 'failed')`); int(got) != sessions {
		t.Errorf("%d of %d sessions count", got, sessions)
	}
	if got := storetest.One[int64](w, `select count(*) from payment_ledger where kind = 'payment'`); int(got) != sessions {
		t.Errorf("%d payments in the ledger, want %d", got, sessions)
	}
	if got := storetest.One[int64](w, `select sum(amount_cents)::bigint from payment_ledger`); got != int64(theirs) {
		t.Errorf("the ledger keeps %d, the provider %d", got, theirs)
	}
	if got := storetest.One[int64](w, `select coalesce(sum(amount_cents), 0)::bigint from server_cost_ledger where contribution_id is not null`); got != int64(cost) {
		t.Errorf("the server cost is covered by %d, want %d", -got, -cost)
	}
	if got := storetest.One[int64](w, `select count(*) from (select reason from points_ledger where points > 0 group by reason having count(*) > 1) d`); got != 0 {
		t.Errorf("%d contributions have their bonus twice", got)
	}
	report, err := nodes[1].Check(ctx, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	w.Must(err)
	if len(report.Differences) != 0 || report.Provider != theirs || report.Ledger != theirs {
		t.Errorf("the comparison says %+v", report)
	}
}

// settleOne begins, pays and settles one payment as many ways as there are.
func settleOne(t *testing.T, url string, nodes []*payments.Payments, provider *shelf, who storetest.Person, n int) {
	ctx := context.Background()
	purpose, amount := money.ForCommunity, money.Cents(500+n)
	if n%2 == 0 {
		purpose = money.ForServerCost
	}
	draft := payments.PaymentDraft{MemberID: who.ID, Purpose: purpose, Amount: amount, Attempt: storetest.NewID()}
	if _, err := nodes[n%2].Begin(ctx, draft); err != nil {
		t.Error(err)
		return
	}
	address, err := nodes[(n+1)%2].Begin(ctx, draft) // a second click, on the other node
	if err != nil {
		t.Error(err)
		return
	}
	id := address[len("https://pay.test/"):]
	provider.mu.Lock()
	if p := provider.sessions[id]; n%5 == 0 {
		p.Refunded = amount / 4
		provider.sessions[id] = p
	}
	events, refunded := provider.events(id), provider.sessions[id].Refunded
	provider.mu.Unlock()
	var calls sync.WaitGroup
	confirm := func(node int) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		if n%10 == 3 { // the node ends in the middle
			time.AfterFunc(time.Duration(rand.IntN(3000))*time.Microsecond, cancel)
		}
		if paid, _, err := nodes[node].Confirm(ctx, who.ID, purpose, id); err == nil && paid.Amount != amount {
			t.Errorf("%s paid %v, want %v", id, paid.Amount, amount)
		} else if err != nil && n%10 != 3 {
			t.Errorf("%s: %v", id, err)
		}
	}
	if n%10 == 3 && n/10 < *settleKills {
		calls.Go(func() { provider.killed(t, url, who.ID, purpose, id) })
	}
	if n%10 >= 3 { // in the others the notices alone complete it
		for c := range 10 {
			calls.Go(func() { confirm(c % 2) })
		}
	}
	for i, e := range events {
		if _, err := nodes[i%2].Notify(ctx, e); err != nil {
			t.Errorf("%s: %v", e.ID, err)
		}
	}
	calls.Wait()
	if refunded > 0 { // its notice may not have been among them
		e := money.PaymentEvent{ID: "evt_refund_" + id, Type: "charge.refunded", CreatedAt: time.Now(), PaymentID: "pi_" + id}
		e.Reversal = &money.Reversal{At: e.CreatedAt, Refunded: refunded}
		if _, err := nodes[n%2].Notify(ctx, e); err != nil {
			t.Error(err)
		}
	}
}

// settleOrder is what a process of TestSettlingProcess is to settle.
type settleOrder struct {
	URL, Member string
	Purpose     money.ContributionPurpose
	Checkout    money.Checkout
}

const settleOrderEnv = "MUSTER_TEST_SETTLE"

// killed has another process settle a session too, and kills it in the middle.
func (s *shelf) killed(t *testing.T, url, member string, purpose money.ContributionPurpose, id string) {
	s.mu.Lock()
	order := settleOrder{url, member, purpose, s.sessions[id].Checkout}
	s.mu.Unlock()
	text, err := json.Marshal(order)
	if err != nil {
		t.Error(err)
		return
	}
	process := exec.Command(os.Args[0], "-test.run=^TestSettlingProcess$", "-test.v")
	process.Env = append(os.Environ(), settleOrderEnv+"="+string(text))
	out, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		t.Error(err)
		return
	}
	settling := false
	for lines := bufio.NewScanner(out); !settling && lines.Scan(); {
		if settling = lines.Text() == "settling"; settling {
			time.Sleep(time.Duration(rand.IntN(5000)) * time.Microsecond) // anywhere in its transactions
		}
	}
	if process.Process.Kill() == nil && settling {
		s.kills.Add(1)
	}
	_ = process.Wait()
}

// TestSettlingProcess is no test but the process that TestEverySessionSettlesOnce kills:
// it settles one session again and again until then.
func TestSettlingProcess(t *testing.T) {
	text := os.Getenv(settleOrderEnv)
	if text == "" {
		t.Skip("run by TestEverySessionSettlesOnce")
	}
	var order settleOrder
	if err := json.Unmarshal([]byte(text), &order); err != nil {
		t.Fatal(err)
	}
	db, err := postgres.Open(context.Background(), postgres.Config{URL: order.URL, MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	provider := &shelf{sessions: map[string]money.ProviderPayment{order.Checkout.ID: {Checkout: order.Checkout}}}
	pay := payments.NewPayments(db, provider, nil, money.PaymentRules{Bonus: 1}, nil)
	fmt.Println("settling")
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		_, _, _ = pay.Confirm(context.Background(), order.Member, order.Purpose, order.Checkout.ID)
	}
}

// A bonus that is given before the job has charged runs of missed days costs nothing for them.
func TestBonusIsNotChargedForRunsBefore_CHK18(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := newShelf()
	points := ranks.NewPoints(w.DB, rank.DefaultPointsRules)
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{Bonus: 10}, nil)
	pay.UsePoints(points)
	w.Must(storetest.Second(points.CheckIn(ctx, ann.ID)))
	storetest.MoveClock(t, w.URL, 15*24*time.Hour)
	pays(w, pay, ann.ID, 100_00)
	if n, err := points.ChargePenalties(ctx); n != 0 || err != nil {
		t.Errorf("%d were charged for runs before, %v", n, err)
	}
	s, err := points.State(ctx, ann.ID)
	w.Must(err)
	if s.Points != 50-2-2+1000 || s.Penalties != 2 {
		t.Errorf("%+v", s)
	}
}

// A contribution of which a part is disputed makes a recent contributor like one of which a part
// was paid back: the mark goes with the rest.
func TestPartlyDisputedContributionMarks_CHAT37(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	provider := newShelf()
	pay := payments.NewPayments(w.DB, provider, nil, money.PaymentRules{}, nil)
	pays(w, pay, ann.ID, 25_00)
	at := time.Now()
	for i, step := range []struct {
		money.Reversal
		contributors, marks int
	}{
		{money.Reversal{Refunded: 5_00}, 1, 0},
		{money.Reversal{DisputeID: "dp_1", Disputed: 10_00, State: money.DisputeOpen}, 1, 0},
		{money.Reversal{DisputeID: "dp_1", Disputed: 20_00, State: money.DisputeOpen}, 0, 1},
		{money.Reversal{DisputeID: "dp_1", Disputed: 20_00, State: money.DisputeWon}, 1, 1},
	} {
		step.At = at.Add(time.Duration(i) * time.Second)
		broadcasts, err := pay.Notify(ctx, money.PaymentEvent{ID: fmt.Sprintf("evt_%d", i), Type: "back", CreatedAt: step.At, PaymentID: "pi_cs_0", Reversal: &step.Reversal})
		w.Must(err)
		all, err := pay.Contributors(ctx)
		w.Must(err)
		if len(all) != step.contributors || len(broadcasts) != step.marks {
			t.Errorf("%d: %+v, announced %+v", i, all, broadcasts)
		}
	}
}
