package http

import (
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// The texts in the visitor's language arrive with the script that asks for them.
func TestPageNamesItsFirstTexts(t *testing.T) {
	t.Parallel()
	files, err := readClientFiles(fstest.MapFS{
		"index.html":                               {Data: []byte("<!doctype html>")},
		"assets/start-x.js":                        {Data: []byte("1")},
		"assets/optional/texts-h4sh/en-start.js":   {Data: []byte("1")},
		"assets/optional/texts-h4sh/de-start.js":   {Data: []byte("1")},
		"assets/optional/texts-h4sh/de-members.js": {Data: []byte("1")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ accepts, cookie, want string }{
		{"", "", "en"},
		{"de-AT,de;q=0.9", "", "de"},
		{"ja", "", "en"},
		{"es", "", ""}, // not built
		{"de", "en", "en"},
		{"en", "de", "de"},
		{"de", "../../x", "de"},
	} {
		r := httptest.NewRequest("GET", "/login", nil)
		r.Header.Set("Accept-Language", x.accepts)
		if x.cookie != "" {
			r.Header.Set("Cookie", languageCookie+"="+x.cookie)
		}
		w := httptest.NewRecorder()
		files.serve(w, r)
		want := ""
		if x.want != "" {
			want = "</assets/optional/texts-h4sh/" + x.want + "-start.js>; rel=modulepreload"
		}
		if got := strings.Join(w.Header().Values("Vary"), ", "); !strings.Contains(got, "Accept-Language, Cookie") {
			t.Errorf("%+v: Vary is %q, so a cache shows one language's link to all", x, got)
		}
		if got := w.Header().Get("Link"); got != want {
			t.Errorf("%+v: %q, want %q", x, got, want)
		}
	}
	w := httptest.NewRecorder()
	files.serve(w, httptest.NewRequest("GET", "/assets/start-x.js", nil))
	if link := w.Header().Get("Link"); link != "" {
		t.Errorf("a script names %q", link)
	}
}
