package http

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// response is the reply to a call.
type response struct {
	status int
	header http.Header
	raw    []byte
	body   map[string]any // nil when the reply is not a JSON object
}

// visitor is a browser with cookies and, once signed in, a token.
type visitor struct {
	*site
	client *http.Client
	token  string
}

func (s *site) visitor() *visitor {
	jar, err := cookiejar.New(nil)
	s.must(err)
	client := &http.Client{Jar: jar, Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	s.t.Cleanup(client.CloseIdleConnections)
	return &visitor{site: s, client: client}
}

// with returns a visitor that has a token already.
func (s *site) with(token string) *visitor {
	v := s.visitor()
	v.token = token
	return v
}

// send makes one call; headers are name, value pairs.
func (v *visitor) send(method, path string, body io.Reader, headers ...string) response {
	v.t.Helper()
	request, err := http.NewRequest(method, v.base+path, body)
	v.must(err)
	if v.token != "" {
		request.Header.Set("Authorization", "Bearer "+v.token)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	reply, err := v.client.Do(request)
	v.must(err)
	defer reply.Body.Close()
	a := response{status: reply.StatusCode, header: reply.Header}
	a.raw, err = io.ReadAll(reply.Body)
	v.must(err)
	json.Unmarshal(a.raw, &a.body)
	return a
}

func (v *visitor) get(path string) response { v.t.Helper(); return v.send("GET", path, nil) }

func (v *visitor) post(path string, body any) response {
	v.t.Helper()
	raw, err := json.Marshal(body)
	v.must(err)
	return v.send("POST", path, bytes.NewReader(raw), "Content-Type", "application/json")
}

// want checks the status, success and, for failures, the failure body.
func (a response) want(t testing.TB, status int) response {
	t.Helper()
	if a.status != status {
		t.Fatalf("status %d, want %d: %s", a.status, status, a.raw)
	}
	if kind := a.header.Get("Content-Type"); kind != "application/json; charset=utf-8" {
		t.Fatalf("content type %q", kind)
	}
	if success := a.body["success"] == true; success != (status < 300) {
		t.Fatalf("success is %v with status %d", a.body["success"], status)
	}
	if status >= 300 && (a.body["message"] == "" || a.body["message"] != a.body["error"] || a.body["code"] == "") {
		t.Fatalf("not a failure body: %s", a.raw)
	}
	return a
}

// says checks the message.
func (a response) says(t testing.TB, message string) {
	t.Helper()
	if a.body["message"] != message {
		t.Errorf("says %q, want %q", a.body["message"], message)
	}
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// code waits for a code sent to an address and returns the newest.
func (v *visitor) code(to string) string {
	v.t.Helper()
	v.work()
	deadline := time.NewTimer(testTimeout)
	defer deadline.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		a := v.send("GET", "/dev/outbox", nil, "Accept", "application/json")
		messages, _ := a.body["messages"].([]any)
		for _, one := range messages {
			if m := one.(map[string]any); m["to"] == to {
				return sixDigits.FindString(m["text"].(string))
			}
		}
		select {
		case <-tick.C:
		case <-deadline.C:
			v.t.Fatalf("no code for %s", to)
		}
	}
}

// signIn requests a code and verifies it; it returns the reply to the right code.
func (v *visitor) signIn(identifier string) response {
	v.t.Helper()
	field := "phone"
	if strings.Contains(identifier, "@") {
		field = "email"
	}
	v.post("/api/auth/send-verification", map[string]string{field: identifier}).want(v.t, 200)
	a := v.post("/api/auth/verify", map[string]string{"identifier": identifier, "code": v.code(identifier)}).want(v.t, 200)
	session, _ := a.body["session"].(map[string]any)
	v.token, _ = session["token"].(string)
	return a
}

// cookie returns one of the sign-in cookies as the browser has it.
func (v *visitor) cookie(name string) string {
	at, err := url.Parse(v.base + "/api/auth/verify")
	v.must(err)
	for _, c := range v.client.Jar.Cookies(at) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}
