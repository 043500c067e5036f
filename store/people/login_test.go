package people_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/language"
	"muster/store/people"
	"muster/store/rank"
)

var dawn = time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)

// One code a minute, five an hour, twenty a day, rolling.
func TestSendLimits_AUTH10_AUTH11(t *testing.T) {
	l := people.DefaultLoginLimits
	var b people.LoginBucket
	now := dawn
	if err := b.AddSend(now, l); err != nil {
		t.Fatal(err)
	}
	err := b.AddSend(now.Add(59*time.Second), l)
	if store.CodeOf(err) != store.Limited || store.AsError(err).RetryAfter != time.Second {
		t.Fatalf("after 59 s: %v", err)
	}
	for range 4 {
		now = now.Add(time.Minute)
		if err := b.AddSend(now, l); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(time.Minute)
	err = b.AddSend(now, l)
	if store.CodeOf(err) != store.Limited || store.AsError(err).RetryAfter != 55*time.Minute {
		t.Fatalf("sixth within the hour: %v, %v", err, store.AsError(err).RetryAfter)
	}
	sent, end := 5, dawn.Add(24*time.Hour-time.Second)
	for now = now.Add(time.Minute); now.Before(end); now = now.Add(time.Minute) {
		if b.AddSend(now, l) == nil {
			sent++
		}
	}
	if sent != l.SendsPerDay {
		t.Errorf("%d codes within a day", sent)
	}
	if err := b.AddSend(dawn.Add(25*time.Hour), l); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

// However often somebody guesses, at most 10 guesses an hour and
// 50 a day are looked at, and asking anew does not help.
func TestFailureBudget_AUTH13_P15(t *testing.T) {
	l := people.DefaultLoginLimits
	var b people.LoginBucket
	perHour := map[int]int{}
	total := 0
	for now := dawn; now.Before(dawn.Add(24 * time.Hour)); now = now.Add(20 * time.Second) {
		if b.AllowAttempt(now, l, false) == nil {
			b.AddFailure(now, l, false)
			perHour[int(now.Sub(dawn)/time.Hour)]++
			total++
		}
	}
	if total != l.FailuresPerDay {
		t.Errorf("%d guesses in a day", total)
	}
	for hour, n := range perHour {
		if n > l.FailuresPerHour {
			t.Errorf("%d guesses in hour %d", n, hour)
		}
	}
}

// A caller that does not show its attempt has a stricter budget, which it
// cannot use to take tries from others.
func TestLooseBudget_S15(t *testing.T) {
	l := people.DefaultLoginLimits
	var b people.LoginBucket
	for range l.CookielessPerHour {
		b.AddFailure(dawn, l, true)
	}
	if b.AllowAttempt(dawn, l, true) == nil {
		t.Error("a caller without an attempt may go on")
	}
	if err := b.AllowAttempt(dawn, l, false); err != nil {
		t.Errorf("a caller with its attempt may not: %v", err)
	}
}

// After a hundred failures in a row new browsers wait a day, known
// devices do not, and nobody waits for ever.
func TestLockoutEnds_P15(t *testing.T) {
	l := people.DefaultLoginLimits
	l.FailuresPerHour, l.FailuresPerDay = 1000, 1000
	for _, known := range []bool{false, true} {
		b := people.LoginBucket{KnownDevice: known}
		for range l.ConsecutiveFailures {
			b.AddFailure(dawn, l, false)
		}
		later := dawn.Add(23 * time.Hour)
		if blocked := b.AllowAttempt(later, l, false) != nil; blocked == known {
			t.Errorf("known %v: blocked %v", known, blocked)
		}
		if err := b.AllowAttempt(dawn.Add(l.Lockout), l, false); err != nil {
			t.Errorf("known %v, a day later: %v", known, err)
		}
	}
	b := people.LoginBucket{}
	for range 99 {
		b.AddFailure(dawn, l, false)
	}
	b.Reset()
	b.AddFailure(dawn, l, false)
	if err := b.AllowAttempt(dawn.Add(time.Second), l, false); err != nil {
		t.Errorf("a success did not end the row: %v", err)
	}
}

func TestSecretHidesItself(t *testing.T) {
	if _, err := store.NewSecret("short"); store.CodeOf(err) != store.Invalid {
		t.Error("a short secret passes")
	}
	raw := strings.Repeat("canary-", 6)
	s, err := store.NewSecret(raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{fmt.Sprint(s), fmt.Sprintf("%+v", s), fmt.Sprintf("%#v", s), s.LogValue().String()} {
		if strings.Contains(shown, "canary") {
			t.Errorf("printed as %s", shown)
		}
	}
	if bytes.Equal(s.Key("one"), s.Key("two")) || !bytes.Equal(s.Key("one"), s.Key("one")) {
		t.Error("keys do not follow their purpose")
	}
}

func TestSealedIsBoundToItsUse(t *testing.T) {
	s, _ := store.NewSecret(strings.Repeat("x", store.MinSecret))
	sealer := store.NewSealer(s.Key("jobs"))
	sealed := sealer.Seal([]byte("123456"), "login_code")
	if bytes.Contains(sealed, []byte("123456")) {
		t.Fatal("the code can be read")
	}
	if plain, err := sealer.Open(sealed, "login_code"); err != nil || string(plain) != "123456" {
		t.Fatalf("%q, %v", plain, err)
	}
	if _, err := sealer.Open(sealed, "receipt"); err == nil {
		t.Error("opened for another use")
	}
	if _, err := store.NewSealer(s.Key("other")).Open(sealed, "login_code"); err == nil {
		t.Error("opened with another key")
	}
}

// All addresses that one customer has count as one.
func TestLoginKeys(t *testing.T) {
	s, _ := store.NewSecret(strings.Repeat("x", store.MinSecret))
	k := people.NewLoginKeys(s)
	if !bytes.Equal(k.AddressKey("2001:db8:1:2::1"), k.AddressKey("2001:db8:1:2:ffff::9")) {
		t.Error("two addresses of one /64 count apart")
	}
	if bytes.Equal(k.AddressKey("2001:db8:1:2::1"), k.AddressKey("2001:db8:1:3::1")) || bytes.Equal(k.AddressKey("192.0.2.1"), k.AddressKey("192.0.2.2")) {
		t.Error("two customers count together")
	}
	if !bytes.Equal(k.AddressKey("::ffff:192.0.2.1"), k.AddressKey("192.0.2.1")) {
		t.Error("a mapped IPv4 address counts apart")
	}
}

// The community's name is inert in a mail.
func TestLoginMailIsInert_SEC1(t *testing.T) {
	b := store.DefaultBrand
	b.Community = `<img src=x onerror=alert(1)>`
	m := people.LoginMail(b, language.English, "ann@muster.test", "123456")
	if strings.Contains(m.HTML, "<img") || !strings.Contains(m.HTML, "123456") || !strings.Contains(m.Text, "123456") {
		t.Errorf("%s", m.HTML)
	}
	b.Community = "A\r\nBcc: x@y.z"
	if store.CodeOf(b.Check()) != store.Invalid {
		t.Error("a line break passes into the subject")
	}
}

func TestRankAt_RANK1(t *testing.T) {
	for points, want := range map[int]rank.Rank{0: "Recruit", 99: "Recruit", 100: "Private", 499: "Private", 500: "Sergeant",
		799: "Sergeant", 800: "Captain", 1999: "Captain", 2000: "Major", 4999: "Major", 5000: "Colonel", 9999: "Colonel", 10000: "General"} {
		if got := rank.At(points); got != want {
			t.Errorf("%d points: %s, want %s", points, got, want)
		}
	}
}

func TestDeviceName(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                              "Firefox on Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140": "Edge on Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1": "Safari on iPhone",
		"curl/8.5.0":                    "curl",
		"<script>alert(1)</script>\x00": "Unknown browser",
	} {
		if got := people.DeviceName(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}
