package http

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"maps"
	"strings"
	"testing"

	"muster/store"
)

// A browser is added and removed by its member alone; one at an address that is
// not public, or whose name leads to one, is refused and nothing is stored.
func TestPushSubscriptions(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) {
		c.PushKey = "a public key"
		c.PublicHost = func(_ context.Context, host string) bool { return host != "rebound.example.org" }
	})
	bob, ann := s.member("bob", false), s.member("ann", false)
	token, _ := s.session(store.MemberSession, bob.ID)
	other, _ := s.session(store.MemberSession, ann.ID)
	v := s.with(token)
	if a := v.get("/api/push/key").want(t, 200); a.body["publicKey"] != "a public key" {
		t.Errorf("%s", a.raw)
	}
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	s.must(err)
	keys := map[string]any{"p256dh": base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), "auth": strings.Repeat("A", 22)}
	const path, good = "/api/push/subscriptions", "https://push.example.org/send/abc"
	stored := func() (n int) {
		s.must(s.Pool().QueryRow(context.Background(), `select count(*) from push_subscriptions`).Scan(&n))
		return n
	}
	for _, endpoint := range []string{
		"http://push.example.org/x", "https://127.0.0.1/x", "https://10.1.2.3/x", "https://100.64.0.1/x", "https://169.254.169.254/latest", "https://224.0.0.1/x",
		"https://240.0.0.1/x", "https://[::1]/x", "https://[fe80::1]/x", "https://localhost/x", "https://rebound.example.org/x", "", "javascript:alert(1)",
	} {
		if a := v.post(path, map[string]any{"endpoint": endpoint, "keys": keys}).want(t, 400); a.body["code"] != "push_endpoint" {
			t.Errorf("%s: %s", endpoint, a.raw)
		}
	}
	v.post(path, map[string]any{"endpoint": good, "keys": map[string]any{"p256dh": "x", "auth": "y"}}).want(t, 400)
	if n := stored(); n != 0 {
		t.Errorf("%d are stored", n)
	}
	for range 2 {
		v.post(path, map[string]any{"endpoint": good, "keys": keys}).want(t, 200)
	}
	s.with(other).delete(path, map[string]any{"endpoint": good}).want(t, 200)
	if n := stored(); n != 1 {
		t.Errorf("%d are stored, want one", n)
	}
	v.delete(path, map[string]any{"endpoint": good}).want(t, 200)
	if n := stored(); n != 0 {
		t.Errorf("%d are left", n)
	}
	v.delete(path, map[string]any{}).want(t, 400)
	if log := s.log.String(); strings.Contains(log, "send/abc") {
		t.Error("the log names an endpoint")
	}
}

// Without keys push is off and says so.
func TestPushIsOff(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	token, _ := s.session(store.MemberSession, s.member("bob", false).ID)
	v := s.with(token)
	if a := v.get("/api/push/key").want(t, 200); a.body["publicKey"] != nil {
		t.Errorf("%s", a.raw)
	}
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	s.must(err)
	keys := map[string]any{"p256dh": base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), "auth": strings.Repeat("A", 22)}
	if a := v.post("/api/push/subscriptions", map[string]any{"endpoint": "https://push.example.org/x", "keys": keys}).want(t, 503); a.body["code"] != "push_off" {
		t.Errorf("%s", a.raw)
	}
	if strings.Contains(s.log.String(), "call failed") {
		t.Error("the log has an outage")
	}
}

// Settings are answered as they were put; what cannot be is refused.
func TestPushSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	token, _ := s.session(store.MemberSession, s.member("bob", false).ID)
	v := s.with(token)
	const path = "/api/push/settings"
	same := func(a response, from, to, zone, preview any) {
		t.Helper()
		a.want(t, 200)
		if a.body["quietFrom"] != from || a.body["quietTo"] != to || a.body["timeZone"] != zone || a.body["preview"] != preview {
			t.Errorf("%s", a.raw)
		}
	}
	same(v.get(path), nil, nil, "UTC", false)
	night := map[string]any{"quietFrom": "22:00", "quietTo": "07:30", "timeZone": "Europe/Vienna", "preview": true}
	same(v.call("PUT", path, night), "22:00", "07:30", "Europe/Vienna", true)
	for _, bad := range []map[string]any{
		{"quietTo": nil}, {"quietFrom": "25:00"}, {"quietTo": "22:00"}, {"timeZone": "Nowhere/Land"}, {"timeZone": "../x"}, {"preview": "yes"}, {"preview": nil},
	} {
		settings := maps.Clone(night)
		maps.Copy(settings, bad)
		v.call("PUT", path, settings).want(t, 400)
	}
	without := maps.Clone(night)
	delete(without, "preview")
	v.call("PUT", path, without).want(t, 400)
	// A body with the preview alone ended the quiet hours.
	same(v.call("PUT", path, map[string]any{"preview": false}), "22:00", "07:30", "Europe/Vienna", false)
	same(v.call("PUT", path, map[string]any{"preview": true, "quietFrom": "23:00"}), "23:00", "07:30", "Europe/Vienna", true)
	v.call("PUT", path, map[string]any{"preview": true, "quietFrom": nil}).want(t, 400)
	same(v.call("PUT", path, map[string]any{"preview": true, "quietFrom": "22:00", "timeZone": "UTC"}), "22:00", "07:30", "UTC", true)
	same(v.call("PUT", path, map[string]any{"preview": true, "timeZone": "Europe/Vienna"}), "22:00", "07:30", "Europe/Vienna", true)
	same(v.get(path), "22:00", "07:30", "Europe/Vienna", true)
	same(v.call("PUT", path, map[string]any{"quietFrom": nil, "quietTo": nil, "timeZone": "UTC", "preview": false}), nil, nil, "UTC", false)
}
