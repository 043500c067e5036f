package gateway_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"muster/http/gateway"
	"muster/store"
)

func TestTextIsOneSignedCall(t *testing.T) {
	var path, user, password string
	var form url.Values
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path = r.URL.Path
		user, password, _ = r.BasicAuth()
		r.ParseForm()
		form = r.PostForm
		w.WriteHeader(http.StatusCreated)
		w.Write([]byte(`{"sid":"SM1"}`))
	}))
	defer server.Close()
	for from, field := range map[string]string{"+15550009999": "From", "MG123": "MessagingServiceSid"} {
		gate, err := gateway.NewTwilio(server.URL, "AC1", "secret", from)
		if err != nil {
			t.Fatal(err)
		}
		if err := gate.SendSMS(context.Background(), store.SMSMessage{To: "+15551234567", Body: "code 123456"}); err != nil {
			t.Fatal(err)
		}
		if path != "/2010-04-01/Accounts/AC1/Messages.json" || user != "AC1" || password != "secret" {
			t.Errorf("called %s as %s", path, user)
		}
		if form.Get("To") != "+15551234567" || form.Get("Body") != "code 123456" || form.Get(field) != from {
			t.Errorf("sent %v", form)
		}
	}
}

// Only 5xx, 401, 408 and 429 are retried.
func TestTextRefusals(t *testing.T) {
	status := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		w.Write([]byte(`{"code":21211,"message":"+15551234567 is not valid"}`))
	}))
	defer server.Close()
	gate, err := gateway.NewTwilio(server.URL, "AC1", "secret", "+15550009999")
	if err != nil {
		t.Fatal(err)
	}
	for status = range map[int]bool{400: true, 401: true, 404: true, 408: true, 429: true, 500: true, 503: true} {
		want := store.Invalid
		if status >= 500 || status == 401 || status == 408 || status == 429 {
			want = store.Unavailable
		}
		err := gate.SendSMS(context.Background(), store.SMSMessage{To: "+15551234567", Body: "hi"})
		if store.CodeOf(err) != want || strings.Contains(store.AsError(err).Message, "5551234567") {
			t.Errorf("%d became %v", status, err)
		}
	}
	server.Close()
	err = gate.SendSMS(context.Background(), store.SMSMessage{To: "+15551234567", Body: "hi"})
	if store.CodeOf(err) != store.Unavailable {
		t.Errorf("away: %v", err)
	}
}

func TestTwilioNeedsAllItsSettings(t *testing.T) {
	if _, err := gateway.NewTwilio("", "AC1", "", "+15550009999"); store.CodeOf(err) != store.Invalid {
		t.Error("a missing token passes")
	}
	if _, err := gateway.NewTwilio("ftp://x", "AC1", "t", "+15550009999"); store.CodeOf(err) != store.Invalid {
		t.Error("a wrong address passes")
	}
}
