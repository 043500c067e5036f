package security

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"muster/cmd/muster/internal/systemtest/harness"
)

// stranger is a caller who puts a secret wherever a request has room for one.
type stranger struct {
	t      *testing.T
	c      *secrets
	at     string // http://host:port
	client *http.Client
	token  string
}

func (c *secrets) stranger(t *testing.T, at string) *stranger {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &stranger{t, c, at, &http.Client{Jar: jar, Timeout: 30 * time.Second}, ""}
}

// call makes one call; statuses says which answers are right.
func (s *stranger) call(method, path string, body any, statuses ...int) map[string]any {
	s.t.Helper()
	raw, given := body.(string)
	if !given && body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		raw = string(encoded)
	}
	address := fmt.Sprintf("203.0.113.%d", 1+rand.IntN(254))
	s.c.words[address] = "network address"
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	request, err := http.NewRequest(method, s.at+path+mark+s.c.new("query key")+"="+s.c.new("query value"), strings.NewReader(raw))
	if err != nil {
		s.t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json", "User-Agent": s.c.new("browser's name"), "X-Forwarded-For": address,
		"Referer": "https://" + s.c.new("referring page"), "X-" + s.c.new("header"): s.c.new("header's value"), "Traceparent": "00-" + s.c.new("trace"),
	} {
		request.Header.Set(name, value)
	}
	request.AddCookie(&http.Cookie{Name: s.c.new("cookie"), Value: s.c.new("cookie's value")})
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	reply, err := s.client.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer reply.Body.Close()
	for _, cookie := range reply.Cookies() {
		if cookie.Value != "" {
			s.c.add(s.t, "cookie of ours", cookie.Value)
		}
	}
	var said map[string]any
	text, _ := io.ReadAll(reply.Body)
	_ = json.Unmarshal(text, &said)
	for _, status := range statuses {
		if reply.StatusCode == status {
			return said
		}
	}
	s.t.Errorf("%s %s: %d %s", method, path, reply.StatusCode, text)
	return said
}

// signIn goes through the outbox; a wrong code comes first.
func (s *stranger) signIn(identifier string) {
	s.t.Helper()
	field := "phone"
	if strings.Contains(identifier, "@") {
		field = "email"
	}
	s.call("POST", "/api/auth/send-verification", map[string]string{field: identifier}, 200)
	s.call("POST", "/api/auth/verify", map[string]string{"identifier": identifier, "code": s.c.new("wrong code")}, 400)
	code := ""
	harness.Until(s.t, "a code came", func() bool {
		sent, _ := s.call("GET", "/dev/outbox", nil, 200)["messages"].([]any)
		for _, one := range sent {
			m := one.(map[string]any)
			if to := m["to"].(string); code == "" && strings.HasSuffix(to, strings.TrimPrefix(identifier, "+")) {
				code = regexp.MustCompile(`\b\d{6}\b`).FindString(m["text"].(string))
			}
		}
		return code != ""
	})
	s.c.codes = append(s.c.codes, code)
	session, _ := s.call("POST", "/api/auth/verify", map[string]string{"identifier": identifier, "code": code}, 200)["session"].(map[string]any)
	s.token, _ = session["token"].(string)
	s.c.add(s.t, "token", s.token)
}

// collector receives traces at url; text is all that it was sent.
func collector(t *testing.T) (url string, text func() string) {
	var got harness.Log
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var all bytes.Buffer
		all.ReadFrom(r.Body)
		got.Write(all.Bytes())
	}))
	t.Cleanup(server.Close)
	return server.URL, got.String
}
