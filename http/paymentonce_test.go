package http

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
)

// Sum, member, purpose and anonymity are fixed when a payment begins, and browsers come
// back to the configured address, whatever host a request names. A later call carries
// only the session's id.
func TestPaymentIsFixedWhenItBegins_PAY1_PAY10_CONT6_COST6(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{})
	ann := p.member("ann", false)
	token, _ := p.session(store.MemberSession, ann.ID)
	me := p.with(token)
	for _, c := range []struct{ path, body, purpose, anonymous, cents, success, cancel string }{
		{createContribution, `{"amount":50,"isAnonymous":true}`, "contribution", "true", "5000", "/contribute/success", "/contribute"},
		{createCostPayment, `{"amount":3,"percentage":null,"isAnonymous":false}`, "server_cost", "false", "300", "/server-cost/success", "/chat"},
	} {
		address, session := p.begin(me, c.path, c.body, "X-Forwarded-Host", "evil.test", "X-Forwarded-Proto", "gopher", "Origin", "https://muster.test")
		if want := p.served.URL + "/pay/" + session; address != want {
			t.Errorf("the checkout is at %s, want the provider's own %s", address, want)
		}
		kept := p.text(`select concat_ws(' ', body->'metadata'->>'muster_purpose', body->'metadata'->>'muster_member', body->'metadata'->>'muster_anonymous',
			body->>'amount', body->>'currency', body->>'success_url', body->>'cancel_url') from test_checkouts where id = $1`, session)
		want := strings.Join([]string{c.purpose, ann.ID, c.anonymous, c.cents, "usd",
			"https://muster.test" + c.success + "?session_id={CHECKOUT_SESSION_ID}", "https://muster.test" + c.cancel}, " ")
		if kept != want {
			t.Errorf("the provider was given\n%s, want\n%s", kept, want)
		}
		if to := p.press(address, "pay").Header.Get("Location"); to != "https://muster.test"+c.success+"?session_id="+session {
			t.Errorf("paid, and back at %q", to)
		}
		call := strings.TrimSuffix(c.path, "create-checkout-session") + "payment-success"
		a := me.postRaw(call, `{"sessionId":"`+session+`","amount":9999,"purpose":"other","isAnonymous":false}`).want(t, 200)
		paid, _ := a.body["contribution"].(map[string]any)
		if a.body["success"] != true || paid["amount"] != map[string]float64{"5000": 50, "300": 3}[c.cents] || fmt.Sprint(paid["isAnonymous"]) != c.anonymous {
			t.Errorf("%s says %s", call, a.raw)
		}
	}
}

