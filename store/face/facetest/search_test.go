package facetest

import (
	"encoding/base64"
	"encoding/hex"
	"os"
	"slices"
	"testing"
)

// Every window is found in every writing, and nothing shorter.
func TestSearchOfSecrets(t *testing.T) {
	t.Parallel()
	photograph := func(name string) []byte {
		t.Helper()
		raw, err := os.ReadFile("../testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return raw[1000:3000]
	}
	hidden, noise := photograph("vlado-a.jpg"), photograph("coffee.png")
	look := SearchFor(Secret{"the picture", hidden, 64})
	for from := 0; from < len(hidden)-64; from += 7 {
		window := hidden[from : from+64]
		for how, written := range map[string][]byte{
			"as it is": window, "in hex": []byte(hex.EncodeToString(window)), "in base64": []byte(base64.URLEncoding.EncodeToString(window)),
		} {
			if got := look.In(slices.Concat(noise[:200], written, noise[:200])); !slices.Equal(got, []string{"the picture " + how}) {
				t.Fatalf("from %d on, %s: %q", from, how, got)
			}
			if got := look.In(slices.Concat(noise[:200], written[:len(written)*2/3], noise[:200])); got != nil {
				t.Fatalf("from %d on, less than a window: %q", from, got)
			}
		}
	}
}
