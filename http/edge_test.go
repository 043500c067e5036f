package http

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"muster/http/body"
)

const jsonType = "application/json"

// GEN-10: calls that do not exist are told in JSON, never with the client's page.
func TestUnknownCalls(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	for _, path := range []string{"/api", "/api/", "/api/nothing", "/api/auth/verify/", "/api//config", "/api/../api/config2", "/ws/other", "/dev/other",
		"/api/chat/room/%00/x", "/api/chat/check-username/a%2fb/c",
		// Written so, the router does not know them; they were the client's page once.
		"//api/config", "/./api/config", "/API/config", "/x/../api/config"} {
		v.get(path).want(t, 404)
	}
	a := v.get("/api/auth/verify").want(t, 405)
	if a.header.Get("Allow") != "POST" {
		t.Errorf("Allow: %q", a.header.Get("Allow"))
	}
	v.send("PUT", "/api/config", nil).want(t, 405)
	v.send("TRACE", "/api/config", nil).want(t, 405)
	v.send("BREW", "/api/config", nil).want(t, 405)
	v.send("POST", "/dashboard", nil).want(t, 405)
}

// GEN-17, 2c: each malformed body has its own answer, and none is a 500.
func TestMalformedBodies(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	const path = "/api/auth/send-verification"
	for body, status := range map[string]int{
		`{"email":`: 400, ``: 400, `[]`: 400, `"x"`: 400, `{"email":1}`: 400, `{"email":"a@b.c"} {}`: 400, `{"email":NaN}`: 400,
		`{"email":"a@b.c"}x`: 400, "\x00": 400, "{\"email\":\"\xff\xfe@b.c\"}": 400, `{"email":"\ud800@b.c"}`: 400,
		strings.Repeat("[", 100_000/2):                                    400,
		`{"x":` + strings.Repeat("[", 17) + strings.Repeat("]", 17) + `}`: 400,
		`{"email":"` + strings.Repeat("a", maxBody) + `"}`:                413,
		`null`: 400, `{}`: 400, `{"email":null,"phone":null}`: 400,
	} {
		if a := v.send("POST", path, strings.NewReader(body), "Content-Type", jsonType); a.status != status {
			t.Errorf("%.40q: %d, want %d", body, a.status, status)
		} else {
			a.want(t, status)
		}
	}
	// Without a length, the limit is met while reading.
	long := io.MultiReader(strings.NewReader(`{"email":"`), strings.NewReader(strings.Repeat("a", maxBody)), strings.NewReader(`"}`))
	v.send("POST", path, long, "Content-Type", jsonType).want(t, 413)
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json; charset=utf-16", "application/jsonp", ";"} {
		v.send("POST", path, strings.NewReader(`{"email":"a@b.co"}`), "Content-Type", kind).want(t, 415)
	}
	v.send("POST", path, strings.NewReader(`{"email":"fine@example.org","extra":{"deep":[1]}}`), "Content-Type", "application/JSON; charset=UTF-8").want(t, 200)
}

// 2c: parameters that come twice are refused.
func TestQueries(t *testing.T) {
	t.Parallel()
	v := newSite(t).visitor()
	v.get("/api/config?a=1&b=2").want(t, 200)
	v.get("/api/config?a=1&a=2").want(t, 400)
	v.get("/api/config?a=%zz").want(t, 400)
	// A page's query is the client's own; a browser got JSON for these once.
	for _, query := range []string{"?a=1&a=2", "?a=%zz"} {
		if a := v.get("/dashboard" + query); a.status != 200 || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
			t.Errorf("page with %s: %d", query, a.status)
		}
	}
}

func TestHeadAndOptions(t *testing.T) {
	t.Parallel()
	v := newSite(t).visitor()
	if a := v.send("HEAD", "/api/config", nil); a.status != 200 || len(a.raw) != 0 || a.header.Get("Content-Length") == "0" {
		t.Errorf("HEAD: %d, %d bytes", a.status, len(a.raw))
	}
	if a := v.send("OPTIONS", "/api/config", nil); a.status != 204 || a.header.Get("Allow") != "GET, HEAD" {
		t.Errorf("OPTIONS: %d, Allow %q", a.status, a.header.Get("Allow"))
	}
}

