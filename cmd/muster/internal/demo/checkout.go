package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path"
	"strings"
	"time"

	"muster/http/gateway"
	"muster/http/testcheckout"
	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
)

// checkout is where the demo pays: a test checkout as a dev node has it, of its own. Its
// sessions are in the database, so the node can pay back what was paid here.
type checkout struct {
	*payments.Payments
	served *http.Server
}

// openCheckout opens the test checkout.
func openCheckout(ctx context.Context, db *postgres.DB) (*checkout, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address, key := "http://"+listener.Addr().String(), testcheckout.KeyPrefix+"demo"
	shop, err := testcheckout.New(testcheckout.Config{
		Sessions: payments.NewTestCheckouts(db), Key: key, PageURL: address, WebhookURL: address, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	shop.Close() // nobody takes its notices: each payment is confirmed
	// Without a public URL whoever opens the page of a session comes back to the node that shows it.
	provider, err := gateway.NewStripe(gateway.StripeConfig{Key: key, BaseURL: address, Community: store.DefaultBrand.Community})
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	c := &checkout{
		Payments: payments.NewPayments(db, provider, nil, money.PaymentRules{}, nil),
		served:   &http.Server{Handler: shop, ReadHeaderTimeout: time.Minute},
	}
	go func() { _ = c.served.Serve(listener) }() // ends with the server
	return c, nil
}

func (c *checkout) close() error { return c.served.Close() }

// pay pays at the page of a checkout and gives its session.
func (c *checkout) pay(ctx context.Context, page string) (session string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, page, strings.NewReader("action=pay_and_close"))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	if err := reply.Body.Close(); err != nil || reply.StatusCode != http.StatusOK {
		return "", errors.Join(fmt.Errorf("the test checkout answered %s", reply.Status), err)
	}
	return path.Base(page), nil
}

// contribute has a member contribute.
func (c *checkout) contribute(ctx context.Context, of money.Contribution) error {
	page, err := c.Begin(ctx, payments.PaymentDraft{MemberID: of.MemberID, Purpose: of.Purpose, Amount: of.Amount, Anonymous: of.Anonymous})
	if err != nil {
		return err
	}
	session, err := c.pay(ctx, page)
	if err != nil {
		return err
	}
	_, _, err = c.Confirm(ctx, of.MemberID, of.Purpose, session)
	return err
}
