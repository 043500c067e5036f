package roomlog

import (
	"strings"
	"testing"
)

func TestFindLink(t *testing.T) {
	for text, want := range map[string]string{
		"see https://example.org/a?b=c#d now":        "https://example.org/a?b=c#d",
		"(https://example.org/a).":                   "https://example.org/a",
		"HTTPS://Example.org/A":                      "https://Example.org/A",
		"<http://example.org>":                       "http://example.org",
		"first http://localhost/ then https://a.b/c": "https://a.b/c",
		// Letters whose lower case has another length in UTF-8.
		strings.Repeat("Ⱥ", 9) + "http":                    "",
		"Ⱥhttp://a.b/c " + "İHTTPS://d.e/f":                "http://a.b/c",
		"İHTTPS://d.e/f":                                   "https://d.e/f",
		"no link, javascript:alert(1) ftp://a.b/":          "",
		"https://user:secret@example.org/":                 "",
		"http:// https:/// http":                           "",
		"https://example.org/" + strings.Repeat("a", 1000): "",
		"": "",
	} {
		if got := FindLink(text); got != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

func TestPreviewIsCleaned(t *testing.T) {
	p := LinkPreview{Title: " a\n\tb\x00 \u202ec\xff ", Description: strings.Repeat("ä", 500)}.Clean()
	if p.Title != "a b c" || len([]rune(p.Description)) != MaxPreviewDescription || !strings.HasSuffix(p.Description, "ä…") {
		t.Errorf("%q %q", p.Title, p.Description)
	}
}
