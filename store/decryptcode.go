package store

import (
	"crypto/rand"
	"regexp"
	"strings"
)

// DecryptCodeLength is the number of letters and digits of a decrypt code.
const DecryptCodeLength = 8

// decryptAlphabet is what codes are drawn from.
const decryptAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// maxTypedCode is the most bytes of what somebody types as a code.
const maxTypedCode = 64

// NewDecryptCode draws a code from the system's random source, each of 36^8 alike.
func NewDecryptCode() string {
	code := make([]byte, 0, DecryptCodeLength)
	// Bytes from 252 on would make the first letters likelier.
	const fair = 256 / len(decryptAlphabet) * len(decryptAlphabet)
	for one := []byte{0}; len(code) < DecryptCodeLength; {
		if _, err := rand.Read(one); err != nil {
			panic("store: " + err.Error()) // the system's random source never fails
		}
		if int(one[0]) < fair {
			code = append(code, decryptAlphabet[int(one[0])%len(decryptAlphabet)])
		}
	}
	return string(code)
}

// ParseDecryptCode gives a code as it is compared: eight capitals and digits without
// a dash. Only ASCII counts: a letter of another script that looks the same, or that
// becomes one when it is capitalized, makes no code.
func ParseDecryptCode(typed string) (code string, ok bool) {
	if len(typed) > maxTypedCode {
		return "", false
	}
	out := make([]byte, 0, DecryptCodeLength)
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
	return string(out), len(out) == DecryptCodeLength
}

// ShowDecryptCode writes a code in the form XXXX-XXXX.
func ShowDecryptCode(code string) string {
	if len(code) != DecryptCodeLength {
		return code
	}
	return code[:4] + "-" + code[4:]
}

var codeInText = regexp.MustCompile(`[A-Za-z0-9-]+`)

// DecryptCodesIn finds the codes that a text shows in the form XXXX-XXXX, at most
// most, each once.
func DecryptCodesIn(text string, most int) []string {
	var found []string
	seen := map[string]bool{}
	for _, word := range codeInText.FindAllString(text, -1) {
		if len(word) != DecryptCodeLength+1 || word[4] != '-' || strings.Count(word, "-") != 1 {
			continue
		}
		if code, ok := ParseDecryptCode(word); ok && !seen[code] && len(found) < most {
			seen[code] = true
			found = append(found, code)
		}
	}
	return found
}
