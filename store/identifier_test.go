package store_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"muster/store"
)

// Every written form of an identifier
// has one canonical one.
func TestIdentifierForms_AUTH3_AUTH5_AUTH6_AUTH8_AUTH16(t *testing.T) {
	for raw, want := range map[string]string{
		" Ann@Muster.TEST ":       "ann@muster.test",
		"a.b+tag@mail.example.co": "a.b+tag@mail.example.co",
		"5551234567":              "+15551234567",
		"15551234567":             "+15551234567",
		"+15551234567":            "+15551234567",
		"+1 (555) 123-4567":       "+15551234567",
		"(555) 123-4567":          "+15551234567",
		"1.555.123.4567":          "+15551234567",
		"+44 7700 900123":         "+447700900123",
		"447700900123":            "+447700900123",
		"+491701234567":           "+491701234567",
	} {
		id, err := store.ParseIdentifier(raw)
		if err != nil || id.Address != want {
			t.Errorf("%q became %q, %v; want %q", raw, id.Address, err, want)
		}
		channel := store.SMS
		if strings.Contains(raw, "@") {
			channel = store.Email
		}
		if id.Channel != channel {
			t.Errorf("%q is of channel %q", raw, id.Channel)
		}
	}
}

// A text that is no identifier is refused in the entry field's words.
func TestIdentifierRefusals_AUTH4_AUTH7(t *testing.T) {
	for raw, want := range map[string]string{
		"":                                     store.InvalidPhone,
		"555123456":                            store.InvalidPhone,
		"+1555123456":                          store.InvalidPhone,
		"+155512345678":                        store.InvalidPhone,
		"05551234567":                          store.InvalidPhone,
		"٥٥٥١٢٣٤٥٦٧":                           store.InvalidPhone,
		"555123456७":                           store.InvalidPhone,
		"5551234567x":                          store.InvalidPhone,
		"+4912345678901234567":                 store.InvalidPhone,
		"5551234567\x00":                       store.InvalidPhone,
		"@":                                    store.InvalidEmail,
		"ann@":                                 store.InvalidEmail,
		"@muster.test":                         store.InvalidEmail,
		"ann@muster":                           store.InvalidEmail,
		"ann@.test":                            store.InvalidEmail,
		"ann@muster.":                          store.InvalidEmail,
		"ann@mus..ter.test":                    store.InvalidEmail,
		"a nn@muster.test":                     store.InvalidEmail,
		"ann@muster.test\r\nBcc: x@y.z":        store.InvalidEmail,
		"ann@muster.test,bob@muster.test":      store.InvalidEmail,
		"Ann <ann@muster.test>":                store.InvalidEmail,
		"ann\u200b@muster.test":                store.InvalidEmail,
		"ni\u212Aki@muster.test":               store.InvalidEmail, // the Kelvin sign was once read as k
		strings.Repeat("a", 65) + "@b.test":    store.InvalidEmail,
		"a@" + strings.Repeat("b.", 150) + "c": store.InvalidEmail,
	} {
		id, err := store.ParseIdentifier(raw)
		if store.CodeOf(err) != store.Invalid || store.AsError(err).Message != want {
			t.Errorf("%q became %+v, %v; want %q", raw, id, err, want)
		}
	}
}

func TestCallingCode(t *testing.T) {
	for number, want := range map[string]string{
		"+15551234567": "1", "+79161234567": "7", "+447700900123": "44", "+491701234567": "49",
		"+351912345678": "351", "+8521234567890": "852", "+861012345678": "86", "+97150123456": "971",
	} {
		if got := store.CallingCode(number); got != want {
			t.Errorf("%s is of %q, want %q", number, got, want)
		}
	}
}

// Whatever is typed, the canonical form reads as itself again.
func FuzzIdentifier(f *testing.F) {
	for _, seed := range []string{"ann@muster.test", "+1 (555) 123-4567", "5551234567", "\x00@\xff.", "+", "@@", "１２３４５６７８９０"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		id, err := store.ParseIdentifier(raw)
		if err != nil {
			return
		}
		if !utf8.ValidString(id.Address) || strings.ContainsAny(id.Address, " \r\n\x00") {
			t.Fatalf("%q became %q", raw, id.Address)
		}
		again, err := store.ParseIdentifier(id.Address)
		if err != nil || again != id {
			t.Fatalf("%q became %+v and then %+v, %v", raw, id, again, err)
		}
	})
}
