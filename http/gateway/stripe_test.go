package gateway_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"
	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/server"

	"muster/http/gateway"
	"muster/store"
	"muster/store/money"
)

// stripeMock is Stripe's own check of requests: it refuses what its API does not know.
func stripeMock(t *testing.T) *gateway.Stripe {
	t.Helper()
	spec, err := server.LoadSpec(embedded.OpenAPISpec, "")
	if err != nil {
		t.Fatal(err)
	}
	fixtures, err := server.LoadFixtures(embedded.OpenAPIFixtures, "")
	if err != nil {
		t.Fatal(err)
	}
	stub, err := server.NewStubServer(fixtures, spec, false, false)
	if err != nil {
		t.Fatal(err)
	}
	served := httptest.NewServer(http.HandlerFunc(stub.HandleRequest))
	t.Cleanup(served.Close)
	s, err := gateway.NewStripe(gateway.StripeConfig{Key: "sk_test_123", BaseURL: served.URL, PublicURL: "https://muster.test", Community: "Muster"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A request says to the provider what the payment is, and repeats itself as the same one.
func TestStripeReceivesWhatAPaymentIs_PAY1_PAY9_PAY10(t *testing.T) {
	t.Parallel()
	var asked []string
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			t.Error(err)
		}
		asked = append(asked, r.Header.Get("Idempotency-Key")+" "+r.PostForm.Encode())
		_, _ = w.Write([]byte(`{"id":"cs_1","url":"https://pay.test/cs_1"}`))
	}))
	defer served.Close()
	s, err := gateway.NewStripe(gateway.StripeConfig{Key: "sk_test_1", BaseURL: served.URL, PublicURL: "https://muster.test", Community: "Muster"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, err := s.CreateCheckout(context.Background(), money.CheckoutRequest{ContributionID: "c1", MemberID: "m1", Purpose: money.PaymentPurpose(money.ForServerCost), Amount: 3_07, Anonymous: true})
		if err != nil {
			t.Fatal(err)
		}
	}
	want := url.Values{
		"mode": {"payment"}, "client_reference_id": {"c1"}, "cancel_url": {"https://muster.test/chat"},
		"success_url":                         {"https://muster.test/server-cost/success?session_id={CHECKOUT_SESSION_ID}"},
		"line_items[0][quantity]":             {"1"},
		"line_items[0][price_data][currency]": {"usd"}, "line_items[0][price_data][unit_amount]": {"307"},
		"line_items[0][price_data][product_data][name]": {"Server cost of Muster"},
	}
	for name, value := range map[string]string{"muster_contribution": "c1", "muster_member": "m1", "muster_purpose": "server_cost", "muster_anonymous": "true"} {
		want.Set("metadata["+name+"]", value)
		want.Set("payment_intent_data[metadata]["+name+"]", value)
	}
	if len(asked) != 2 || asked[0] != "muster-checkout-c1 "+want.Encode() || asked[1] != asked[0] {
		t.Errorf("asked %q, want twice %q", asked, want.Encode())
	}
}

// Stripe's own mock accepts every request that is made.
func TestStripeAcceptsEveryRequest_PAY1(t *testing.T) {
	t.Parallel()
	s, ctx := stripeMock(t), context.Background()
	for _, purpose := range []money.PaymentPurpose{money.PaymentPurpose(money.ForCommunity), money.PaymentPurpose(money.ForServerCost), money.ForExpedite} {
		_, err := s.CreateCheckout(ctx, money.CheckoutRequest{ContributionID: "c1", MemberID: "m1", Purpose: purpose, Amount: 5_00, Anonymous: true})
		if code := store.CodeOf(err); code == store.Invalid || code == store.NotFound { // the mock's own session has no address
			t.Errorf("checkout for %s: %v", purpose, err)
		}
	}
	if _, err := s.Checkout(ctx, "cs_test_123"); err != nil {
		t.Error(err)
	}
	if _, err := s.Refund(ctx, money.RefundRequest{ID: "r1", PaymentID: "pi_123", Amount: 2_00}); err != nil {
		t.Error(err)
	}
	n := 0
	err := s.Payments(ctx, time.Now().Add(-time.Hour), time.Now(), func(money.ProviderPayment) error { n++; return nil })
	if err != nil || n == 0 {
		t.Errorf("%d payments, %v", n, err)
	}
}

