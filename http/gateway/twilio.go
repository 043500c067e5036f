package gateway

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"muster/store"
)

// twilioTimeout limits one call.
const twilioTimeout = 10 * time.Second

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
	return &Twilio{
		endpoint: u.JoinPath("2010-04-01", "Accounts", account, "Messages.json").String(),
		account:  account, token: token, from: from,
		client: &http.Client{Timeout: twilioTimeout},
	}, nil
}

// SendSMS makes one call. A 4xx reply other than 408 and 429 is Invalid.
func (t *Twilio) SendSMS(ctx context.Context, text store.SMSMessage) error {
	form := url.Values{"To": {text.To}, "Body": {text.Body}}
	if strings.HasPrefix(t.from, "MG") {
		form.Set("MessagingServiceSid", t.from)
	} else {
		form.Set("From", t.from)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return &store.Error{Code: store.Invalid, Message: "text: the call could not be made", Err: err}
	}
	request.SetBasicAuth(t.account, t.token)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	reply, err := t.client.Do(request)
	if err != nil {
		return &store.Error{Code: store.Unavailable, Message: "text: the provider did not answer", Err: err}
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
	code := store.Unavailable
	if reply.StatusCode < 500 && reply.StatusCode != http.StatusTooManyRequests && reply.StatusCode != http.StatusRequestTimeout {
		code = store.Invalid
	}
	return &store.Error{Code: code,
		Message: "text: the provider refused with " + strconv.Itoa(reply.StatusCode) + ", its code " + strconv.Itoa(failure.Code)}
}
