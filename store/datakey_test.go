package store

import (
	"bytes"
	"strings"
	"testing"
)

// A wrapped key is the key, sealed by "subject-keys" and bound to its owner, and what it
// sealed is bound to its use: what is stored stays readable, and readable only so.
func TestDataKeysAreBoundToOwnerAndUse(t *testing.T) {
	secret, err := NewSecret(strings.Repeat("s", MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	wrapper := NewKeyWrapper(secret, "face")
	raw := bytes.Repeat([]byte{7}, 32)
	key, err := wrapper.Unwrap("ann", 1, NewSealer(secret.Key("face-keys")).Seal(raw, "face-key:ann"))
	if err != nil || !bytes.Equal(key.raw, raw) {
		t.Fatalf("the stored key is %x, %v", key.raw, err)
	}
	sealed := key.Seal([]byte("a smile"), "face:picture:ann:1")
	if plain, err := NewSealer(raw).Open(sealed, "face:picture:ann:1"); err != nil || string(plain) != "a smile" {
		t.Errorf("%s, %v", plain, err)
	}
	if _, err := key.Open(sealed, "face:picture:ann:2"); err == nil {
		t.Error("it opens for another use")
	}
	drawn, wrapped := wrapper.NewKey("ann")
	if again, err := wrapper.Unwrap("ann", 1, wrapped); err != nil || !bytes.Equal(again.raw, drawn.raw) || bytes.Equal(drawn.raw, raw) {
		t.Errorf("%x, %v", again.raw, err)
	}
	for name, other := range map[string]KeyWrapper{"another owner": wrapper, "another subject": NewKeyWrapper(secret, "application")} {
		owner := map[string]string{"another owner": "bob", "another subject": "ann"}[name]
		if _, err := other.Unwrap(owner, 1, wrapped); err == nil {
			t.Errorf("%s unwraps it", name)
		}
	}
	if _, err := wrapper.Unwrap("ann", 1, NewSealer(secret.Key("face-keys")).Seal(raw[:16], "face-key:ann")); err == nil {
		t.Error("a short key is one")
	}
	if bytes.Equal(key.MAC("bytes", raw), key.MAC("file", raw)) || bytes.Equal(key.MAC("bytes", raw), drawn.MAC("bytes", raw)) {
		t.Error("a MAC stands for two things")
	}
}
