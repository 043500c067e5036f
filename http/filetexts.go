package http

import (
	"net/http"
	"path"
	"strings"

	"muster/store/language"
)

// languageCookie has the language that was chosen on this device. The client writes it.
const languageCookie = "language"

// firstTextsOf is the language of a built file with the texts of the first screens, as
// assets/optional/texts-x/de-start.js; false for another file.
func firstTextsOf(name string) (language.Tag, bool) {
	tag, ok := strings.CutSuffix(path.Base(name), "-start.js")
	return language.Tag(tag), ok && strings.HasPrefix(name, optionalFolder+"texts-")
}

// preloadTexts names the texts that the page asks for once its script runs, so that the
// browser fetches both at once: in the language of the device, else of the browser.
func (f *clientFiles) preloadTexts(h http.Header, r *http.Request) {
	texts := ""
	if chosen, err := r.Cookie(languageCookie); err == nil {
		texts = f.firstTexts[language.Tag(chosen.Value)]
	}
	if texts == "" {
		texts = f.firstTexts[language.Accepted(r.Header.Get("Accept-Language"))]
	}
	if texts != "" {
		h.Add("Link", "<"+texts+">; rel=modulepreload")
	}
}
