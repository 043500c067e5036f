package store

import (
	"strings"
	"testing"
	"time"
)

// Chat off bars without an end, a ban until it has passed.
func TestStandingBanned_CHAT35_Z70(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		status MemberStatus
		want   bool
	}{
		{MemberStatus{ChatEnabled: true}, false},
		{MemberStatus{ChatEnabled: false}, true},
		{MemberStatus{ChatEnabled: true, BannedUntil: now.Add(time.Second)}, true},
		{MemberStatus{ChatEnabled: true, BannedUntil: now}, false},
		{MemberStatus{ChatEnabled: true, BannedUntil: now.Add(-time.Second)}, false},
		{MemberStatus{ChatEnabled: false, BannedUntil: now.Add(-time.Second)}, true},
	} {
		if got := x.status.Banned(now); got != x.want {
			t.Errorf("%+v: %v", x.status, got)
		}
	}
}

func TestTokens(t *testing.T) {
	a, b := NewToken(), NewToken()
	if len(a) != 43 || a == b {
		t.Fatalf("%q %q", a, b)
	}
	hash, ok := TokenHash(a)
	other, _ := TokenHash(b)
	if !ok || len(hash) != 32 || string(hash) == string(other) {
		t.Fatal(hash, other)
	}
	for _, bad := range []string{"", "x", a[:42], a + "A", "\x00", a[:42] + "="} {
		if _, ok := TokenHash(bad); ok {
			t.Errorf("%q passed for a token", bad)
		}
	}
}

// A name is one visible line of at most 100 characters. The operator's command
// once stored blanks, line breaks and names of any length.
func TestNames(t *testing.T) {
	for raw, want := range map[string]string{
		"": "", "  Ann Archer\t": "Ann Archer", "O’Neil": "O’Neil", "<b>": "<b>", strings.Repeat("é", MaxName): strings.Repeat("é", MaxName),
	} {
		if got, err := CheckName(raw); err != nil || got != want {
			t.Errorf("%q: %q, %v", raw, got, err)
		}
	}
	for _, raw := range []string{"a\nb", "a\x00b", "a\u2028b", "a\u0085b", "\xff", "\u200b", "\u2800 \u200d", strings.Repeat("a", MaxName+1)} {
		if got, err := CheckName(raw); CodeOf(err) != Invalid {
			t.Errorf("%q: %q, %v", raw, got, err)
		}
	}
}
