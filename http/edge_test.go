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

// Unknown calls get a JSON failure, never the client's page.
func TestUnknownCalls(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	for _, path := range []string{"/api", "/api/", "/api/nothing", "/api/auth/verify/", "/api//config", "/api/../api/config2", "/ws/other", "/dev/other",
		"/api/chat/room/%00/x", "/api/chat/check-username/a%2fb/c",
		// The router does not match these; they used to get the client's page.
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

// Each malformed body has its own 4xx reply.
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
	// Of two values of a field the last one counted, whatever had read the first on the way.
	for _, body := range []string{`{"email":"a@b.co","email":"c@d.co"}`, `{"email":"a@b.co", "em\u0061il" : null}`, `{"email":"a@b.co","x":[{"deep":{"a":1,"a":"\"}"}}]}`} {
		if a := v.send("POST", path, strings.NewReader(body), "Content-Type", jsonType).want(t, 400); a.body["code"] != "field_repeated" {
			t.Errorf("%s: %s", body, a.raw)
		}
	}
	v.send("POST", path, strings.NewReader(`{"email":"once@b.co","x":{"x":"x"},"y":[{"a":"a:"},{"a":{}}],"\"":[]}`), "Content-Type", jsonType).want(t, 200)
	// Without a Content-Length the limit is found while reading.
	long := io.MultiReader(strings.NewReader(`{"email":"`), strings.NewReader(strings.Repeat("a", maxBody)), strings.NewReader(`"}`))
	v.send("POST", path, long, "Content-Type", jsonType).want(t, 413)
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json; charset=utf-16", "application/jsonp", ";"} {
		v.send("POST", path, strings.NewReader(`{"email":"a@b.co"}`), "Content-Type", kind).want(t, 415)
	}
	// A compressed body was read as it is: a right one was called malformed, one that was not
	// compressed passed under a wrong name.
	for _, coding := range []string{"gzip", "br", "deflate", "identity, gzip"} {
		a := v.send("POST", path, strings.NewReader(`{"email":"a@b.co"}`), "Content-Type", jsonType, "Content-Encoding", coding).want(t, 415)
		if a.body["code"] != "content_encoding" || a.header.Get("Accept-Encoding") != "identity" {
			t.Errorf("%s: %s, Accept-Encoding %q", coding, a.raw, a.header.Get("Accept-Encoding"))
		}
	}
	v.send("POST", path, strings.NewReader(`{"email":"named@example.org"}`), "Content-Type", jsonType, "Content-Encoding", "Identity").want(t, 200)
	v.send("POST", path, strings.NewReader(`{"email":"fine@example.org","extra":{"deep":[1]}}`), "Content-Type", "application/JSON; charset=UTF-8").want(t, 200)
}

// Repeated query keys are refused.
func TestQueries(t *testing.T) {
	t.Parallel()
	v := newSite(t).visitor()
	v.get("/api/config?a=1&b=2").want(t, 200)
	v.get("/api/config?a=1&a=2").want(t, 400)
	v.get("/api/config?a=%zz").want(t, 400)
	// A page's query belongs to the client; these used to get a JSON failure.
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

// Only the listed origins may read or change anything; "null" and similar names are
// refused.
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
		for _, sent := range []string{"Authorization", "Idempotency-Key", "X-Face-Admin-Password"} {
			if strings.Contains(a.header.Get("Access-Control-Allow-Headers"), sent) != allowed {
				t.Errorf("preflight from %s allows %q: %s", origin, a.header.Get("Access-Control-Allow-Headers"), sent)
			}
		}
		status := 403
		if allowed {
			status = 400
		}
		v.send("POST", "/api/auth/verify", strings.NewReader("{}"), "Origin", origin, "Content-Type", jsonType).want(t, status)
	}
}

// Every reply has the security headers, for pages and calls alike.
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

// A page holds its device's clock against the date of replies. That was the machine's, and
// messages were dated by the database's: yesterday's stood under "Today".
func TestRepliesAreDatedByTheClockOfMessages(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) { c.Clock = func() time.Time { return time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC) } })
	for _, path := range []string{"/", "/api/config", "/api/nothing", "/api/chat/rooms"} {
		if date := s.visitor().get(path).header.Get("Date"); date != "Thu, 05 Mar 2026 12:00:00 GMT" {
			t.Errorf("%s is dated %q", path, date)
		}
	}
}

