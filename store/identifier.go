package store

import "strings"

// Channel is a way to reach a person.
type Channel string

const (
	Email Channel = "email"
	SMS   Channel = "sms"
)

// Texts of the sign-in's entry field.
const (
	InvalidEmail = "Invalid email address"
	InvalidPhone = "Invalid phone number"
)

// Identifier is what a person signs in with, in its one canonical form: an
// e-mail address lower-cased and trimmed, or a phone in E.164 ("+15551234567").
type Identifier struct {
	Channel Channel
	Address string
}

// maxEmail is the longest address a mail server takes (RFC 5321 section
// 4.5.3.1.3); E.164 allows 15 digits.
const (
	maxEmail       = 254
	minPhoneDigits = 10
	maxPhoneDigits = 15
)

// ParseIdentifier reads an identifier in any written form: with an at-sign it
// is an e-mail address, otherwise a phone. It fails with Invalid and
// the text that the entry field shows.
func ParseIdentifier(raw string) (Identifier, error) {
	if strings.Contains(raw, "@") {
		return ParseEmail(raw)
	}
	return ParsePhone(raw)
}

// ParseEmail accepts text, at-sign, text, dot, text in printable ASCII without
// blanks. It fails with Invalid.
func ParseEmail(raw string) (Identifier, error) {
	bad := NewErrorReason(Invalid, "email_invalid", InvalidEmail)
	address := strings.TrimSpace(raw)
	if len(address) > maxEmail || strings.ContainsAny(address, "<>()[]\\,;:\"") {
		return Identifier{}, bad
	}
	for i := range len(address) {
		if address[i] <= 0x20 || address[i] >= 0x7f {
			return Identifier{}, bad
		}
	}
	address = strings.ToLower(address) // only now: the Kelvin sign's lower case is a plain k
	local, domain, _ := strings.Cut(address, "@")
	if local == "" || len(local) > 64 || strings.Contains(domain, "@") || dotted(local) {
		return Identifier{}, bad
	}
	if !strings.Contains(domain, ".") || dotted(domain) {
		return Identifier{}, bad
	}
	return Identifier{Channel: Email, Address: address}, nil
}

// dotted says whether s has a dot at an end or two in a row.
func dotted(s string) bool {
	return strings.HasPrefix(s, ".") || strings.HasSuffix(s, ".") || strings.Contains(s, "..")
}

// ParsePhone keeps the country code: with a leading plus the digits
// are E.164; ten bare digits are of the United States; eleven with a leading 1
// likewise; more digits carry their country code. Everything that is not a
// digit is stripped. It fails with Invalid.
func ParsePhone(raw string) (Identifier, error) {
	bad := NewErrorReason(Invalid, "phone_invalid", InvalidPhone)
	raw = strings.TrimSpace(raw)
	if len(raw) > 64 {
		return Identifier{}, bad
	}
	digits := make([]byte, 0, maxPhoneDigits)
	for _, r := range raw {
		switch {
		case r >= '0' && r <= '9':
			digits = append(digits, byte(r))
		case strings.ContainsRune("+-./() \t\u00a0", r):
		default:
			return Identifier{}, bad // letters, other scripts' digits, controls
		}
	}
	number := string(digits)
	if !strings.HasPrefix(raw, "+") && len(number) == minPhoneDigits {
		number = "1" + number
	}
	if len(digits) < minPhoneDigits || len(number) > maxPhoneDigits || number[0] == '0' {
		return Identifier{}, bad
	}
	if number[0] == '1' && len(number) != 11 {
		return Identifier{}, bad // every number of country code 1 has ten digits after it
	}
	return Identifier{Channel: SMS, Address: "+" + number}, nil
}

// CallingCode is the country calling code of an E.164 number without its plus
// ("1", "44", "351"), after the zones of ITU-T E.164: caps on texts count by it.
func CallingCode(e164 string) string {
	number := strings.TrimPrefix(e164, "+")
	if len(number) < 3 {
		return number
	}
	if number[0] == '1' || number[0] == '7' {
		return number[:1]
	}
	const twoDigits = " 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 " +
		"60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98 "
	if strings.Contains(twoDigits, " "+number[:2]+" ") {
		return number[:2]
	}
	return number[:3]
}
