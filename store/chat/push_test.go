package chat

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"muster/store"
	"muster/store/roomlog"
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
		if x.reason == "" && (err != nil || s.TimeZone == "" || !s.Preview) || x.reason != "" && (err == nil || store.AsError(err).Reason != x.reason) {
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
		if s, _, err := CheckPushSubscription(endpoint, p256dh, auth); err == nil || store.AsError(err).Reason != "push_endpoint" {
			t.Errorf("%s: %+v %v", endpoint, s, err)
		}
	}
	point := base64.RawURLEncoding.EncodeToString(append([]byte{4}, make([]byte, 64)...))
	for _, keys := range [][2]string{{"", auth}, {p256dh, ""}, {p256dh[:40], auth}, {p256dh, auth + "AA"}, {"!!", auth}, {point, auth}} {
		if _, _, err := CheckPushSubscription("https://push.example.org/x", keys[0], keys[1]); err == nil || store.AsError(err).Reason != "push_keys" {
			t.Errorf("%v: %v", keys, err)
		}
	}
}

// Who is notified of what: by level, mute, quiet hours, read mark, sender and presence.
// At most one message of a room is pushed, and it stands for those before it.
func TestChoosePushes(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	message := func(seq int64, change ...func(*SaidMessage)) SaidMessage {
		m := SaidMessage{Message: roomlog.Message{ID: fmt.Sprint(seq), Seq: seq, SenderID: "ann", CreatedAt: now.Add(-time.Minute)}}
		for _, c := range change {
			c(&m)
		}
		return m
	}
	named := func(m *SaidMessage) { m.Mentions = []string{"bob"} }
	everybody := func(m *SaidMessage) { m.MentionsAll = true }
	answer := func(m *SaidMessage) { m.Answered = "bob" }
	edited := func(m *SaidMessage) { m.EditedAt = m.CreatedAt }
	gone := func(m *SaidMessage) { m.DeletedAt = now }
	plain := []SaidMessage{message(1), message(2)}
	one := func(change ...func(*SaidMessage)) []SaidMessage { return []SaidMessage{message(1, change...)} }
	bob := func(changes ...func(*PushCandidate)) PushCandidate {
		c := PushCandidate{MemberID: "bob", Notifications: roomlog.RoomNotifications{Level: roomlog.NotifyAll}, Settings: DefaultPushSettings, Subscriptions: []string{"phone", "desk"}}
		for _, change := range changes {
			change(&c)
		}
		return c
	}
	level := func(l roomlog.NotificationLevel) func(*PushCandidate) {
		return func(c *PushCandidate) { c.Notifications.Level = l }
	}
	ignoring := func(c *PushCandidate) { c.Ignored = []string{"ann"} }
	// pushed is a push so long ago that covered the room up to a number.
	pushed := func(ago time.Duration, seq int64) func(*PushCandidate) {
		return func(c *PushCandidate) { c.PushedAt, c.PushedSeq = now.Add(-ago), seq }
	}
	held := []SaidMessage{message(3), message(4), message(5)}
	for name, x := range map[string]struct {
		fresh, recent []SaidMessage
		who           PushCandidate
		want          string
		pause         string
	}{
		"the first one":                   {one(), nil, bob(), "1", "[{bob 1}]"},
		"the newest for all":              {plain, nil, bob(), "2 ×2", "[{bob 2}]"},
		"the mention before what follows": {[]SaidMessage{message(1, named), message(2)}, nil, bob(), "1 mention", "[{bob 2}]"},
		"has read one":                    {plain, nil, bob(func(c *PushCandidate) { c.Read = 1 }), "2", "[{bob 2}]"},
		"has read all":                    {plain, nil, bob(func(c *PushCandidate) { c.Read = 2 }), "", "[]"},
		"mentions only, not named":        {plain, nil, bob(level(roomlog.NotifyMentions)), "", "[]"},
		"mentions only, answered":         {one(answer), nil, bob(level(roomlog.NotifyMentions)), "", "[]"},
		"mentions only, named":            {[]SaidMessage{message(1, named), message(2)}, nil, bob(level(roomlog.NotifyMentions)), "1 mention", "[{bob 2}]"},
		"mentions only, everybody":        {one(everybody), nil, bob(level(roomlog.NotifyMentions)), "1 mention", "[{bob 1}]"},
		"nothing":                         {one(named), nil, bob(level(roomlog.NotifyNone)), "", "[]"},
		"muted":                           {one(named), nil, bob(func(c *PushCandidate) { c.Notifications.MutedUntil = now.Add(time.Second) }), "", "[]"},
		"a mute that is over":             {plain, nil, bob(func(c *PushCandidate) { c.Notifications.MutedUntil = now }), "2 ×2", "[{bob 2}]"},
		"quiet hours": {one(named), nil, bob(func(c *PushCandidate) {
			c.Settings = PushSettings{QuietFrom: "11:00", QuietTo: "13:00", TimeZone: "UTC"}
		}), "", "[]"},
		"one's own":                {one(everybody, func(m *SaidMessage) { m.SenderID = "bob" }), nil, bob(), "", "[]"},
		"an ignored sender":        {one(named), nil, bob(ignoring), "", "[]"},
		"an ignored answer":        {one(answer), nil, bob(ignoring), "", "[]"},
		"an ignored sender's @all": {one(everybody), nil, bob(ignoring), "1 mention", "[{bob 1}]"},
		"too old":                  {one(func(m *SaidMessage) { m.CreatedAt = now.Add(-PushAge - time.Second) }), nil, bob(), "", "[]"},
		"an edit that names":       {one(edited, named), nil, bob(), "1 mention", "[{bob 1}]"},
		"an edit of an answer":     {one(edited, answer), nil, bob(), "", "[]"},

		"an answer":                         {[]SaidMessage{message(1, answer), message(2)}, nil, bob(), "1 reply", "[{bob 2}]"},
		"a mention before an answer":        {[]SaidMessage{message(1, named), message(2, answer)}, nil, bob(), "1 mention", "[{bob 2}]"},
		"pushed a moment ago":               {held, nil, bob(pushed(0, 2)), "", "[]"},
		"pushed almost half a minute ago":   {held, nil, bob(pushed(PushPause-time.Microsecond, 2)), "", "[]"},
		"pushed half a minute ago":          {held[2:], held, bob(pushed(PushPause, 2)), "5 ×3", "[{bob 5}]"},
		"nothing new, what was held":        {nil, held, bob(pushed(PushPause, 2)), "5 ×3", "[{bob 5}]"},
		"one was held":                      {nil, held[:1], bob(pushed(PushPause, 2)), "3", "[{bob 3}]"},
		"another was pushed before":         {nil, held, bob(pushed(PushPause, 4)), "5", "[{bob 5}]"},
		"held, and read meanwhile":          {nil, held, bob(pushed(PushPause, 2), func(c *PushCandidate) { c.Read = 5 }), "", "[]"},
		"held, and deleted":                 {nil, []SaidMessage{message(3), message(4, gone)}, bob(pushed(PushPause, 2)), "3", "[{bob 4}]"},
		"a mention does not wait":           {[]SaidMessage{message(6, named)}, nil, bob(pushed(time.Second, 2)), "6 mention", "[]"},
		"an answer does not wait":           {[]SaidMessage{message(6, answer)}, nil, bob(pushed(time.Second, 2)), "6 reply", "[]"},
		"a mention when the pause ends":     {[]SaidMessage{message(6, named)}, append(held[:3:3], message(6, named)), bob(pushed(PushPause, 2)), "6 mention", "[{bob 6}]"},
		"it was pushed at once":             {nil, []SaidMessage{message(3, named)}, bob(pushed(PushPause, 2)), "", "[]"},
		"it was pushed at once, the others": {nil, []SaidMessage{message(3), message(4, named)}, bob(pushed(PushPause, 2)), "3 ×2", "[{bob 4}]"},
	} {
		due, pauses := ChoosePushes(x.fresh, x.recent, []PushCandidate{x.who}, now)
		got := ""
		for _, d := range due {
			if len(d.To) != 2 || d.To[0].Subscription != "phone" || d.To[1].Subscription != "desk" {
				t.Errorf("%s: to %v", name, d.To)
			}
			got += d.MessageID
			if d.To[0].Mention {
				got += " mention"
			}
			if d.To[0].Reply {
				got += " reply"
			}
			if d.To[0].Count > 0 {
				got += fmt.Sprint(" ×", d.To[0].Count)
			}
		}
		if got != x.want || fmt.Sprint(pauses) != x.pause {
			t.Errorf("%s: %q with pauses %v, want %q and %s", name, got, pauses, x.want, x.pause)
		}
	}
}
