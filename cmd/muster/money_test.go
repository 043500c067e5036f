package main

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"muster/http/gateway"
	"muster/http/testcheckout"
	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// The command names the provider's session of each difference, and fails when there is one.
func TestMoneyCheckNamesEachDifference(t *testing.T) {
	t.Parallel()
	ctx, address, dir := t.Context(), storetest.URL(t), t.TempDir()
	db, err := postgres.Open(ctx, postgres.Config{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const key = testcheckout.KeyPrefix + "tests"
	var provider *testcheckout.Server
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { provider.ServeHTTP(w, r) }))
	defer served.Close()
	provider, err = testcheckout.New(testcheckout.Config{
		Sessions: payments.NewTestCheckouts(db), Key: key, PageURL: served.URL, WebhookURL: served.URL, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	provider.Close() // notices go nowhere
	stripe, err := gateway.NewStripe(gateway.StripeConfig{Key: key, BaseURL: served.URL, PublicURL: "https://muster.test", Community: "Muster"})
	if err != nil {
		t.Fatal(err)
	}
	ann, err := members.New(db).AddMember(ctx, store.NewMember{Email: "ann@example.org", Username: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	pay := payments.NewPayments(db, stripe, nil, money.PaymentRules{}, nil)
	page, err := pay.Begin(ctx, payments.PaymentDraft{MemberID: ann.ID, Purpose: money.ForServerCost, Amount: 25_00})
	if err != nil {
		t.Fatal(err)
	}
	session := page[strings.LastIndex(page, "/")+1:]
	paid, err := http.PostForm(page, url.Values{"action": {"pay_and_close"}})
	if err != nil || paid.Body.Close() != nil {
		t.Fatal(err)
	}
	check := func(what string, wantStatus int, wantOut string, args ...string) {
		t.Helper()
		environ := append(at(address, dir), "MUSTER_ALLOW_UNSAFE_POSTGRES=true", "STRIPE_SECRET_KEY="+key, "STRIPE_WEBHOOK_SECRET=whsec_1", "STRIPE_BASE_URL="+served.URL)
		status, out, said := run(environ, append([]string{"money", "check"}, args...)...)
		if status != wantStatus || !strings.Contains(out+said, wantOut) {
			t.Errorf("%s: %d, %s%s, want %d, %s", what, status, out, said, wantStatus, wantOut)
		}
	}
	if _, _, err := pay.Confirm(ctx, ann.ID, money.ForServerCost, session); err != nil {
		t.Fatal(err)
	}
	check("all is well", 0, "1 paid sessions: $25.00 at the provider, $25.00 in the ledger, 0 differences\n", "--to", time.Now().UTC().Format(time.DateOnly))
	// The fee of an expedited review was no payment of ours, and each one a difference.
	const fee = "6f2c1c2e-6a4f-4d0e-9d4b-0c7c3f1b2a11"
	checkout, err := stripe.CreateCheckout(ctx, money.CheckoutRequest{ContributionID: fee, Purpose: money.ForExpedite, Amount: 10_00, ApplicationID: fee})
	if err != nil {
		t.Fatal(err)
	}
	paid, err = http.PostForm(checkout.URL, url.Values{"action": {"pay_and_close"}})
	if err != nil || paid.Body.Close() != nil {
		t.Fatal(err)
	}
	if _, err := db.Pool().Exec(ctx, `insert into application_payments (id, amount_cents, status, session_id, paid_at) values ($1, 1000, 'completed', $2, muster_now())`, fee, checkout.ID); err != nil {
		t.Fatal(err)
	}
	check("a fee", 0, "2 paid sessions: $35.00 at the provider, $35.00 in the ledger, 0 differences\n", "--to", time.Now().UTC().Format(time.DateOnly))
	if _, err := db.Pool().Exec(ctx, `delete from application_payments`); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Pool().Exec(ctx, `delete from test_checkouts where id = $1`, checkout.ID); err != nil {
		t.Fatal(err)
	}
	check("another month", 0, "0 paid sessions: $0.00 at the provider, $0.00 in the ledger, 0 differences\n", "--from", "2024-01-01", "--to", "2024-01-31")
	check("no day", 2, "--from must be a day, YYYY-MM-DD", "--from", "soon")
	if _, err := db.Pool().Exec(ctx, `update contributions set status = 'pending', created_at = created_at - interval '1 hour'`); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Pool().Exec(ctx, `update test_checkouts set created_at = created_at - interval '1 hour', body = jsonb_set(body, '{created}', to_jsonb((body->>'created')::bigint - 3600))`); err != nil {
		t.Fatal(err)
	}
	check("a payment that does not count", 1, session+": the provider has $25.00, it is pending here\n")
	if _, err := db.Pool().Exec(ctx, `update contributions set status = 'completed', amount_cents = 2600`); err != nil {
		t.Fatal(err)
	}
	check("another sum", 1, session+": the provider has $25.00, the ledger $26.00\n")
	check("another sum", 1, "$25.00 at the provider, $26.00 in the ledger, 2 differences\n")
}

// A day that is none is refused before the database is opened: it was migrated first.
func TestMoneyCheckReadsItsDaysFirst(t *testing.T) {
	t.Parallel()
	for _, days := range [][]string{{"--from", "soon"}, {"--from", "2026-02-02", "--to", "2026-01-01"}} {
		status, _, said := run([]string{"DATABASE_URL=postgres://127.0.0.1:1/muster"}, append([]string{"money", "check"}, days...)...)
		if status != 2 || !strings.Contains(said, "--from must be") {
			t.Errorf("%q: %d, %s", days, status, said)
		}
	}
}

// Without a key the test checkout of a dev node is asked, which may listen elsewhere: it was said
// of "the provider" that it did not answer, as if that were Stripe.
func TestMoneyCheckSaysWhichProviderItAsks(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(silent.Addr().String())
	if err != nil || silent.Close() != nil {
		t.Fatal(err)
	}
	environ := append(at(storetest.URL(t), t.TempDir()), "MUSTER_ALLOW_UNSAFE_POSTGRES=true", "PORT="+port, "MUSTER_SECRET="+strings.Repeat("s", store.MinSecret))
	status, out, said := run(environ, "money", "check")
	if want := "muster: without STRIPE_SECRET_KEY the test checkout of muster dev is asked, at PORT " + port; status != 1 || out != "" || !strings.Contains(said, want) || !strings.HasSuffix(said, "payment: the provider did not answer\n") {
		t.Errorf("status %d, %s%s, want %s", status, out, said, want)
	}
}
