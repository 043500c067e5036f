package http

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// Every request is told by its route, never by what it carried, and health
// checks do not fill the log.
func TestRequestsAreToldByRoute(t *testing.T) {
	var mu sync.Mutex
	var told []string
	s := newSite(t, func(c *Config) {
		c.Answered = func(method, route string, status int, took time.Duration) {
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

// spans keeps what has ended.
type spans struct {
	mu   sync.Mutex
	over []sdktrace.ReadOnlySpan
}

func (s *spans) OnStart(context.Context, sdktrace.ReadWriteSpan) {}
func (s *spans) OnEnd(span sdktrace.ReadOnlySpan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = append(s.over, span)
}
func (s *spans) Shutdown(context.Context) error   { return nil }
func (s *spans) ForceFlush(context.Context) error { return nil }

// A request is a span named by its route; a stranger's traceparent is not
// believed, and health checks make none, which means those that the router took
// for one.
func TestRequestsAreSpans(t *testing.T) {
	kept := &spans{}
	s := newSite(t, func(c *Config) { c.Tracer = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(kept)) })
	v := s.visitor()
	v.get("/healthz")
	v.send("GET", "/api/chat/check-username/private-name", nil, "Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	v.get("/%68ealthz")
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if len(kept.over) != 2 || kept.over[0].Name() != "GET /api/chat/check-username/:username" || kept.over[1].Name() != "GET client" {
		t.Fatalf("%d spans", len(kept.over))
	}
	if kept.over[0].Parent().IsValid() {
		t.Error("a stranger's trace goes on here")
	}
}
