package gateway

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"muster/store"
	"muster/store/campaign"
)

const (
	twilioTimeout = 9 * time.Second // one call
	twilioKept    = 32              // idle connections
)

// Twilio sends SMS; it is a store.SMSSender.
type Twilio struct {
	endpoint string
	account  string
	token    string
	from     string
	client   *http.Client
}

// NewTwilio makes the gateway of one account. base is the API's address ("" is
// Twilio's own), from a number in E.164 or a messaging service's id ("MG…").
// It fails with Invalid.
func NewTwilio(base, account, token, from string) (*Twilio, error) {
	if base == "" {
		base = "https://api.twilio.com"
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
		return nil, store.NewErrorReason(store.Invalid, "twilio_base_url", "TWILIO_BASE_URL is no URL")
	}
	if account == "" || token == "" || from == "" {
		return nil, store.NewErrorReason(store.Invalid, "twilio_incomplete",
			"TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are needed together")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = twilioKept
	return &Twilio{
		endpoint: u.JoinPath("2010-04-01", "Accounts", account, "Messages.json").String(),
		account:  account, token: token, from: from,
		client: &http.Client{Timeout: twilioTimeout, Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}},
	}, nil
}

// SendSMS makes one call. A 4xx reply other than 401, 408 and 429 is Invalid. The other
// failures are Unavailable: with SendTemporary for 429, SendUnreachable for 401, which
// refuses the account and not the message, and when the call was not made, SendRefused
// for any other reply, and SendUnknown when the line broke after the call.
func (t *Twilio) SendSMS(ctx context.Context, text store.SMSMessage) error {
	form := url.Values{"To": {text.To}, "Body": {text.Body}}
	if strings.HasPrefix(t.from, "MG") {
		form.Set("MessagingServiceSid", t.from)
	} else {
		form.Set("From", t.from)
	}
	var begun atomic.Bool // a part of the request may have left
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaderField: func(string, []string) { begun.Store(true) },
	})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return &store.Error{Code: store.Invalid, Message: "The text message provider could not be called", Err: err}
	}
	request.SetBasicAuth(t.account, t.token)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	reply, err := t.client.Do(request)
	if err != nil {
		reason := campaign.SendUnreachable
		if begun.Load() {
			reason = campaign.SendUnknown
		}
		return &store.Error{Code: store.Unavailable, Reason: reason, Message: "The text message provider did not answer", Err: err}
	}
	defer reply.Body.Close()
	if reply.StatusCode < 300 {
		io.Copy(io.Discard, io.LimitReader(reply.Body, 64<<10)) // lets the connection be reused
		return nil
	}
	var failure struct {
		Code int `json:"code"`
	}
	_ = json.NewDecoder(io.LimitReader(reply.Body, 64<<10)).Decode(&failure) // the code is only for the message
	io.Copy(io.Discard, io.LimitReader(reply.Body, 64<<10))
	refusal := store.NewErrorf(store.Unavailable, campaign.SendRefused,
		"The text message provider refused it (%d, its code %d)", reply.StatusCode, failure.Code)
	switch {
	case reply.StatusCode == http.StatusTooManyRequests:
		refusal.Reason = campaign.SendTemporary
		if after, err := strconv.Atoi(reply.Header.Get("Retry-After")); err == nil && after > 0 && after <= 3600 {
			refusal.RetryAfter = time.Duration(after) * time.Second
		}
	case reply.StatusCode == http.StatusUnauthorized:
		refusal.Reason = campaign.SendUnreachable
	case reply.StatusCode < 500 && reply.StatusCode != http.StatusRequestTimeout:
		refusal.Code = store.Invalid
	}
	return refusal
}
