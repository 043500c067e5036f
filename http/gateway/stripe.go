package gateway

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"

	"muster/store"
	"muster/store/money"
)

// StripeConfig is one account.
type StripeConfig struct {
	Key           string        // secret or restricted key
	WebhookSecret string        // of the endpoint that notices come to
	BaseURL       string        // "" is Stripe's own
	PublicURL     string        // where browsers come back to
	Community     string        // shown on the checkout
	Timeout       time.Duration // of one try, of two; 0 is stripeTimeout
}

// stripeTimeout is how long one try of a call waits for an answer.
const stripeTimeout = 4 * time.Second

// Stripe takes card payments by Stripe Checkout; it is a money.PaymentProvider. Cards
// are entered on Stripe's page and never come here.
type Stripe struct {
	config StripeConfig
	api    *stripe.Client
}

// NewStripe makes the gateway of one account. It fails with Invalid.
func NewStripe(c StripeConfig) (*Stripe, error) {
	base := c.BaseURL
	if base == "" {
		base = stripe.APIURL
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.RawQuery != "" {
		return nil, store.NewErrorReason(store.Invalid, "stripe_base_url", "STRIPE_BASE_URL is no URL")
	}
	if c.Key == "" || strings.ContainsAny(c.Key, " \t\r\n") {
		return nil, store.NewErrorReason(store.Invalid, "stripe_key", "STRIPE_SECRET_KEY is no key")
	}
	client := &http.Client{Timeout: cmp.Or(c.Timeout, stripeTimeout)}
	if folder := strings.TrimSuffix(u.Path, "/"); folder != "" {
		client.Transport = inFolder(folder)
	}
	backend := stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{
		URL: stripe.String(u.Scheme + "://" + u.Host), HTTPClient: client,
		MaxNetworkRetries: stripe.Int64(1), EnableTelemetry: stripe.Bool(false),
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull}, // its lines name objects
	})
	return &Stripe{config: c, api: stripe.NewClient(c.Key, stripe.WithBackends(&stripe.Backends{API: backend, Connect: backend, Uploads: backend, MeterEvents: backend}))}, nil
}

// inFolder calls an API that stands in a folder of its host. Stripe's client itself knows
// only APIs at the root.
type inFolder string

// RoundTrip implements http.RoundTripper.
func (f inFolder) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Path = string(f) + r.URL.Path
	return http.DefaultTransport.RoundTrip(r)
}

// Metadata of the objects that are made here.
const (
	stripeContribution = "muster_contribution"
	stripeMember       = "muster_member"
	stripePurpose      = "muster_purpose"
	stripeAnonymous    = "muster_anonymous"
)

// CreateCheckout implements money.PaymentProvider.
func (s *Stripe) CreateCheckout(ctx context.Context, r money.CheckoutRequest) (money.Checkout, error) {
	metadata := map[string]string{
		stripeContribution: r.ContributionID, stripeMember: r.MemberID, stripePurpose: string(r.Purpose), stripeAnonymous: strconv.FormatBool(r.Anonymous),
	}
	community := cmp.Or(r.Community, s.config.Community)
	name, success, cancel := "Contribution to "+community, "/contribute/success?", "/contribute"
	switch r.Purpose {
	case money.PaymentPurpose(money.ForServerCost):
		name, success, cancel = "Server cost of "+community, "/server-cost/success?", "/chat"
	case money.ForExpedite:
		name, success, cancel = "Expedited review by "+community, "/apply?expedite_success=true&application_id="+url.QueryEscape(r.ApplicationID)+"&", "/apply"
		delete(metadata, stripeMember)
		delete(metadata, stripeAnonymous)
	}
	params := &stripe.CheckoutSessionCreateParams{
		Mode:              stripe.String(string(stripe.CheckoutSessionModePayment)),
		SuccessURL:        stripe.String(s.config.PublicURL + success + "session_id={CHECKOUT_SESSION_ID}"),
		CancelURL:         stripe.String(s.config.PublicURL + cancel),
		ClientReferenceID: stripe.String(r.ContributionID),
		Metadata:          metadata,
		PaymentIntentData: &stripe.CheckoutSessionCreatePaymentIntentDataParams{Metadata: metadata},
		LineItems: []*stripe.CheckoutSessionCreateLineItemParams{{
			Quantity: stripe.Int64(1),
			PriceData: &stripe.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: stripe.String(money.PaymentCurrency), UnitAmount: stripe.Int64(int64(r.Amount)),
				ProductData: &stripe.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: stripe.String(name)},
			},
		}},
	}
	params.SetIdempotencyKey("muster-checkout-" + r.ContributionID)
	made, err := s.api.V1CheckoutSessions.Create(ctx, params)
	var refused *stripe.Error
	switch {
	case errors.As(err, &refused) && refused.HTTPStatusCode == http.StatusInternalServerError:
		// Stripe keeps its answer to a key, this one too.
		return money.Checkout{}, &store.Error{Code: store.Invalid, Message: store.AsError(stripeFailure(err)).Message}
	case err != nil:
		return money.Checkout{}, stripeFailure(err)
	}
	if made.ID == "" || made.URL == "" {
		return money.Checkout{}, store.NewError(store.Unavailable, "payment: the provider gave no checkout")
	}
	return checkoutOf(made), nil
}

