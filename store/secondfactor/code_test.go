package secondfactor

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
	"time"

	"muster/store"
)

// The codes are those of RFC 6238 appendix B (its eight digits end in these six), accepted
// one step early and late and no more.
func TestCodesOfAnApp(t *testing.T) {
	t.Parallel()
	app := App{[]byte("12345678901234567890")}
	for unix, want := range map[int64]string{1111111109: "081804", 1234567890: "005924", 20000000000: "353130"} {
		at := time.Unix(unix, 0)
		if got, err := app.Code(at); err != nil || got != want {
			t.Errorf("at %d: %q, want %q, %v", unix, got, want, err)
		}
		for late, ok := range map[time.Duration]bool{-60 * time.Second: false, -30 * time.Second: true, 0: true, 30 * time.Second: true, 60 * time.Second: false} {
			step, found, err := app.Step(want, at.Add(late))
			if err != nil || found != ok || found && step != unix/30 {
				t.Errorf("at %d and %s: step %d, %v, %v", unix, late, step, found, err)
			}
		}
	}
}

// What an app reads names the community and the account, and the picture is one.
func TestEnrolmentOfAnApp(t *testing.T) {
	t.Parallel()
	app := NewApp()
	address, picture, err := app.Enrolment("Camp: North", "ann")
	if err != nil || !strings.HasPrefix(address, "otpauth://totp/") || !strings.Contains(address, "secret="+strings.TrimRight(app.Text(), "=")) || !strings.Contains(address, "issuer=Camp") {
		t.Errorf("%s, %v", address, err)
	}
	if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
		t.Error(err)
	}
}

// A sealed secret opens for its member alone.
func TestSecretsAreBoundToTheirMember(t *testing.T) {
	t.Parallel()
	secret, _ := store.NewSecret(strings.Repeat("s", store.MinSecret))
	keys, app := NewKeys(secret), NewApp()
	sealed := keys.Seal(app, "ann")
	if bytes.Contains(sealed, app.secret) {
		t.Error("the secret can be read")
	}
	if got, err := keys.Open(1, sealed, "ann"); err != nil || got.Text() != app.Text() {
		t.Error(err)
	}
	if _, err := keys.Open(1, sealed, "bob"); err == nil {
		t.Error("opened for another member")
	}
}

// Recovery codes are ten different ones of 120 bit; how they are typed does not matter, and
// the hash of one belongs to its member.
func TestRecoveryCodes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, code := range NewRecoveryCodes() {
		plain, ofApp := ParseCode(code)
		hash := RecoveryHash("ann", code)
		if seen[plain] = true; ofApp || len(plain) != 24 || len(code) != 29 {
			t.Error(code)
		}
		for _, typed := range []string{strings.ToLower(code), " " + plain + " ", strings.NewReplacer("O", "0", "I", "1", "B", "8").Replace(code)} {
			if !bytes.Equal(hash, RecoveryHash("ann", typed)) {
				t.Errorf("%q is not %q", typed, code)
			}
		}
		if bytes.Equal(hash, RecoveryHash("bob", code)) {
			t.Error("the same hash for another member")
		}
	}
	if len(seen) != MostRecoveryCodes {
		t.Errorf("%d codes", len(seen))
	}
}