// GEN-20, 2c: only the listed origins may read or change anything; null and
// look-alikes are no better than any other.
func TestOrigins(t *testing.T) {
	t.Parallel()
	v := newSite(t).visitor()
	for origin, allowed := range map[string]bool{
		"https://muster.test": true, "http://muster.test": false, "https://muster.test.evil.test": false, "https://evil.test": false,
		"null": false, "https://muster.test:8443": false, "https://MUSTER.test": false,
	} {
		a := v.send("GET", "/api/config", nil, "Origin", origin)
		got := a.header.Get("Access-Control-Allow-Origin")
		if (got == origin) != allowed || (!allowed && got != "") || !strings.Contains(strings.Join(a.header.Values("Vary"), ","), "Origin") {
			t.Errorf("GET from %s: allowed %q", origin, got)
		}
		a = v.send("OPTIONS", "/api/auth/verify", nil, "Origin", origin, "Access-Control-Request-Method", "POST")
		if a.status != 204 || (a.header.Get("Access-Control-Allow-Methods") != "") != allowed {
			t.Errorf("preflight from %s: %d %v", origin, a.status, a.header)
		}
		status := 403
		if allowed {
			status = 400
		}
		v.send("POST", "/api/auth/verify", strings.NewReader("{}"), "Origin", origin, "Content-Type", jsonType).want(t, status)
	}
}

// GEN-21: every answer carries the headers, pages and calls alike.
func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) { c.Secure = true })
	v := s.visitor()
	for _, path := range []string{"/", "/dashboard", "/assets/app-1234.js", "/api/config", "/api/nothing", "/dev/outbox"} {
		a := v.get(path)
		policy := a.header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'", "https://media.giphy.com", "wss://muster.test"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy lacks %s", path, part)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("%s: %s", path, policy)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
			"Strict-Transport-Security": "max-age=31536000; includeSubDomains"} {
			if a.header.Get(name) != want {
				t.Errorf("%s: %s is %q", path, name, a.header.Get(name))
			}
		}
	}
}

// GEN-11: every path of the client's router is its page; hashed files stay in
// caches, the page does not; a missing file is no page.
func TestClientFiles(t *testing.T) {
	t.Parallel()
	v := newSite(t).visitor()
	for _, path := range []string{"/", "/dashboard", "/chat/general", "/apply/status", "/login"} {
		a := v.get(path)
		if a.status != 200 || a.header.Get("Content-Type") != "text/html; charset=utf-8" || a.header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d %v", path, a.status, a.header)
		}
	}
	for _, path := range []string{"/assets/gone.js", "/.keep", "/.vite/manifest.json", "/favicon.ico", "/../go.mod", "/assets/..%2f..%2fgo.mod"} {
		if a := v.get(path); a.status != 404 {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	a := v.send("GET", "/assets/app-1234.js", nil, "Accept-Encoding", "gzip")
	if !strings.Contains(a.header.Get("Cache-Control"), "immutable") || a.header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v", a.header)
	}
	z, err := gzip.NewReader(strings.NewReader(string(a.raw)))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(z); err != nil || string(text) != string(builtClient["assets/app-1234.js"].Data) {
		t.Errorf("unpacked to %d bytes, %v", len(text), err)
	}
	if a := v.send("GET", "/assets/app-1234.js", nil, "If-None-Match", a.header.Get("ETag"), "Accept-Encoding", "gzip"); a.status != 304 {
		t.Errorf("known tag: %d", a.status)
	}
	if a := v.send("GET", "/assets/app-1234.js", nil, "Accept-Encoding", "identity"); a.header.Get("Content-Encoding") != "" {
		t.Error("packed for a browser that cannot unpack")
	}
}

// GEN-22: a draining node says so, a living one says how Postgres is.
func TestReadiness(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	if a := v.get("/readyz").want(t, 200); a.body["postgres"] != "up" || a.body["ready"] != true {
		t.Errorf("%s", a.raw)
	}
	s.edge.Drain()
	if a := v.get("/readyz"); a.status != http.StatusServiceUnavailable || a.body["draining"] != true {
		t.Errorf("%d %s", a.status, a.raw)
	}
	v.get("/healthz").want(t, 200)
}

