package people_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"muster/store"
	"muster/store/people"
)

// Codes are six digits, each value as likely as any other.
func TestCodesAreUniform_P15(t *testing.T) {
	const draws, bins = 200_000, 100
	var seen [bins]int
	for range draws {
		code := people.NewCode()
		if !people.ValidCode(code) {
			t.Fatalf("%q is no code", code)
		}
		var n int
		fmt.Sscanf(code, "%d", &n)
		seen[n/(1_000_000/bins)]++
	}
	expected, chi := float64(draws)/bins, 0.0
	for _, n := range seen {
		d := float64(n) - expected
		chi += d * d / expected
	}
	// 99 degrees of freedom: 180 is beyond one in a million.
	if chi > 180 {
		t.Errorf("chi-square is %.1f", chi)
	}
}

func TestValidCode(t *testing.T) {
	for code, want := range map[string]bool{"000000": true, "123456": true, "12345": false, "1234567": false,
		"12345a": false, "١٢٣٤٥٦": false, " 12345": false, "": false} {
		if people.ValidCode(code) != want {
			t.Errorf("%q: %v", code, !want)
		}
	}
}

// The hash of a code is bound to its row.
func TestCodeMAC(t *testing.T) {
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	key := people.NewCodeKeys(secret)
	if bytes.Equal(key.MAC("a", "123456"), key.MAC("b", "123456")) || bytes.Equal(key.MAC("a", "123456"), key.MAC("a", "123457")) {
		t.Error("two hashes are the same")
	}
}
