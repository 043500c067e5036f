package http

import (
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/store/money"
)

const (
	createExpedite  = "/api/applications/create-expedite-session"
	expediteSuccess = "/api/applications/expedite-success"
)

// goesToPay begins the payment of an applicant's fee.
func (p *shop) goesToPay(a *applicant) (address, session string) {
	p.t.Helper()
	address = a.post(createExpedite, fields{"applicationId": a.id}).want(p.t, 200).body["checkoutUrl"].(string)
	return address, address[strings.LastIndex(address, "/")+1:]
}

// The fee is paid, declined or left on the page of the test checkout; whoever pays comes
// back with what the success call needs, and the notice alone expedites too.
func TestExpediteThroughTheCheckout_APP37_APP38_APP39(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{})
	ann, bob := p.applies("ann@example.org", "+15551234567"), p.applies("bob@example.org", "+15557654321")
	address, session := p.goesToPay(ann)
	if again, _ := p.goesToPay(ann); again != address {
		t.Errorf("a second press goes to %s beside %s", again, address)
	}
	if r := p.press(address, "cancel"); r.Header.Get("Location") != "https://muster.test/apply" {
		t.Errorf("cancelled: %d %s", r.StatusCode, r.Header.Get("Location"))
	}
	if r := p.press(address, "decline"); r.StatusCode != 200 {
		t.Errorf("declined: %d", r.StatusCode)
	}
	ann.post(expediteSuccess, fields{"applicationId": ann.id, "sessionId": session}).want(t, 409).says(t, money.PaymentNotVerified)
	bob.post(expediteSuccess, fields{"applicationId": bob.id, "sessionId": session}).want(t, 400)
	bob.post(expediteSuccess, fields{"applicationId": ann.id, "sessionId": session}).want(t, 404)
	bob.post(createExpedite, fields{"applicationId": ann.id}).want(t, 404).says(t, "NO APPLICATION FOUND")

	p.down.Store("/v1/checkout/sessions/"+session, 503)
	ann.post(createExpedite, fields{"applicationId": ann.id}).want(t, 503)
	p.down.Delete("/v1/checkout/sessions/" + session)
	back, err := url.Parse(p.press(address, "pay").Header.Get("Location"))
	p.must(err)
	if q := back.Query(); back.Path != "/apply" || q.Get("expedite_success") != "true" || q.Get("application_id") != ann.id || q.Get("session_id") != session {
		t.Errorf("came back to %s", back)
	}
	ann.post(expediteSuccess, fields{"applicationId": back.Query().Get("application_id"), "sessionId": back.Query().Get("session_id")}).want(t, 200)
	if shown := ann.post("/api/applications/start", fields{"email": ann.email}).want(t, 200).body["application"].(fields); shown["expedited"] != true {
		t.Errorf("%v", shown)
	}
	ann.post(createExpedite, fields{"applicationId": ann.id}).want(t, 409)

	address, session = p.goesToPay(bob)
	p.press(address, "pay_and_close")
	p.eventually("the notice expedites", `select expedited from applications where id = $1`, bob.id)
	bob.post(expediteSuccess, fields{"applicationId": bob.id, "sessionId": session}).want(t, 200)
	if sum := p.text(`select sum(amount_cents)::text from application_payments where paid_at is not null`); sum != "10000" {
		t.Errorf("%s cents were paid", sum)
	}
	// The notice of a refund is noted, and the review is not expedited any more.
	payment := p.text(`select payment_id from application_payments where session_id = $1`, session)
	p.notify("evt_back", "charge.refunded", time.Now(), fields{"id": "ch_1", "amount_refunded": 5000, "payment_intent": payment}).want(t, 200)
	if got := p.text(`select status from application_payments where session_id = $1`, session); got != "refunded" {
		t.Error(got)
	}
	if n := p.count(`select count(*) from applications where id = $1 and expedited`, bob.id); n != 0 {
		t.Error("the review is expedited without a fee")
	}
	if n := p.count(`select count(*) from contributions`); n != 0 {
		t.Errorf("%d contributions", n)
	}
}

// Administrators list the paid fees and pay one back, once however often they click;
// everybody else is refused.
func TestFeesOfAdministrators_Z62(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{})
	admin, _ := p.signedInAdmin("chief")
	admin.get("/api/admin/fees").want(t, 200).holds(t, `"fees":[]`)
	ann, bob := p.applies("ann@example.org", "+15551234567"), p.submitted("bob@example.org", "+15557654321")
	for _, a := range []*applicant{ann, bob} {
		address, _ := p.goesToPay(a)
		p.press(address, "pay_and_close")
		p.eventually("the fee is paid", `select expedited from applications where id = $1`, a.id)
	}
	number := p.text(`select number from applications where id = $1`, ann.id)
	admin.get("/api/admin/fees").want(t, 200).holds(t, `"became":"pending","unused":false`).holds(t, `"became":"not_submitted","unused":true`)
	first := admin.get("/api/admin/fees?limit=1").want(t, 200)
	cursor, _ := first.body["nextCursor"].(string)
	if rest := admin.get("/api/admin/fees?limit=1&cursor="+cursor).want(t, 200); cursor == "" || rest.body["nextCursor"] != nil {
		t.Errorf("%s, then %s", first.raw, rest.raw)
	}
	unused := admin.get("/api/admin/fees?unused=true").want(t, 200).holds(t, `"applicationNumber":"`+number+`"`).body["fees"].([]any)
	if len(unused) != 1 {
		t.Fatalf("%v", unused)
	}
	refund := "/api/admin/fees/" + unused[0].(fields)["id"].(string) + "/refund"
	for _, bad := range []string{`{"amount":0}`, `{"amount":-1}`, `{"amount":"5"}`, `{"amount":1.005}`} {
		admin.postRaw(refund, bad).want(t, 400)
	}
	admin.postRaw(refund, `{"amount":50.01}`).want(t, 409)
	admin.postRaw("/api/admin/fees/"+ann.id+"/refund", `{}`).want(t, 404)
	admin.get("/api/admin/fees?unused=yes").want(t, 400)
	var clicks sync.WaitGroup
	for range 5 {
		clicks.Go(func() {
			admin.postRaw(refund, `{"amount":20}`).want(t, 200).holds(t, `"status":"partially_refunded"`).holds(t, `"refunded":20`)
		})
	}
	clicks.Wait()
	admin.postRaw(refund, `{}`).want(t, 200).holds(t, `"status":"refunded"`).holds(t, `"unused":false`)
	if n := p.text(`select sum(jsonb_array_length(body->'refunds'))::text from test_checkouts where jsonb_typeof(body->'refunds') = 'array'`); n != "2" {
		t.Errorf("%s refunds at the provider", n)
	}
	report, err := p.payments.Check(t.Context(), time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	if err != nil || len(report.Differences) != 0 || report.Ledger != 50_00 {
		t.Errorf("the comparison says %+v, %v", report, err)
	}
	plain, _, _ := p.signedInMember("cyd")
	plain.get("/api/admin/fees").want(t, 403)
	plain.postRaw(refund, `{}`).want(t, 403)
}

// Without a provider the fee cannot be paid.
func TestExpediteWithoutProvider_APP37(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.applies("ann@example.org", "+15551234567")
	a.post(createExpedite, fields{"applicationId": a.id}).want(t, 503)
	a.post(expediteSuccess, fields{"applicationId": a.id, "sessionId": "cs_1"}).want(t, 400)
}