// Checkout implements money.PaymentProvider.
func (s *Stripe) Checkout(ctx context.Context, id string) (money.Checkout, error) {
	params := &stripe.CheckoutSessionRetrieveParams{}
	params.AddExpand("payment_intent")
	found, err := s.api.V1CheckoutSessions.Retrieve(ctx, id, params)
	if err != nil {
		return money.Checkout{}, stripeFailure(err)
	}
	return checkoutOf(found), nil
}

// Refund implements money.PaymentProvider.
func (s *Stripe) Refund(ctx context.Context, r money.RefundRequest) (money.RefundMade, error) {
	params := &stripe.RefundCreateParams{PaymentIntent: stripe.String(r.PaymentID), Amount: stripe.Int64(int64(r.Amount))}
	params.AddExpand("charge")
	params.SetIdempotencyKey("muster-refund-" + r.ID)
	made, err := s.api.V1Refunds.Create(ctx, params)
	switch {
	case err != nil:
		return money.RefundMade{}, stripeFailure(err)
	case made.Status == stripe.RefundStatusFailed || made.Status == stripe.RefundStatusCanceled:
		return money.RefundMade{}, store.NewError(store.Invalid, "payment: the refund failed")
	}
	var done money.RefundMade
	if made.Created > 0 {
		done.At = time.Unix(made.Created, 0).UTC()
	}
	if made.Charge != nil {
		done.SoFar = money.Cents(made.Charge.AmountRefunded)
	}
	return done, nil
}

// Payments implements money.PaymentProvider.
func (s *Stripe) Payments(ctx context.Context, from, to time.Time, yield func(money.ProviderPayment) error) error {
	params := &stripe.CheckoutSessionListParams{CreatedRange: &stripe.RangeQueryParams{GreaterThanOrEqual: from.Unix(), LesserThan: to.Unix()}}
	params.Limit = stripe.Int64(100)
	params.AddExpand("data.payment_intent.latest_charge")
	for found, err := range s.api.V1CheckoutSessions.List(ctx, params).All(ctx) {
		if err != nil {
			return stripeFailure(err)
		}
		p := money.ProviderPayment{Checkout: checkoutOf(found)}
		if found.PaymentIntent != nil && found.PaymentIntent.LatestCharge != nil {
			charge := found.PaymentIntent.LatestCharge
			p.Refunded, p.Disputed = money.Cents(charge.AmountRefunded), charge.Disputed
			if charge.Created > 0 {
				p.PaidAt = time.Unix(charge.Created, 0).UTC()
			}
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

// checkoutOf is Stripe's session in the store's words.
func checkoutOf(s *stripe.CheckoutSession) money.Checkout {
	c := money.Checkout{
		ID: s.ID, URL: s.URL, Status: money.CheckoutOpen, Amount: money.Cents(s.AmountTotal), Currency: string(s.Currency), CreatedAt: time.Unix(s.Created, 0).UTC(),
		ContributionID: s.Metadata[stripeContribution], MemberID: s.Metadata[stripeMember], Purpose: money.PaymentPurpose(s.Metadata[stripePurpose]),
		Paid: s.PaymentStatus == stripe.CheckoutSessionPaymentStatusPaid,
	}
	switch s.Status {
	case stripe.CheckoutSessionStatusComplete:
		c.Status = money.CheckoutComplete
		if !c.Paid && delayedFailed(s.PaymentIntent) {
			c.Status = money.CheckoutFailed
		}
	case stripe.CheckoutSessionStatusExpired:
		c.Status = money.CheckoutExpired
	}
	if s.PaymentIntent != nil {
		c.PaymentID = s.PaymentIntent.ID
	}
	return c
}

// delayedFailed says that the payment of a completed session, which takes days, did not come.
// A payment that is named by its id alone has no status.
func delayedFailed(p *stripe.PaymentIntent) bool {
	return p != nil && (p.Status == stripe.PaymentIntentStatusRequiresPaymentMethod || p.Status == stripe.PaymentIntentStatusCanceled)
}

// stripeFailure is an error of the client in the store's words. Stripe's own sentence is
// left out: it may quote what was sent.
func stripeFailure(err error) error {
	var refused *stripe.Error
	if !errors.As(err, &refused) {
		return &store.Error{Code: store.Unavailable, Message: "payment: the provider did not answer", Err: errors.New("no answer")}
	}
	code, status := store.Unavailable, refused.HTTPStatusCode
	switch {
	case status == http.StatusNotFound:
		code = store.NotFound
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusConflict || status == http.StatusTooManyRequests:
	case status >= 400 && status < 500:
		code = store.Invalid
	}
	return &store.Error{Code: code, Message: "payment: the provider answered " + strconv.Itoa(status) + " " + word(string(refused.Type)) + " " + word(string(refused.Code))}
}

// word keeps a provider's word out of the log unless it is one.
func word(s string) string {
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && c != '_' {
			return ""
		}
	}
	return s[:min(len(s), 60)]
}
