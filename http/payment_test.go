package http

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/http/testcheckout"
	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
)

// A payment that is made, declined, left, refunded and disputed does what the provider
// says, by the notice alone, and the pages show it.
func TestPaymentFromBeginToDispute_PAY3_PAY5_PAY7(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{Bonus: 2})
	_, err := payments.NewCosts(p.site.DB).SetServerCost(context.Background(), 100_00, 1)
	p.must(err)
	ann, chief := p.member("ann", false), p.member("chief", true)
	annToken, _ := p.session(store.MemberSession, ann.ID)
	chiefToken, _ := p.session(store.MemberSession, chief.ID)
	me, admin := p.with(annToken), p.with(chiefToken)

	key := "6b1f6f0e-0000-4000-8000-000000000001"
	address, session := p.begin(me, createCostPayment, `{"amount":25,"percentage":25,"isAnonymous":true}`, "Idempotency-Key", key)
	if again, _ := p.begin(me, createCostPayment, `{"amount":25,"percentage":25,"isAnonymous":true}`, "Idempotency-Key", key); again != address {
		t.Errorf("the same attempt began another payment: %s", again)
	}
	// One reason for a used key at every call: the client ends an attempt by it.
	me.send("POST", createCostPayment, strings.NewReader(`{"amount":26,"isAnonymous":true}`), "Content-Type", jsonType, "Idempotency-Key", key).want(t, 409).holds(t, `"idempotency_key_used"`)
	success := `{"sessionId":"` + session + `"}`
	me.postRaw("/api/server-cost/payment-success", success).want(t, 409).holds(t, "Payment verification failed")
	admin.postRaw("/api/server-cost/payment-success", success).want(t, 400).holds(t, "Payment verification failed") // not the caller's
	me.postRaw("/api/contribute/payment-success", success).want(t, 400)                                             // for something else
	me.postRaw("/api/server-cost/payment-success", `{"sessionId":"cs_test_unknown"}`).want(t, 400)
	if p.press(address, "decline").StatusCode != 200 {
		t.Error("a declined card leaves the page")
	}
	if to := p.press(address, "cancel").Header.Get("Location"); to != "https://muster.test/chat" {
		t.Errorf("cancelled to %q", to)
	}
	p.press(address, "pay_and_close")
	p.eventually("the notice alone completes the payment", `select exists (select from contributions where status = 'completed')`)
	me.postRaw("/api/server-cost/payment-success", success).want(t, 200).holds(t, `"amount":25`).holds(t, `"newServerCost":75`)
	me.get("/api/contribute/history").want(t, 200).holds(t, `"status":"completed"`).holds(t, `"isAnonymous":true`)
	me.get("/api/contribute/total").want(t, 200).holds(t, `"total":25`)
	if got := p.points(ann.ID); got != 50 {
		t.Errorf("%d points, want 2 a dollar", got)
	}
	ledger := me.get("/api/server-cost/ledger?limit=1").want(t, 200).holds(t, `"username":null`).holds(t, `"amount":-25`).holds(t, `"sum":75`)
	var page struct{ NextCursor string }
	p.must(json.Unmarshal([]byte(ledger.raw), &page))
	me.get("/api/server-cost/ledger?limit=50&cursor="+page.NextCursor).want(t, 200).holds(t, `"sum":75`).holds(t, `"kind":"accrual"`)
	me.get("/api/server-cost/ledger?cursor=x").want(t, 400)

	// A part is refunded, clicked five times at once, then the rest is disputed and the
	// dispute won.
	id := p.text(`select id::text from contributions where status = 'completed'`)
	var clicks sync.WaitGroup
	for range 5 {
		clicks.Go(func() {
			admin.postRaw("/api/admin/contributions/"+id+"/refund", `{"amount":10}`).want(t, 200).holds(t, `"status":"partially_refunded"`)
		})
	}
	clicks.Wait()
	p.eventually("one refund", `select count(*) = 1 and sum(amount_cents) = 1000 from refunds`)
	if n := p.text(`select jsonb_array_length(body->'refunds')::text from test_checkouts`); n != "1" {
		t.Errorf("%s refunds at the provider", n)
	}
	admin.postRaw("/api/admin/contributions/"+id+"/refund", `{"amount":15.01}`).want(t, 409)
	p.press(address, "dispute")
	p.eventually("the dispute", `select status = 'disputed' and disputed_cents = 1500 from contributions where id = $1`, id)
	me.get("/api/contribute/total").want(t, 200).holds(t, `"total":0`)
	p.press(address, "win")
	p.eventually("the dispute is won", `select status = 'partially_refunded' and disputed_cents = 0 from contributions where id = $1`, id)
	lines := p.text(`select string_agg(kind || ' ' || amount_cents || coalesce(' undoes ' || (select kind from server_cost_ledger u where u.id = l.undoes), ''), ', ' order by id)
		from server_cost_ledger l where contribution_id is not null`)
	if want := "contribution -2500, refund 1000 undoes contribution, dispute 1500 undoes contribution, dispute_won -1500 undoes dispute"; lines != want {
		t.Errorf("lines %s\nwant %s", lines, want)
	}
	if sum := p.text(`select sum(amount_cents)::text from payment_ledger`); sum != "1500" {
		t.Errorf("the ledger keeps %s", sum)
	}
	if got := p.points(ann.ID); got != 30 {
		t.Errorf("%d points after the refund, want 30", got)
	}
	report, err := p.payments.Check(context.Background(), time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	p.must(err)
	if len(report.Differences) != 0 || report.Provider != 15_00 || report.Ledger != 15_00 {
		t.Errorf("the comparison says %+v", report)
	}
	p.exec(`update contributions set amount_cents = 2600`)
	if report, err = p.payments.Check(context.Background(), time.Now().Add(-time.Hour), time.Now().Add(time.Hour)); err != nil || len(report.Differences) < 2 || report.Differences[0].SessionID != session {
		t.Errorf("a wrong amount is reported as %+v, %v", report, err)
	}
	if strings.Contains(p.log.String(), noticeSecret) || strings.Contains(p.log.String(), testcheckout.KeyPrefix) {
		t.Error("a key is in the log")
	}
}

