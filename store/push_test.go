package store

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Quiet hours are those of the member's own zone, across midnight and across a
// change of the clocks.
func TestQuietHours(t *testing.T) {
	night := PushSettings{QuietFrom: "22:00", QuietTo: "07:00", TimeZone: "Europe/Vienna"}
	noon := PushSettings{QuietFrom: "12:00", QuietTo: "13:30", TimeZone: "Asia/Kolkata"}
	for _, x := range []struct {
		s    PushSettings
		at   string
		want bool
	}{
		{night, "2026-01-15T20:59:59Z", false}, {night, "2026-01-15T21:00:00Z", true}, {night, "2026-01-16T05:59:59Z", true},
		{night, "2026-01-16T06:00:00Z", false}, {night, "2026-07-15T20:00:00Z", true}, {night, "2026-07-15T05:00:00Z", false},
		{noon, "2026-01-15T06:30:00Z", true}, {noon, "2026-01-15T07:59:59Z", true}, {noon, "2026-01-15T08:00:00Z", false},
		{DefaultPushSettings, "2026-01-15T00:00:00Z", false},
	} {
		at, _ := time.Parse(time.RFC3339, x.at)
		if got := x.s.Quiet(at); got != x.want {
			t.Errorf("%+v at %s: %v", x.s, x.at, got)
		}
	}
}

func TestPushSettingsAreChecked(t *testing.T) {
	text := func(s string) *string { return &s }
	for _, x := range []struct {
		from, to *string
		zone     string
		reason   string
	}{
		{nil, nil, "", ""}, {text("22:00"), text("07:00"), "Europe/Vienna", ""}, {text("00:00"), text("23:59"), "UTC", ""},
		{text("22:00"), nil, "UTC", "quiet_hours"}, {nil, text("07:00"), "UTC", "quiet_hours"}, {text("24:00"), text("07:00"), "UTC", "quiet_hours"},
		{text("7:00"), text("08:00"), "UTC", "quiet_hours"}, {text("07:00"), text("07:00"), "UTC", "quiet_hours"}, {text(""), text(""), "UTC", "quiet_hours"},
		{nil, nil, "Mars/Olympus", "time_zone"}, {nil, nil, "Local", "time_zone"}, {nil, nil, "../../etc/passwd", "time_zone"}, {nil, nil, "/etc/localtime", "time_zone"},
	} {
		s, err := CheckPushSettings(x.from, x.to, x.zone, true)
		if x.reason == "" && (err != nil || s.TimeZone == "" || !s.Preview) || x.reason != "" && (err == nil || AsError(err).Reason != x.reason) {
			t.Errorf("%+v: %+v %v", x, s, err)
		}
	}
}

// testKeys are the keys of a browser.
func testKeys(t *testing.T) (p256dh, auth string) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), base64.RawURLEncoding.EncodeToString(make([]byte, 16))
}

// Only https addresses of the open internet are endpoints, however they are
// written, and keys must be keys.
func TestPushSubscriptionsAreChecked(t *testing.T) {
	p256dh, auth := testKeys(t)
	for _, endpoint := range []string{
		"https://push.example.org/x", "https://fcm.googleapis.com/fcm/send/a:b", "https://1.1.1.1/x", "https://[2606:4700:4700::1111]:8443/x",
		"https://push.example.org:8443/x?a=b", "https://PUSH.example.org./x",
	} {
		if s, host, err := CheckPushSubscription(endpoint, p256dh, auth+"=="); err != nil || s.Endpoint != endpoint || s.Auth != auth || host == "" {
			t.Errorf("%s: %+v %q %v", endpoint, s, host, err)
		}
	}
	for _, endpoint := range []string{
		"", "push.example.org", "http://push.example.org/x", "ftp://push.example.org", "javascript:alert(1)", "https://", "https:///x", "https:push.example.org",
		"https://u:p@push.example.org/x", "https://push.example.org/x#y", "https://push.example.org/" + strings.Repeat("x", 2000),
		"https://localhost/x", "https://LOCALHOST./x", "https://a.localhost/x", "https://printer.local/x", "https://intranet/x", "https://db.internal/x",
		"https://127.0.0.1/x", "https://127.1/x", "https://2130706433/x", "https://0x7f.0.0.1/x", "https://0x7f000001/x", "https://0177.0.0.1/x", "https://10.0.0.1/x",
		"https://192.168.1.1/x", "https://172.16.0.1/x", "https://169.254.169.254/x", "https://100.64.0.1/x", "https://224.0.0.1/x", "https://255.255.255.255/x", "https://0.0.0.0/x",
		"https://[::1]/x", "https://[::]/x", "https://[fe80::1]/x", "https://[fe80::1%25eth0]/x", "https://[fd00::1]/x", "https://[::ffff:127.0.0.1]/x", "https://[ff02::1]/x",
		"https://push .example.org/x", "https://push..example.org/x", "https://-.example.org/x", "https://a.0x7f/x",
	} {
		if s, _, err := CheckPushSubscription(endpoint, p256dh, auth); err == nil || AsError(err).Reason != "push_endpoint" {
			t.Errorf("%s: %+v %v", endpoint, s, err)
		}
	}
	point := base64.RawURLEncoding.EncodeToString(append([]byte{4}, make([]byte, 64)...))
	for _, keys := range [][2]string{{"", auth}, {p256dh, ""}, {p256dh[:40], auth}, {p256dh, auth + "AA"}, {"!!", auth}, {point, auth}} {
		if _, _, err := CheckPushSubscription("https://push.example.org/x", keys[0], keys[1]); err == nil || AsError(err).Reason != "push_keys" {
			t.Errorf("%v: %v", keys, err)
		}
	}
}

