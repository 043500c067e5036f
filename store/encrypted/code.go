package encrypted

import (
	"crypto/rand"
	"regexp"
	"strings"
)

// CodeLength is the number of letters and digits of a decrypt code.
const CodeLength = 8

// alphabet is what codes are drawn from.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// maxTypedCode is the most bytes of what somebody types as a code.
const maxTypedCode = 64

// NewCode draws a code from the system's random source, each of 36^8 alike.
func NewCode() string {
	code := make([]byte, 0, CodeLength)
	// Bytes from 252 on would make the first letters likelier.
	const fair = 256 / len(alphabet) * len(alphabet)
	for one := []byte{0}; len(code) < CodeLength; {
		if _, err := rand.Read(one); err != nil {
			panic("store: " + err.Error()) // the system's random source never fails
		}
		if int(one[0]) < fair {
			code = append(code, alphabet[int(one[0])%len(alphabet)])
		}
	}
	return string(code)
}

// ParseCode gives a code as it is compared: eight capitals and digits without
// a dash. Only ASCII counts: a letter of another script that looks the same, or that
// becomes one when it is capitalized, makes no code.
func ParseCode(typed string) (code string, ok bool) {
	if len(typed) > maxTypedCode {
		return "", false
	}
	out := make([]byte, 0, CodeLength)
	for _, c := range []byte(strings.TrimSpace(typed)) {
		switch {
		case c == '-':
			continue
		case 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		case 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		default:
			return "", false
		}
		out = append(out, c)
	}
	return string(out), len(out) == CodeLength
}

// ShowCode writes a code in the form XXXX-XXXX.
func ShowCode(code string) string {
	if len(code) != CodeLength {
		return code
	}
	return code[:4] + "-" + code[4:]
}

var codeInText = regexp.MustCompile(`[A-Za-z0-9-]+`)

// CodesIn finds the codes that a text shows in the form XXXX-XXXX, at most
// most, each once.
func CodesIn(text string, most int) []string {
	var found []string
	seen := map[string]bool{}
	for _, word := range codeInText.FindAllString(text, -1) {
		if len(word) != CodeLength+1 || word[4] != '-' || strings.Count(word, "-") != 1 {
			continue
		}
		if code, ok := ParseCode(word); ok && !seen[code] && len(found) < most {
			seen[code] = true
			found = append(found, code)
		}
	}
	return found
}