// Notices that are forged, stale, too long, unknown, of another currency or about nothing
// that was made here change nothing; what comes in the wrong order counts all the same.
func TestNoticesThatCountAndThatDoNot_PAY4_PAY7(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{ReduceCost: true})
	ann := p.member("ann", false)
	token, _ := p.session(store.MemberSession, ann.ID)
	me, now := p.with(token), time.Now()
	_, session := p.begin(me, createContribution, `{"amount":10.5}`)
	paid := map[string]any{"id": session, "object": "checkout.session", "status": "complete", "payment_status": "paid", "amount_total": 1050, "currency": "usd", "payment_intent": "pi_1"}
	const completed = "checkout.session.completed"
	p.sendNotice("evt_a", completed, now, paid, "whsec_wrong", now).want(t, 400)
	p.sendNotice("evt_a", completed, now, paid, noticeSecret, now.Add(-301*time.Second)).want(t, 400)
	p.visitor().send("POST", "/api/webhooks/stripe", strings.NewReader(`{"id":"evt_a"}`), "Content-Type", jsonType).want(t, 400)
	p.visitor().send("POST", "/api/webhooks/stripe", strings.NewReader(strings.Repeat(" ", 1<<20+1)), "Content-Type", jsonType).want(t, 413)
	p.notify("evt_b", "customer.created", now, map[string]any{"id": "cus_1", "filler": strings.Repeat("x", 200<<10)}).want(t, 200)
	unknown := map[string]any{"id": "cs_other", "status": "complete", "payment_status": "paid", "amount_total": 1050, "currency": "usd", "payment_intent": "pi_2"}
	p.notify("evt_c", completed, now, unknown).want(t, 200)
	euro := map[string]any{"id": session, "status": "complete", "payment_status": "paid", "amount_total": 1050, "currency": "eur"}
	p.notify("evt_d", completed, now, euro).want(t, 200)
	other := map[string]any{"id": session, "status": "complete", "payment_status": "paid", "amount_total": 1050, "currency": "usd", "metadata": map[string]string{"muster_purpose": "server_cost"}}
	p.notify("evt_e", completed, now, other).want(t, 200)
	unpaid := map[string]any{"id": session, "status": "complete", "payment_status": "unpaid", "amount_total": 1050, "currency": "usd", "payment_intent": "pi_1"}
	p.notify("evt_f", completed, now, unpaid).want(t, 200)
	if n := p.text(`select count(*)::text from payment_ledger`); n != "0" {
		t.Fatalf("%s lines by notices that do not count", n)
	}
	// A part of the refund is reported before the payment, the whole before the part.
	p.notify("evt_g", "charge.refunded", now.Add(3*time.Second), map[string]any{"id": "ch_1", "payment_intent": "pi_1", "amount_refunded": 500}).want(t, 200)
	p.notify("evt_h", "checkout.session.async_payment_failed", now, unpaid).want(t, 200)
	me.get("/api/contribute/history").holds(t, `"status":"failed"`)
	p.notify("evt_i", "checkout.session.async_payment_succeeded", now.Add(time.Second), paid).want(t, 200)
	me.get("/api/contribute/history").holds(t, `"status":"partially_refunded"`).holds(t, `"refunded":5`)
	p.notify("evt_j", "charge.refunded", now, map[string]any{"id": "ch_1", "payment_intent": map[string]string{"id": "pi_1"}, "amount_refunded": 200}).want(t, 200)
	p.notify("evt_k", "checkout.session.expired", now, unpaid).want(t, 200)
	p.notify("evt_i", "checkout.session.async_payment_succeeded", now.Add(time.Second), paid).want(t, 200)
	me.get("/api/contribute/history").holds(t, `"status":"partially_refunded"`).holds(t, `"refunded":5`)
	me.postRaw("/api/contribute/payment-success", `{"sessionId":"`+session+`"}`).want(t, 200).holds(t, `"reduced":true`).holds(t, `"amount":10.5`)
	p.notify("evt_l", "charge.refunded", now, map[string]any{"id": "ch_1", "payment_intent": "pi_1", "amount_refunded": 1050}).want(t, 200)
	me.get("/api/contribute/history").holds(t, `"status":"refunded"`)
	if sum := p.text(`select sum(amount_cents)::text from server_cost_ledger where contribution_id is not null`); sum != "0" {
		t.Errorf("the cost keeps %s of what was refunded", sum)
	}
	// A part of what was refunded comes again: reported twice, under two names, it counts once,
	// by lines that name what they undo.
	failed := map[string]any{"id": "re_2", "object": "refund", "amount": 550, "status": "failed", "payment_intent": "pi_1", "charge": "ch_1"}
	p.notify("evt_m", "refund.updated", now.Add(time.Minute), map[string]any{"id": "re_2", "amount": 550, "status": "pending", "payment_intent": "pi_1"}).want(t, 200)
	p.notify("evt_n", "refund.failed", now.Add(2*time.Minute), failed).want(t, 200)
	p.notify("evt_o", "charge.refund.updated", now.Add(3*time.Minute), failed).want(t, 200)
	p.notify("evt_n", "refund.failed", now.Add(2*time.Minute), failed).want(t, 200)
	me.get("/api/contribute/history").holds(t, `"status":"partially_refunded"`).holds(t, `"refunded":5`)
	for _, ledger := range []string{"payment_ledger", "server_cost_ledger"} {
		lines := p.text(`select string_agg(l.kind || ' ' || abs(l.amount_cents) || coalesce(' undoes ' || u.kind || ' ' || abs(u.amount_cents), ''), ', ' order by l.id)
			from ` + ledger + ` l left join ` + ledger + ` u on u.id = l.undoes where l.contribution_id is not null`)
		name := "payment"
		if ledger == "server_cost_ledger" {
			name = "contribution"
		}
		if want := name + " 1050, refund 500 undoes " + name + " 1050, refund 550 undoes " + name + " 1050, refund_failed 550 undoes refund 550"; lines != want {
			t.Errorf("%s has %s", ledger, lines)
		}
	}
	if sum := p.text(`select sum(amount_cents)::text from server_cost_ledger where contribution_id is not null`); sum != "-550" {
		t.Errorf("the cost keeps %s after a refund that failed", sum)
	}
}