// However many success calls and notices come at once, and however often the page is
// loaded again, a payment has its effects once and every answer is the same.
func TestFiftyConfirmationsAreOnePayment_PAY2_CONT15_CONT17_CONT18(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{ReduceCost: true, Bonus: 3})
	_, err := payments.NewCosts(p.site.DB).SetServerCost(context.Background(), 100_00, 1)
	p.must(err)
	ann := p.member("ann", false)
	token, _ := p.session(store.MemberSession, ann.ID)
	me := p.with(token)
	address, session := p.begin(me, createContribution, `{"amount":20}`)
	paid := map[string]any{"id": session, "status": "complete", "payment_status": "paid", "amount_total": 2000, "currency": "usd", "payment_intent": "pi_test_" + strings.TrimPrefix(session, "cs_test_")}
	p.exec(`delete from broadcasts`)
	p.press(address, "pay")
	var mu sync.Mutex
	var all sync.WaitGroup
	answers := map[string]int{}
	confirm := func() {
		a := me.postRaw("/api/contribute/payment-success", `{"sessionId":"`+session+`"}`).want(t, 200)
		mu.Lock()
		defer mu.Unlock()
		answers[string(a.raw)]++
	}
	now := time.Now()
	for n := range 50 {
		all.Go(confirm)
		all.Go(func() {
			p.notify(fmt.Sprintf("evt_%d", n%10), "checkout.session.completed", now, paid).want(t, 200)
		})
	}
	all.Wait()
	confirm() // the page is loaded again
	if len(answers) != 1 {
		t.Errorf("different answers: %v", answers)
	}
	for answer := range maps.Keys(answers) {
		response{raw: []byte(answer)}.holds(t, `"success":true`).holds(t, `"amount":20`).holds(t, `"status":"completed"`).holds(t, `"serverCostImpact":{"reduced":true}`)
	}
	for what, c := range map[string]struct{ sql, want string }{
		"payments":        {`select count(*) || ' of ' || sum(amount_cents) from payment_ledger`, "1 of 2000"},
		"cost lines":      {`select count(*) || ' of ' || sum(amount_cents) from server_cost_ledger where contribution_id is not null`, "1 of -2000"},
		"bonuses":         {`select count(*) || ' of ' || sum(points) from points_ledger where action = 'contribution_bonus'`, "1 of 60"},
		"announced costs": {`select count(*)::text from broadcasts where kind = 'server_cost_update'`, "1"},
		"announced marks": {`select count(*)::text from broadcasts where kind = 'contributor_changed'`, "1"},
		"in the history":  {`select count(*)::text from contributions`, "1"},
		"recorded events": {`select (count(*) >= 10)::text from payment_events where handled_at is not null`, "true"},
	} {
		if got := p.text(c.sql); got != c.want {
			t.Errorf("%s: %s, want %s", what, got, c.want)
		}
	}
	// Without the setting a contribution leaves the server's cost alone, and says so.
	other := newShop(t, money.PaymentRules{})
	token, _ = other.session(store.MemberSession, other.member("ann", false).ID)
	me = other.with(token)
	address, session = other.begin(me, createContribution, `{"amount":20}`)
	other.press(address, "pay")
	me.postRaw("/api/contribute/payment-success", `{"sessionId":"`+session+`"}`).want(t, 200).holds(t, `"serverCostImpact":{"reduced":false}`)
	if n := other.text(`select count(*)::text from server_cost_ledger where contribution_id is not null`); n != "0" {
		t.Errorf("%s cost lines of a contribution that does not reduce it", n)
	}
}

// An unpaid session, another member's and one that nobody made are refused in the same
// words, reveal nothing and change nothing.
func TestSessionsThatAreNotOnesOwn_PAY5_PAY6(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{})
	visit := func(name string) *visitor {
		token, _ := p.session(store.MemberSession, p.member(name, false).ID)
		return p.with(token)
	}
	ann, bob := visit("ann"), visit("bob")
	address, session := p.begin(ann, createContribution, `{"amount":50}`)
	ask := func(v *visitor, session string, status int) string {
		t.Helper()
		a := v.postRaw("/api/contribute/payment-success", `{"sessionId":"`+session+`"}`).want(t, status)
		if a.body["success"] != false || a.body["message"] != "Payment verification failed" || a.body["contribution"] != nil {
			t.Errorf("the answer is %s", a.raw)
		}
		delete(a.body, "requestId")
		rest, err := json.Marshal(a.body)
		p.must(err)
		return string(rest)
	}
	unknown := ask(bob, "cs_test_NOBODYMADETHIS", 400)
	ask(ann, session, 409)
	if open := ask(bob, session, 400); open != unknown {
		t.Errorf("another's open session says %s, an unknown one %s", open, unknown)
	}
	p.press(address, "pay_and_close")
	p.eventually("paid", `select exists (select from contributions where status = 'completed')`)
	if paid := ask(bob, session, 400); paid != unknown {
		t.Errorf("another's paid session says %s, an unknown one %s", paid, unknown)
	}
	ask(bob, "", 400)
	bob.get("/api/contribute/total").want(t, 200).holds(t, `"total":0`)
	bob.get("/api/contribute/history").want(t, 200).holds(t, `"history":[]`)
	if n := p.text(`select count(*)::text from payment_ledger`); n != "1" {
		t.Errorf("%s payments in the ledger", n)
	}
}

