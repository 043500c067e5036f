package store

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxMessageLength is how many code points a typed text has at most, and MessageTooLong
// what a longer one is answered.
const (
	MaxMessageLength = 500
	MessageTooLong   = "Message too long (max 500 characters)"
)

// CleanText prepares typed text: every C0 control but newline (and DEL) is
// stripped, outer blanks are trimmed; bidirectional and joiner characters stay. It fails
// with Invalid for a NUL, for text that is not UTF-8, for blank text and for more than
// MaxMessageLength code points.
func CleanText(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", NewErrorReason(Invalid, "not_utf8", "Message is not valid text")
	}
	if strings.ContainsRune(text, 0) {
		return "", NewErrorReason(Invalid, "control_character", "Message contains a character that cannot be sent")
	}
	text = WithoutControls(text)
	if text == "" || Blank(text) {
		return "", NewErrorReason(Invalid, "blank", "Message cannot be empty")
	}
	if utf8.RuneCountInString(text) > MaxMessageLength {
		return "", NewErrorReason(Invalid, "too_long", MessageTooLong)
	}
	return text, nil
}

// WithoutControls is the text without C0 controls but newlines, and trimmed.
func WithoutControls(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if (r < 0x20 && r != '\n') || r == 0x7f {
			return -1
		}
		return r
	}, text))
}

// Blank says whether text shows nothing at all: only blanks and characters
// without ink, which are Unicode's Default_Ignorable_Code_Point and the empty
// Braille pattern. The client's isBlank says the same.
func Blank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && r != '\u2800' && !ignorable(r) }) < 0
}

// ignorable is the property Default_Ignorable_Code_Point, put together as
// Unicode derives it.
func ignorable(r rune) bool {
	if r >= 0xfff9 && r <= 0xfffb || r >= 0x13430 && r <= 0x1343f {
		return false
	}
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// VisibleLine says whether text stands on one line and shows anything there.
func VisibleLine(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, BreaksLine) && !Blank(text)
}

// BreaksLine finds controls, Unicode's own line and paragraph ends, and the controls of
// writing direction, by which a line shows another text than it has (Unicode TR 36, 3.3).
func BreaksLine(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}

// WithoutDirections drops the controls of writing direction, which a copied phone number has
// around it.
func WithoutDirections(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
}