// Two rooms that are open on two nodes, and a page outside chat, see the meter move when
// a payment is confirmed by its notice alone.
func TestTheMeterMovesOnEveryNode_COST11(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{}, 2)
	_, err := payments.NewCosts(p.site.DB).SetServerCost(context.Background(), 80_00, 1)
	p.must(err)
	ann := p.member("ann", false)
	token := func() string { s, _ := p.session(store.MemberSession, ann.ID); return s }
	rooms := []*socketClient{p.live.dial(0, token(), "general"), p.live.dial(1, token(), "general")}
	for _, room := range rooms {
		room.waitJoined("general")
	}
	page := p.live.watch(1, token())
	address, _ := p.begin(p.with(token()), createCostPayment, `{"amount":20,"percentage":25}`)
	pressed := time.Now()
	p.press(address, "pay_and_close")
	for _, b := range append(rooms, page) {
		b.waitFrame("server_cost_update", func(f frame) bool { return f.CurrentCost == 60 })
	}
	t.Logf("the meter moved on every screen within %v of the payment", time.Since(pressed).Round(time.Millisecond))
}

// Amounts, percentages and attempts that are none are refused with their texts, and
// nothing is stored; a moved preset carries the cost of now.
func TestPaymentsThatDoNotBegin_CONT4_CONT5_COST5_COST7_COST8(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{})
	_, err := payments.NewCosts(p.site.DB).SetServerCost(context.Background(), 80_01, 1)
	p.must(err)
	token, _ := p.session(store.MemberSession, p.member("ann", false).ID)
	me := p.with(token)
	const noAmount, noPreset = "The amount must be in dollars and whole cents", "The percentage must be 25, 50, 75 or 100"
	for _, c := range []struct {
		path, body string
		status     int
		says       string
	}{
		{createContribution, `{"amount":-5}`, 400, "Minimum contribution is $5"}, {createContribution, `{"amount":0}`, 400, "Minimum contribution is $5"},
		{createContribution, `{"amount":4.99}`, 400, "Minimum contribution is $5"}, {createContribution, `{"amount":10000.01}`, 400, "Maximum contribution is $10,000"},
		{createContribution, `{"amount":99999999999999999999}`, 400, "Maximum contribution is $10,000"},
		{createCostPayment, `{"amount":-5}`, 400, "Minimum payment is $3.00"}, {createCostPayment, `{"amount":2.99}`, 400, "Minimum payment is $3.00"},
		{createCostPayment, `{"amount":10000.01}`, 400, "Maximum payment is $10,000"},
		{createCostPayment, `{"amount":20,"percentage":33}`, 400, noPreset}, {createCostPayment, `{"amount":20,"percentage":25.5}`, 400, noPreset},
		{createCostPayment, `{"amount":20,"percentage":0}`, 400, noPreset}, {createCostPayment, `{"amount":20,"percentage":-25}`, 400, noPreset},
		{createCostPayment, `{"amount":20,"percentage":"25"}`, 400, "percentage must be a number"},
		{createCostPayment, `{"amount":19.5,"percentage":25}`, 409, `"currentCost":80.01`},
		{createCostPayment, `{"amount":39.99,"percentage":50}`, 409, `"currentCost":80.01`}, {createCostPayment, `{"amount":40.03,"percentage":50}`, 409, `"currentCost":80.01`},
	} {
		me.postRaw(c.path, c.body).want(t, c.status).holds(t, c.says).holds(t, `"success":false`)
	}
	for sum, says := range map[string]string{
		"5.001": noAmount, "4.999": noAmount, "1e3": noAmount, "5e308": noAmount, `"5"`: noAmount, "null": noAmount, "5.000": noAmount, `[5]`: noAmount,
		"NaN": "The body is not valid JSON", "Infinity": "The body is not valid JSON", "+5": "The body is not valid JSON", "05": "The body is not valid JSON",
	} {
		for _, path := range []string{createContribution, createCostPayment} {
			me.postRaw(path, `{"amount":`+sum+`}`).want(t, 400).holds(t, says).holds(t, `"success":false`)
		}
	}
	me.postRaw(createContribution, `{}`).want(t, 400)
	me.send("POST", createContribution, strings.NewReader(`{"amount":5}`), "Content-Type", jsonType, "Idempotency-Key", "double").want(t, 400)
	if n := p.text(`select count(*)::text from contributions`); n != "0" {
		t.Errorf("%s payments stored", n)
	}
	for path, sums := range map[string][]string{createContribution: {"5", "10000", "5.5"}, createCostPayment: {"3", "3.00", "10000"}} {
		for _, sum := range sums {
			p.begin(me, path, `{"amount":`+sum+`}`)
		}
	}
	// Half upward, and one cent of rounding apart is the same half.
	for _, sum := range []string{"40.01", "40", "40.02"} {
		_, session := p.begin(me, createCostPayment, `{"amount":`+sum+`,"percentage":50}`)
		if cents := p.text(`select body->>'amount' from test_checkouts where id = $1`, session); cents != "4001" {
			t.Errorf("half of 80.01, asked for as %s, is %s", sum, cents)
		}
	}

	// The provider fails: a plain text, nothing counted, and the sweep picks it up.
	for _, status := range []int{429, 500} {
		p.down.Store("/v1/checkout/sessions", status)
		me.postRaw(createContribution, `{"amount":7}`).want(t, 503).holds(t, "Failed to initialize payment. Please try again.")
	}
	p.down.Delete("/v1/checkout/sessions")
	key := "6b1f6f0e-0000-4000-8000-000000000002"
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { p.begin(me, createContribution, `{"amount":7}`, "Idempotency-Key", key) })
	}
	all.Wait()
	if n := p.text(`select count(*)::text from test_checkouts where body->>'amount' = '700'`); n != "1" {
		t.Errorf("%s sessions of one attempt", n)
	}
	address, session := p.begin(me, createContribution, `{"amount":7}`, "Idempotency-Key", key)
	p.checkout.Close() // its notices go nowhere any more
	p.press(address, "pay")
	p.down.Store("/v1/checkout/sessions/"+session, 500)
	me.postRaw("/api/contribute/payment-success", `{"sessionId":"`+session+`"}`).want(t, 503).holds(t, "Failed to verify payment")
	if err := p.payments.Sweep(context.Background()); store.CodeOf(err) != store.Unavailable {
		t.Errorf("the sweep says %v", err)
	}
	me.get("/api/contribute/total").want(t, 200).holds(t, `"total":0`)
	p.down.Delete("/v1/checkout/sessions/" + session)
	p.exec(`update contributions set checked_at = null`)
	p.must(p.payments.Sweep(context.Background()))
	me.get("/api/contribute/total").want(t, 200).holds(t, `"total":7`)
	p.exec(`update test_checkouts set body = body || '{"created": 1}' where id <> $1`, session) // expired
	p.exec(`update contributions set checked_at = null`)
	p.must(p.payments.Sweep(context.Background()))
	if n := p.text(`select count(*)::text from contributions where status = 'pending' and session_id is not null`); n != "0" {
		t.Errorf("%s expired payments are pending", n)
	}
	if got := p.text(`select string_agg(distinct c.status, ' ') from contributions c join test_checkouts t on t.id = c.session_id where t.id <> $1`, session); got != "failed" {
		t.Errorf("expired payments are %s", got)
	}
}