// A provider that is away, limits calls, refuses or does not know gives four different
// errors, and neither its sentence nor the key reaches an error.
func TestStripeFailures_PAY12(t *testing.T) {
	t.Parallel()
	status := http.StatusTeapot
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Stripe-Should-Retry", "false")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"error":{"type":"invalid_request_error","code":"secret_of_ann","message":"sk_live_canary"}}`))
	}))
	defer served.Close()
	s, err := gateway.NewStripe(gateway.StripeConfig{Key: "sk_test_canary", BaseURL: served.URL})
	if err != nil {
		t.Fatal(err)
	}
	for given, want := range map[int]store.Code{400: store.Invalid, 402: store.Invalid, 404: store.NotFound, 401: store.Unavailable, 429: store.Unavailable, 500: store.Unavailable} {
		status = given
		_, err := s.Checkout(context.Background(), "cs_1")
		if store.CodeOf(err) != want || strings.Contains(err.Error(), "canary") {
			t.Errorf("%d: %v, want %s", given, err, want)
		}
	}
	// The provider repeats its answer to a request of the same key, so a retry changes nothing.
	for given, want := range map[int]store.Code{500: store.Invalid, 400: store.Invalid, 409: store.Unavailable, 503: store.Unavailable} {
		status = given
		if _, err := s.CreateCheckout(context.Background(), money.CheckoutRequest{ContributionID: "c1", Amount: 5_00}); store.CodeOf(err) != want || strings.Contains(err.Error(), "canary") {
			t.Errorf("a checkout after %d: %v, want %s", given, err, want)
		}
	}
	served.Close()
	if _, err := s.Checkout(context.Background(), "cs_1"); store.CodeOf(err) != store.Unavailable {
		t.Errorf("away: %v", err)
	}
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer slow.Close()
	if s, err = gateway.NewStripe(gateway.StripeConfig{Key: "sk_test_canary", BaseURL: slow.URL, Timeout: 20 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Checkout(context.Background(), "cs_1"); store.CodeOf(err) != store.Unavailable {
		t.Errorf("slow: %v", err)
	}
	for _, bad := range []gateway.StripeConfig{{Key: "sk", BaseURL: "nowhere"}, {Key: ""}, {Key: "a b"}} {
		if _, err := gateway.NewStripe(bad); store.CodeOf(err) != store.Invalid {
			t.Errorf("%+v is accepted: %v", bad, err)
		}
	}
}

// The payment of a completed session that takes days has failed when it asks for another means
// of payment, or was cancelled. Such a session stays completed and unpaid for ever.
func TestDelayedPaymentThatFailedIsSeen_PAY8(t *testing.T) {
	t.Parallel()
	var intent string
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("expand[0]") != "payment_intent" {
			t.Errorf("asked %s", r.URL)
		}
		_, _ = w.Write([]byte(`{"id":"cs_1","status":"complete","payment_status":"unpaid","payment_intent":{"id":"pi_1","status":"` + intent + `"}}`))
	}))
	defer served.Close()
	s, err := gateway.NewStripe(gateway.StripeConfig{Key: "sk_test_1", BaseURL: served.URL})
	if err != nil {
		t.Fatal(err)
	}
	for status, want := range map[string]money.CheckoutStatus{
		"processing": money.CheckoutComplete, "requires_payment_method": money.CheckoutFailed, "canceled": money.CheckoutFailed,
	} {
		intent = status
		if c, err := s.Checkout(t.Context(), "cs_1"); err != nil || c.Status != want || c.Paid || c.PaymentID != "pi_1" {
			t.Errorf("%s: %+v, %v", status, c, err)
		}
	}
}

// A notice is read only with a right and recent signature over its bytes, in any spacing.
func TestStripeNotices_PAY4(t *testing.T) {
	t.Parallel()
	s, err := gateway.NewStripe(gateway.StripeConfig{Key: "sk_test_1", WebhookSecret: "whsec_1"})
	if err != nil {
		t.Fatal(err)
	}
	read := func(payload, secret string, at time.Time) (money.PaymentEvent, error) {
		return s.ReadEvent([]byte(payload), webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: []byte(payload), Secret: secret, Timestamp: at}).Header)
	}
	const dispute = "{ \"id\" : \"evt_1\",\n\"type\":\"charge.dispute.closed\",\"created\":7,\"data\":{\"object\":{\"id\":\"dp_1\",\"amount\":500,\"status\":\"won\",\"payment_intent\":{\"id\":\"pi_1\"}}}}"
	e, err := read(dispute, "whsec_1", time.Now())
	if err != nil || e.PaymentID != "pi_1" || e.Reversal == nil || *e.Reversal != (money.Reversal{At: time.Unix(7, 0).UTC(), DisputeID: "dp_1", Disputed: 500, State: money.DisputeWon}) {
		raw, _ := json.Marshal(e)
		t.Errorf("%s, %v", raw, err)
	}
	for name, c := range map[string]struct {
		payload, secret string
		at              time.Time
	}{
		"secret": {dispute, "whsec_2", time.Now()}, "stale": {dispute, "whsec_1", time.Now().Add(-301 * time.Second)},
		"form": {`{"type":"x"}`, "whsec_1", time.Now()}, "object": {`{"id":"evt_2","type":"charge.refunded","data":{"object":[]}}`, "whsec_1", time.Now()},
	} {
		if _, err := read(c.payload, c.secret, c.at); store.CodeOf(err) != store.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.ReadEvent([]byte(dispute), ""); store.CodeOf(err) != store.Invalid {
		t.Errorf("unsigned: %v", err)
	}
	silent, err := gateway.NewStripe(gateway.StripeConfig{Key: "sk_test_1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := silent.ReadEvent([]byte(dispute), webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: []byte(dispute)}).Header); store.CodeOf(err) != store.Invalid {
		t.Errorf("signed with no secret: %v", err)
	}
}
