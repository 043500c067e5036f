// A community that takes payments through the test checkout, and what tests ask of it.

package http

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"

	"muster/http/gateway"
	"muster/http/testcheckout"
	"muster/store/money"
	payments "muster/store/postgres/money"
)

const noticeSecret = "whsec_of_the_tests"

// shop is a site whose provider is the test checkout, which sends its notices to the site.
type shop struct {
	*site
	checkout *testcheckout.Server
	served   *httptest.Server
	payments *payments.Payments
	live     *liveSite // nil without sockets
	down     sync.Map  // paths at which the provider fails, with the status
}

// newShop opens a shop; nodes is on how many nodes there are sockets, one without it.
func newShop(t *testing.T, rules money.PaymentRules, nodes ...int) *shop {
	t.Helper()
	p := &shop{}
	const key = testcheckout.KeyPrefix + "tests"
	p.served = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = strings.TrimPrefix(r.URL.Path, "/folder")
		if status, ok := p.down.Load(r.URL.Path); ok {
			w.WriteHeader(status.(int))
			return
		}
		p.checkout.ServeHTTP(w, r)
	}))
	t.Cleanup(p.served.Close)
	configure := func(c *Config) {
		provider, err := gateway.NewStripe(gateway.StripeConfig{
			Key: key, WebhookSecret: noticeSecret, BaseURL: p.served.URL + "/folder", PublicURL: "https://muster.test", Community: "Muster",
		})
		if err != nil {
			t.Fatal(err)
		}
		p.payments = payments.NewPayments(c.Store, provider, nil, rules, c.Logger)
		c.Payments = p.payments
		c.Applications.UsePayments(p.payments)
	}
	if len(nodes) > 0 {
		p.live = newLiveSite(t, nodes[0], configure)
		p.site = p.live.site
	} else {
		p.site = newSite(t, configure)
	}
	var err error
	p.checkout, err = testcheckout.New(testcheckout.Config{
		Sessions: payments.NewTestCheckouts(p.DB), Key: key, WebhookSecret: noticeSecret, WebhookURL: p.base + "/api/webhooks/stripe",
		PageURL: p.served.URL, Logger: p.edge.log,
	})
	p.must(err)
	t.Cleanup(p.checkout.Close)
	return p
}

// postRaw posts JSON as it is written.
func (v *visitor) postRaw(path, body string) response {
	v.t.Helper()
	return v.send("POST", path, strings.NewReader(body), "Content-Type", jsonType)
}

// holds wants a text in the reply.
func (a response) holds(t testing.TB, text string) response {
	t.Helper()
	if !strings.Contains(string(a.raw), text) {
		t.Errorf("the reply has no %s: %s", text, a.raw)
	}
	return a
}

// press presses a button of a checkout's page.
func (p *shop) press(address, action string) *http.Response {
	p.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	reply, err := client.Post(address, "application/x-www-form-urlencoded", strings.NewReader("action="+action))
	p.must(err)
	reply.Body.Close()
	return reply
}

// eventually waits until the database says so.
func (p *shop) eventually(what, sql string, args ...any) {
	p.t.Helper()
	p.work()
	for end := time.Now().Add(testTimeout); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		var is bool
		p.must(p.Pool().QueryRow(context.Background(), sql, args...).Scan(&is))
		if is {
			return
		}
	}
	p.t.Fatal("never: " + what)
}

// notify posts a signed notice.
func (p *shop) notify(id, kind string, at time.Time, of any) response {
	p.t.Helper()
	return p.sendNotice(id, kind, at, of, noticeSecret, time.Now())
}

func (p *shop) sendNotice(id, kind string, at time.Time, of any, secret string, signed time.Time) response {
	p.t.Helper()
	payload, err := json.MarshalIndent(map[string]any{
		"id": id, "object": "event", "type": kind, "created": at.Unix(), "api_version": "2020-08-27", "data": map[string]any{"object": of},
	}, "", "  ")
	p.must(err)
	header := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: payload, Secret: secret, Timestamp: signed}).Header
	return p.visitor().send("POST", "/api/webhooks/stripe", strings.NewReader(string(payload)), "Content-Type", "application/json", "Stripe-Signature", header)
}

// begin begins a payment and gives the address and the session's id.
func (p *shop) begin(v *visitor, path, body string, headers ...string) (address, session string) {
	p.t.Helper()
	a := v.send("POST", path, strings.NewReader(body), append([]string{"Content-Type", "application/json"}, headers...)...).want(p.t, 200)
	var reply struct{ CheckoutURL string }
	p.must(json.Unmarshal([]byte(a.raw), &reply))
	return reply.CheckoutURL, reply.CheckoutURL[strings.LastIndex(reply.CheckoutURL, "/")+1:]
}

const (
	createContribution = "/api/contribute/create-checkout-session"
	createCostPayment  = "/api/server-cost/create-checkout-session"
)

// points are a member's points.
func (p *shop) points(member string) (n int) {
	p.t.Helper()
	p.must(p.Pool().QueryRow(context.Background(), `select coalesce((select points from member_points where member_id = $1), 0)`, member).Scan(&n))
	return n
}

// text reads one text.
func (s *site) text(sql string, args ...any) (text string) {
	s.t.Helper()
	s.must(s.Pool().QueryRow(context.Background(), sql, args...).Scan(&text))
	return text
}
