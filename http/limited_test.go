package http

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Refused sign-ins showed as 429s of a route, and no line said that a missing proxy
// setting makes all members one address. The log says so, once a minute, and names
// nobody.
func TestRefusedSignInsAreCountedAndLogged(t *testing.T) {
	var later atomic.Int64
	s := newSite(t, func(c *Config) {
		c.Clock = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	})
	v := s.visitor()
	ask := func(status int) {
		v.post("/api/auth/send-verification", map[string]string{"email": "ann@example.org"}).want(t, status)
	}
	ask(200)
	ask(429)
	ask(429)
	lines := func() int { return strings.Count(s.log.String(), "calls refused by a limit") }
	if n := s.edge.Limited()["code_limit"]; n != 2 || lines() != 1 {
		t.Errorf("%d counted, %d lines", n, lines())
	}
	later.Store(int64(limitLogEvery))
	ask(429)
	logged := s.log.String()
	if lines() != 2 || !strings.Contains(logged, "limit=code_limit") || !strings.Contains(logged, "times=2") || strings.Contains(logged, "ann@") {
		t.Errorf("a minute later:\n%s", logged)
	}
}
