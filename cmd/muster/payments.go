package main

import (
	"encoding/hex"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"muster/cmd/muster/internal/node"
	musterhttp "muster/http"
	"muster/http/gateway"
	"muster/http/testcheckout"
	"muster/store"
	"muster/store/money"
	"muster/store/queue"
)

// paymentProvider is the provider that the settings name: "stripe", "test" or "off". It
// fails with Invalid, with a sentence that begins with a setting's name.
func (s settings) paymentProvider(dev bool) (string, error) {
	live := strings.HasPrefix(s.StripeKey, "sk_live_") || strings.HasPrefix(s.StripeKey, "rk_live_")
	switch {
	case s.PaymentProvider != "" && s.PaymentProvider != "stripe" && s.PaymentProvider != "test" && s.PaymentProvider != "off":
		return "", store.NewError(store.Invalid, "PAYMENT_PROVIDER must be stripe, test or off")
	case s.PaymentProvider == "test" && !dev:
		return "", store.NewError(store.Invalid, "PAYMENT_PROVIDER must not be test in serve: the test checkout takes no money")
	case s.PaymentProvider == "test" && live:
		return "", store.NewError(store.Invalid, "PAYMENT_PROVIDER must not be test beside a live key: the test checkout takes no money")
	case dev && live:
		return "", store.NewError(store.Invalid, "STRIPE_SECRET_KEY must not be a live key in dev: everybody there reads every sign-in code")
	case s.PaymentProvider == "stripe" && s.StripeKey == "":
		return "", store.NewError(store.Invalid, "STRIPE_SECRET_KEY is missing: PAYMENT_PROVIDER is stripe")
	case s.PaymentProvider != "":
		return s.PaymentProvider, nil
	case s.StripeKey != "":
		return "stripe", nil
	case dev:
		return "test", nil
	}
	return "off", nil
}

// isStripeKey is true for one of the keys of Stripe's API.
func isStripeKey(value string) bool {
	return slices.ContainsFunc([]string{"sk_", "rk_", "pk_"}, func(prefix string) bool { return strings.HasPrefix(value, prefix) })
}

// badPayments lists the settings of payments that keep a node from starting.
func (s settings) badPayments(dev bool) []string {
	var lines []string
	provider, err := s.paymentProvider(dev)
	if err != nil {
		lines = append(lines, store.AsError(err).Message)
	}
	if provider == "stripe" {
		if _, err := gateway.NewStripe(gateway.StripeConfig{Key: s.StripeKey, BaseURL: s.StripeBase}); err != nil {
			lines = append(lines, store.AsError(err).Message)
		}
		if strings.HasPrefix(s.StripeKey, "pk_") {
			lines = append(lines, "STRIPE_SECRET_KEY is the publishable key: the secret one begins with sk_, a restricted one with rk_")
		}
		if isStripeKey(s.StripeWebhook) {
			lines = append(lines, "STRIPE_WEBHOOK_SECRET is a key: the signing secret of the endpoint begins with whsec_")
		}
		if s.StripeWebhook == "" && !dev {
			lines = append(lines, "STRIPE_WEBHOOK_SECRET is missing beside STRIPE_SECRET_KEY")
		}
	}
	for _, rule := range []struct {
		kept bool
		line string
	}{
		{s.PaymentSweep >= time.Second, "PAYMENT_SWEEP must be at least 1s"},
		{s.ReduceCost == "on" || s.ReduceCost == "off", "CONTRIBUTIONS_REDUCE_COST must be on or off"},
		{s.Bonus >= 0 && s.Bonus <= maxBonus, "CONTRIBUTION_BONUS must be 0 to " + strconv.Itoa(maxBonus)},
	} {
		if !rule.kept {
			lines = append(lines, rule.line)
		}
	}
	return lines
}

// maxBonus is the most points for a dollar.
const maxBonus = 1000

// payments is how a node takes payments. public is how browsers reach it, own how it
// reaches itself.
func (s settings) payments(dev bool, secret store.Secret, public, own string) (node.Payments, error) {
	p := node.Payments{PaymentConfig: queue.PaymentConfig{
		Rules: money.PaymentRules{ReduceCost: s.ReduceCost == "on", Bonus: s.Bonus}, Sweep: s.PaymentSweep,
	}}
	provider, err := s.paymentProvider(dev)
	if err != nil || provider == "off" {
		return p, err
	}
	account := gateway.StripeConfig{
		Key: s.StripeKey, WebhookSecret: s.StripeWebhook, BaseURL: s.StripeBase, PublicURL: public, Community: s.brand().Community,
	}
	p.Name, p.Test = "Stripe", !strings.Contains(s.StripeKey, "_live_")
	if provider == "test" {
		account.Key = testcheckout.KeyPrefix + hex.EncodeToString(secret.Key("test-checkout"))
		account.WebhookSecret = "whsec_" + hex.EncodeToString(secret.Key("test-checkout-notices"))
		account.BaseURL = own + strings.TrimSuffix(musterhttp.TestCheckoutPath, "/")
		p.TestCheckout = &testcheckout.Config{
			Key: account.Key, WebhookSecret: account.WebhookSecret, WebhookURL: own + "/api/webhooks/stripe",
			PageURL: public + strings.TrimSuffix(musterhttp.TestCheckoutPath, "/"),
		}
	}
	p.Provider, err = gateway.NewStripe(account)
	return p, err
}

// ownAddress is where a node that listens on host and port reaches itself.
func (s settings) ownAddress() string {
	host := s.Host
	if a, err := netip.ParseAddr(host); host == "" || err == nil && a.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(s.Port))
}
