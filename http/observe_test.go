package http

import (
	"context"
	"fmt"
	"net/http"
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
func TestRequestsAreToldByRoute(t *testing.T) {
	var mu sync.Mutex
	var told []string
	s := newSite(t, func(c *Config) {
		c.ObserveRequest = func(method, route string, status int, took time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, fmt.Sprint(method, " ", route, " ", status, " ", took >= 0))
		}
	})
	v := s.visitor()
	v.get("/readyz")
	v.get("/api/chat/check-username/private-name")
	v.get("/some/page")
	mu.Lock()
	defer mu.Unlock()
	if want := []string{"GET /readyz 200 true", "GET /api/chat/check-username/:username 401 true", "GET client 200 true"}; !slices.Equal(told, want) {
		t.Errorf("told %q", told)
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
