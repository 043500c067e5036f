package face_test

import (
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/face"
)

// A link ends after five minutes, and with its grant.
func TestFaceLinksEnd_FADM12(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	keys := face.NewKeys(secret)
	const check, grant = "00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"
	end := face.LinksEnd(now, now.Add(face.GrantLife))
	if !end.Equal(now.Add(face.LinkLife)) || !face.LinksEnd(now, now.Add(face.LinkLife/2)).Equal(now.Add(face.LinkLife/2)) {
		t.Errorf("ends at %v", end)
	}
	_, query, _ := strings.Cut(keys.Link(check, grant, end), "?exp=")
	exp, sig, _ := strings.Cut(query, "&sig=")
	if got, err := keys.CheckLink(check, exp, sig, end.Add(-1)); got != grant || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := keys.CheckLink(check, exp, sig, end); err == nil {
		t.Error("opens after its end")
	}
	if _, err := keys.CheckLink(check, exp, strings.Replace(sig, "2.", "3.", 1), now); err == nil {
		t.Error("opens for another grant")
	}
}