// Who is told of what: by level, mute, quiet hours, mark, sender and presence,
// and of one message of a room at most.
func TestChoosePushes(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	message := func(seq int64, change func(*Message)) Message {
		m := Message{ID: fmt.Sprint(seq), Seq: seq, SenderID: "ann", CreatedAt: now.Add(-time.Minute)}
		if change != nil {
			change(&m)
		}
		return m
	}
	named := func(m *Message) { m.Mentions = []string{"bob"} }
	everybody := func(m *Message) { m.MentionsAll = true }
	plain := []Message{message(1, nil), message(2, nil)}
	bob := func(change func(*PushCandidate)) PushCandidate {
		c := PushCandidate{MemberID: "bob", Notifications: RoomNotifications{Level: NotifyAll}, Settings: DefaultPushSettings, Subscriptions: []string{"phone", "desk"}}
		if change != nil {
			change(&c)
		}
		return c
	}
	level := func(l NotificationLevel) func(*PushCandidate) {
		return func(c *PushCandidate) { c.Notifications.Level = l }
	}
	for name, x := range map[string]struct {
		messages []Message
		who      PushCandidate
		want     string
	}{
		"the newest":                      {plain, bob(nil), "[{2 [{phone false} {desk false}]}]"},
		"the mention before what follows": {[]Message{message(1, named), message(2, nil)}, bob(nil), "[{1 [{phone true} {desk true}]}]"},
		"has read one":                    {plain, bob(func(c *PushCandidate) { c.Read = 1 }), "[{2 [{phone false} {desk false}]}]"},
		"has read all":                    {plain, bob(func(c *PushCandidate) { c.Read = 2 }), "[]"},
		"mentions only, not named":        {plain, bob(level(NotifyMentions)), "[]"},
		"mentions only, named":            {[]Message{message(1, named), message(2, nil)}, bob(level(NotifyMentions)), "[{1 [{phone true} {desk true}]}]"},
		"mentions only, everybody":        {[]Message{message(1, everybody)}, bob(level(NotifyMentions)), "[{1 [{phone true} {desk true}]}]"},
		"nothing":                         {[]Message{message(1, named)}, bob(level(NotifyNone)), "[]"},
		"muted":                           {[]Message{message(1, named)}, bob(func(c *PushCandidate) { c.Notifications.MutedUntil = now.Add(time.Second) }), "[]"},
		"a mute that is over":             {plain, bob(func(c *PushCandidate) { c.Notifications.MutedUntil = now }), "[{2 [{phone false} {desk false}]}]"},
		"quiet hours": {[]Message{message(1, named)}, bob(func(c *PushCandidate) {
			c.Settings = PushSettings{QuietFrom: "11:00", QuietTo: "13:00", TimeZone: "UTC"}
		}), "[]"},
		"one's own":                {[]Message{message(1, func(m *Message) { m.SenderID, m.MentionsAll = "bob", true })}, bob(nil), "[]"},
		"an ignored sender":        {[]Message{message(1, named)}, bob(func(c *PushCandidate) { c.Ignored = []string{"ann"} }), "[]"},
		"an ignored sender's @all": {[]Message{message(1, everybody)}, bob(func(c *PushCandidate) { c.Ignored = []string{"ann"} }), "[{1 [{phone true} {desk true}]}]"},
		"too old":                  {[]Message{message(1, func(m *Message) { m.CreatedAt = now.Add(-PushAge - time.Second) })}, bob(nil), "[]"},
	} {
		got := ChoosePushes(x.messages, []PushCandidate{x.who}, now)
		if fmt.Sprint(got) != x.want {
			t.Errorf("%s: %v, want %s", name, got, x.want)
		}
	}
}