// Every path of the client's router gets its page; files with a hash in their name
// are cached, the page is not; a missing file is 404.
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
	// Whoever refused gzip by its weight received it all the same, and could not read the client.
	for accept, want := range map[string]string{"gzip;q=0": "", "br, gzip; q=0.0, identity": "", "deflate, GZIP;q=0.5": "gzip", "br;q=1.0,gzip;q=x": "gzip", "notgzip": ""} {
		if a := v.send("GET", "/assets/app-1234.js", nil, "Accept-Encoding", accept); a.header.Get("Content-Encoding") != want {
			t.Errorf("%s: encoded as %q", accept, a.header.Get("Content-Encoding"))
		}
	}
	if a := v.send("GET", "/assets/app-1234.js", nil, "Range", "bytes=-0"); a.status != 416 {
		t.Errorf("the last 0 bytes: %d %v", a.status, a.header)
	}
	if a := v.send("GET", "/assets/app-1234.js", nil, "If-None-Match", a.header.Get("ETag"), "Accept-Encoding", "gzip"); a.status != 304 {
		t.Errorf("known tag: %d", a.status)
	}
	if a := v.send("GET", "/assets/app-1234.js", nil, "Accept-Encoding", "identity"); a.header.Get("Content-Encoding") != "" {
		t.Error("packed for a browser that cannot unpack")
	}
}

// /readyz reports draining and the state of Postgres.
func TestReadiness(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	s.eventually("Postgres is up", func() bool { // a ping that takes long finds it down
		a := v.get("/readyz").want(t, 200)
		if a.body["ready"] != true {
			t.Errorf("%s", a.raw)
		}
		return a.body["postgres"] == "up"
	})
	s.edge.Drain()
	if a := v.get("/readyz"); a.status != http.StatusServiceUnavailable || a.body["draining"] != true {
		t.Errorf("%d %s", a.status, a.raw)
	}
	v.get("/healthz").want(t, 200)
}

// Without the database calls reply 503, never 401, and the node stays ready.
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
	answers := make(chan response, len(calls)) // in parallel, because each waits for its time limit
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

// One deadline limits a whole call. Each query used to have a deadline of its own, so
// a call with two queries took nine seconds while the database was frozen. A call
// that the deadline ends is logged as an outage.
func TestCallHasOneDeadline(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.must(s.edge.mount([]route{jsonRoute("/api/slow", member, func(c *call) (any, error) {
		ctx := c.Request.Context()
		if at, bounded := ctx.Deadline(); !bounded || time.Until(at) > 5*time.Second {
			t.Errorf("deadline %v %v", at, bounded)
			return body.Done, nil
		}
		<-ctx.Done() // one query takes all the time
		return nil, s.Ping(ctx)
	}, body.OK{})}))
	token, _ := s.session("member", s.member("plain", false).ID)
	s.with(token).get("/api/slow").want(t, 503)
	if !strings.Contains(s.log.String(), "call failed") {
		t.Error("the outage is not in the log")
	}
}

// What the operator has not set up is answered and no outage: the log had an error without a
// cause for each call.
func TestWhatIsNotSetUpIsNoOutage(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) { c.GIFs, c.GIFService, c.SampleGIF = nil, "", nil })
	v, _, _ := s.signedInMember("ann")
	for code, a := range map[string]response{
		"gif_not_configured": v.get("/api/gifs/trending"),
		"payments_off":       v.postKey(createContribution, unknownID, fields{"amount": 25}),
	} {
		a.fails(t, 503, code)
	}
	if strings.Contains(s.log.String(), "call failed") {
		t.Error("the log has an outage")
	}
}

// A panic is a 500 in JSON; its value is neither in the reply nor in the log.
func TestPanicIsAnswered(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.must(s.edge.mount([]route{jsonRoute("/api/broken", anyone, func(*call) (any, error) { panic("canary-panic") }, body.OK{})}))
	a := s.visitor().get("/api/broken").want(t, 500)
	if strings.Contains(string(a.raw), "canary") || strings.Contains(s.log.String(), "canary") || !strings.Contains(s.log.String(), "handler panicked") {
		t.Errorf("answer %s\nlog %s", a.raw, s.log)
	}
}

// The outbox exists in development only.
func TestOutboxIsForDevelopment(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) { c.Outbox = nil })
	s.visitor().get("/dev/outbox").want(t, 404)
}

// X-Forwarded-For is read from trusted proxies only, from the right up to the first
// address that is not a trusted proxy.
func TestAddress(t *testing.T) {
	t.Parallel()
	address := ClientAddress([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")})
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