// P19: with the database gone calls are 503, never 401; the node stays ready.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	token, _ := s.session("member", s.member("plain", false).ID)
	s.DB.Close()
	v := s.with(token)
	calls := map[string]string{
		"GET /api/profile/me": "", "GET /api/chat/rooms": "", "GET /api/auth/sessions": "", "POST /api/auth/logout": "",
		"POST /api/auth/send-verification": `{"email":"a@b.co"}`, "POST /api/auth/verify": `{"identifier":"a@b.co","code":"123456"}`,
	}
	answers := make(chan answer, len(calls)) // at once: each waits for the database as long as it may
	for call, body := range calls {
		method, path, _ := strings.Cut(call, " ")
		go func() { answers <- v.send(method, path, strings.NewReader(body), "Content-Type", jsonType) }()
	}
	for range calls {
		if a := (<-answers).want(t, 503); a.header.Get("Retry-After") == "" {
			t.Errorf("no Retry-After: %s", a.raw)
		}
	}
	if a := v.get("/readyz"); a.status != 200 || a.body["postgres"] != "down" {
		t.Errorf("%d %s", a.status, a.raw)
	}
}

// P19: one deadline bounds a whole call. Each question to the store once had a
// time of its own, so a database that froze under a call of two questions kept
// its caller for nine seconds, and one without any for ever. What the deadline
// ends is an outage, and stands in the log.
func TestCallHasOneDeadline(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.must(s.edge.mount([]route{{"GET", "/api/slow", member, func(c *call) (any, error) {
		ctx := c.Request.Context()
		if at, bounded := ctx.Deadline(); !bounded || time.Until(at) > 5*time.Second {
			t.Errorf("deadline %v %v", at, bounded)
			return body.Done, nil
		}
		<-ctx.Done() // one question took all the time there was
		return nil, s.Ping(ctx)
	}}}))
	token, _ := s.session("member", s.member("plain", false).ID)
	s.with(token).get("/api/slow").want(t, 503)
	if !strings.Contains(s.log.String(), "call failed") {
		t.Error("the outage is not in the log")
	}
}

// A handler that breaks is a 500 in JSON, and its cause is in no answer and no log.
func TestPanicIsAnswered(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.must(s.edge.mount([]route{{"GET", "/api/broken", public, func(*call) (any, error) { panic("canary-panic") }}}))
	a := s.visitor().get("/api/broken").want(t, 500)
	if strings.Contains(string(a.raw), "canary") || strings.Contains(s.log.String(), "canary") || !strings.Contains(s.log.String(), "handler panicked") {
		t.Errorf("answer %s\nlog %s", a.raw, s.log)
	}
}

// The outbox exists in dev only.
func TestOutboxIsForDevelopment(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) { c.Outbox = nil })
	s.visitor().get("/dev/outbox").want(t, 404)
}

// SEC-2: forwarding headers count from trusted proxies only, and only up to
// the first address that is not one.
func TestAddress(t *testing.T) {
	t.Parallel()
	address := Address([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")})
	for _, c := range []struct{ remote, forwarded, want string }{
		{"192.0.2.1:5000", "", "192.0.2.1"},
		{"192.0.2.1:5000", "203.0.113.9", "192.0.2.1"},
		{"10.0.0.1:5000", "203.0.113.9", "203.0.113.9"},
		{"10.0.0.1:5000", "198.51.100.1, 203.0.113.9", "203.0.113.9"},
		{"10.0.0.1:5000", "198.51.100.1, 203.0.113.9, 10.2.3.4", "203.0.113.9"},
		{"10.0.0.1:5000", "rubbish", "10.0.0.1"},
		{"10.0.0.1:5000", "203.0.113.9, rubbish", "10.0.0.1"},
		{"10.0.0.1:5000", "203.0.113.9:4711", "203.0.113.9"},
		{"10.0.0.1:5000", "", "10.0.0.1"},
		{"[::ffff:10.0.0.1]:5000", "203.0.113.9", "203.0.113.9"},
		{"[2001:db8::1]:5000", "2001:db9::7", "2001:db9::7"},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := address(r); got != c.want {
			t.Errorf("%s forwarding %q: %s, want %s", c.remote, c.forwarded, got, c.want)
		}
	}
}
