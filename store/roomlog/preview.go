package roomlog

import (
	"context"
	"net/url"
	"strings"
	"unicode"
)

// Limits of a link preview, in characters.
const (
	MaxPreviewTitle       = 200
	MaxPreviewDescription = 300
	maxPreviewURL         = 1000 // bytes
)

// Previewer looks at a page (http/gateway).
type Previewer interface {
	// Preview describes the page of a link. It fails with Invalid for a page that has
	// nothing to show or may not be looked at, and with Unavailable when another try
	// may do better.
	Preview(ctx context.Context, link string) (LinkPreview, error)
}

// FindLink gives the first link to a web page in a text, "" without one.
func FindLink(text string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`<>"`, r) }) {
		at := indexScheme(word)
		if at < 0 || len(word) > maxPreviewURL {
			continue
		}
		link := strings.TrimRight(word[at:], ".,;:!?'*_~)]}")
		u, err := url.Parse(link)
		if err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.Contains(u.Hostname(), ".") && u.User == nil {
			return u.String()
		}
	}
	return ""
}

// indexScheme is where the first "http" stands in a word, in letters of either case; -1
// for nowhere. The word is not lower-cased as a whole: other letters may change their
// length by that.
func indexScheme(word string) int {
	const scheme = "http"
	for at := range len(word) - len(scheme) + 1 {
		if strings.EqualFold(word[at:at+len(scheme)], scheme) {
			return at
		}
	}
	return -1
}

// Clean gives the preview as it may be shown: each field one line of visible text of
// a limited length.
func (p LinkPreview) Clean() LinkPreview {
	p.Title, p.Description = oneLine(p.Title, MaxPreviewTitle), oneLine(p.Description, MaxPreviewDescription)
	return p
}

// oneLine is text on one line of at most so many characters. Characters that turn the
// direction of others are dropped: they would disguise what stands around them.
func oneLine(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == unicode.ReplacementChar, unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > most {
		line = append(line[:most-1], '…')
	}
	return string(line)
}
