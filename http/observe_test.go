package http

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"muster/store"
)

// Requests are logged and measured by their route, never by their content, and health
// checks are logged at debug level.
func TestRequestsAreObservedByRoute(t *testing.T) {
	var mu sync.Mutex
	var observed []string
	s := newSite(t, func(c *Config) {
		c.ObserveRequest = func(method, route string, status int, took time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			observed = append(observed, fmt.Sprint(method, " ", route, " ", status, " ", took >= 0))
		}
	})
	v := s.visitor()
	v.get("/readyz")
	v.get("/api/chat/check-username/private-name")
	v.get("/some/page")
	mu.Lock()
	defer mu.Unlock()
	if want := []string{"GET /readyz 200 true", "GET /api/chat/check-username/:username 401 true", "GET client 200 true"}; !slices.Equal(observed, want) {
		t.Errorf("observed %q", observed)
	}
	log := s.log.String()
	if strings.Contains(log, "private-name") {
		t.Error("the log quotes an address")
	}
	for line := range strings.Lines(log) {
		if strings.Contains(line, "route=/readyz") && !strings.Contains(line, "level=DEBUG") {
			t.Errorf("a health check is logged so: %s", line)
		}
	}
}

// The log has every sign-in, and of what was refused the reason and the caller, by ids.
func TestSignInsAndRefusalsAreLogged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.member("ann", false)
	v := s.visitor()
	v.post("/api/auth/send-verification", map[string]string{"email": "ann@example.org"}).want(t, 200)
	v.post("/api/auth/verify", map[string]string{"identifier": "ann@example.org", "code": "000000"}).want(t, 400)
	a := v.post("/api/auth/verify", map[string]string{"identifier": "ann@example.org", "code": v.code("ann@example.org")}).want(t, 200)
	v.token = a.body["session"].(map[string]any)["token"].(string)
	v.get("/api/admin/users").want(t, 403)
	v.get("/api/profile/me").want(t, 200)
	s.visitor().get("/api/profile/me").want(t, 401)
	open, err := s.Sessions(t.Context(), ann.ID)
	s.must(err)
	id := open[0].ID
	caller := " person=" + ann.ID + " session=" + id
	var lines []string
	for line := range strings.Lines(s.log.String()) {
		if _, about, ok := strings.Cut(line, "level=INFO msg="); ok && (strings.Contains(about, "signed in") || strings.Contains(about, "route=/api/") && !strings.Contains(about, "send-verification")) {
			lines = append(lines, regexp.MustCompile(` took=\S+`).ReplaceAllString(strings.TrimSpace(about), ""))
		}
	}
	want := []string{
		"request method=POST route=/api/auth/verify status=400 failure=code_invalid",
		`"signed in" kind=member` + caller + ` ended=""`,
		"request method=POST route=/api/auth/verify status=200",
		"request method=GET route=/api/admin/users status=403 failure=admins_only" + caller,
		"request method=GET route=/api/profile/me status=200",
		"request method=GET route=/api/profile/me status=401 failure=session_ended",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("the log is\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

// spanRecorder keeps the spans that have ended.
type spanRecorder struct {
	mu    sync.Mutex
	ended []sdktrace.ReadOnlySpan
}

func (s *spanRecorder) OnStart(context.Context, sdktrace.ReadWriteSpan) {}
func (s *spanRecorder) OnEnd(span sdktrace.ReadOnlySpan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = append(s.ended, span)
}
func (s *spanRecorder) Shutdown(context.Context) error   { return nil }
func (s *spanRecorder) ForceFlush(context.Context) error { return nil }

// A request makes a span named by its route. The client's traceparent is ignored, and
// health checks make no span.
func TestRequestsAreSpans(t *testing.T) {
	kept := &spanRecorder{}
	s := newSite(t, func(c *Config) { c.Tracer = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(kept)) })
	v := s.visitor()
	v.get("/healthz")
	v.send("GET", "/api/chat/check-username/private-name", nil, "Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	v.get("/%68ealthz")
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if len(kept.ended) != 2 || kept.ended[0].Name() != "GET /api/chat/check-username/:username" || kept.ended[1].Name() != "GET client" {
		t.Fatalf("%d spans", len(kept.ended))
	}
	if kept.ended[0].Parent().IsValid() {
		t.Error("the client's trace is continued")
	}
}

// Handshakes of /ws/chat are logged and measured with their status: a refusal used to
// leave no trace. A panic is answered, and logged without its value.
func TestHandshakesAreLogged(t *testing.T) {
	var mu sync.Mutex
	var observed []string
	l := newLiveSite(t, 1)
	l.edge.config.ObserveRequest = func(method, route string, status int, _ time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		observed = append(observed, fmt.Sprint(method, " ", route, " ", status))
	}
	_, ann, _ := l.signedInMember("ann")
	token, _ := l.session(store.MemberSession, ann.ID)
	l.dial(0, token, "general").waitJoined("general")
	v := l.visitor()
	if a := v.send("GET", "/ws/chat", nil, "Origin", "https://evil.test"); a.status != 403 {
		t.Errorf("%d", a.status)
	}
	l.edge.config.Socket = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("canary-panic") })
	if a := v.send("GET", "/ws/chat?x=canary", nil); a.status != 500 {
		t.Errorf("%d %s", a.status, a.raw)
	}
	mu.Lock()
	defer mu.Unlock()
	if want := []string{"GET /ws/chat 101", "GET /ws/chat 403", "GET /ws/chat 500"}; !slices.Equal(observed, want) {
		t.Errorf("observed %q", observed)
	}
	log := l.log.String()
	if strings.Contains(log, "canary") || strings.Count(log, "route=/ws/chat") != 4 || !strings.Contains(log, "handler panicked") {
		t.Errorf("log %s", log)
	}
}