// The provider's object says what was paid: a cheaper session counts for what it took. A
// notice that says unpaid, or expired, after the payment takes nothing back, one before it
// ends the payment, and one whose session was never kept here finds it by its metadata.
func TestTheProvidersObjectCounts_PAY7_PAY9_CONT8_CONT10(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{})
	ann := p.member("ann", false)
	token, _ := p.session(store.MemberSession, ann.ID)
	me, now := p.with(token), time.Now()
	const completed, expired = "checkout.session.completed", "checkout.session.expired"
	object := func(session, status, paid string, cents int, more ...any) map[string]any {
		o := map[string]any{"id": session, "status": status, "payment_status": paid, "amount_total": cents, "currency": "usd"}
		for i := 0; i < len(more); i += 2 {
			o[more[i].(string)] = more[i+1]
		}
		return o
	}
	_, cheap := p.begin(me, createContribution, `{"amount":50}`)
	p.notify("evt_1", completed, now, object(cheap, "complete", "paid", 500, "payment_intent", "pi_1")).want(t, 200)
	p.notify("evt_2", completed, now.Add(time.Second), object(cheap, "complete", "unpaid", 500, "payment_intent", "pi_1")).want(t, 200)
	p.notify("evt_3", expired, now.Add(2*time.Second), object(cheap, "expired", "unpaid", 500)).want(t, 200)
	_, late := p.begin(me, createContribution, `{"amount":7.25}`)
	p.notify("evt_4", expired, now, object(late, "expired", "unpaid", 725)).want(t, 200)
	_, lost := p.begin(me, createContribution, `{"amount":9}`)
	id := p.text(`update contributions set session_id = null where session_id = $1 returning id::text`, lost)
	p.notify("evt_5", completed, now, object(lost, "complete", "paid", 900, "payment_intent", "pi_3",
		"metadata", map[string]string{"muster_contribution": id, "muster_member": ann.ID, "muster_purpose": "contribution"})).want(t, 200)
	p.begin(me, createContribution, `{"amount":11}`)
	p.exec(`update contributions set at = at - interval '1 hour' where amount_cents = 500`)

	var history struct {
		History []struct {
			ID, Status    string
			Amount        float64
			ContributedAt time.Time
		}
	}
	p.must(json.Unmarshal(me.get("/api/contribute/history").want(t, 200).raw, &history))
	var got []string
	before := time.Now().Add(time.Minute)
	for _, one := range history.History {
		got = append(got, fmt.Sprint(one.Amount, " ", one.Status))
		if one.ID == "" || !one.ContributedAt.Before(before) {
			t.Errorf("%+v is not older than the one before", one)
		}
		before = one.ContributedAt
	}
	if want := "[11 pending 9 completed 7.25 failed 5 completed]"; fmt.Sprint(got) != want {
		t.Errorf("the history is %v, want %s", got, want)
	}
	me.get("/api/contribute/total").want(t, 200).holds(t, `"total":14`)

	// A lost dispute, reported twice and its beginning after its end, is subtracted once.
	dispute := map[string]any{"id": "dp_1", "amount": 900, "status": "lost", "payment_intent": "pi_3"}
	p.notify("evt_6", "charge.dispute.closed", now.Add(2*time.Second), dispute).want(t, 200)
	p.notify("evt_7", "charge.dispute.closed", now.Add(2*time.Second), dispute).want(t, 200)
	dispute["status"] = "needs_response"
	p.notify("evt_8", "charge.dispute.created", now, dispute).want(t, 200)
	me.get("/api/contribute/history").holds(t, `"status":"disputed"`)
	me.get("/api/contribute/total").want(t, 200).holds(t, `"total":5`)
	if lines := p.text(`select string_agg(kind || ' ' || amount_cents, ', ' order by id) from payment_ledger`); lines != "payment 500, payment 900, dispute -900" {
		t.Errorf("the ledger has %s", lines)
	}
}

// Without a provider no payment begins, and no notice is believed.
func TestPaymentsWithoutAProvider_PAY12(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	me, _, _ := s.signedInMember("ann")
	for _, path := range []string{createContribution, createCostPayment} {
		a := me.post(path, map[string]any{"amount": 25}).want(t, 503)
		if text, _ := a.body["message"].(string); a.body["success"] != false || !strings.HasPrefix(text, "Failed to initialize payment. Please try again.") {
			t.Errorf("%s says %s", path, a.raw)
		}
	}
	me.post("/api/contribute/payment-success", map[string]string{"sessionId": "cs_1"}).want(t, http.StatusBadRequest)
	s.visitor().post("/api/webhooks/stripe", map[string]string{"id": "evt_1"}).want(t, http.StatusBadRequest)
	var n int
	s.must(s.Pool().QueryRow(context.Background(), `select count(*) from contributions`).Scan(&n))
	if n != 0 {
		t.Errorf("%d payments stored", n)
	}
}
