package application

import (
	"strings"
	"unicode"

	"muster/store"
)

// Words counts the words of an answer: what white space separates and shows anything.
// Invisible characters neither separate words nor are any.
func Words(text string) int {
	n := 0
	for word := range strings.FieldsSeq(text) {
		if !store.Blank(word) {
			n++
		}
	}
	return n
}

// clean is a text without the controls that no line of it needs.
func clean(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text))
}

// upper is a text as the forms store it.
func upper(text string) string { return strings.ToUpper(clean(text)) }

// oneLine is an upper-cased text on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(upper(text)), " ") }
