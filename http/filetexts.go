package http

import (
	"net/http"
	"path"
	"strings"

	"muster/store"
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

// languageOf is the language that was chosen on the device of a request, which its pages
// speak; else the one that the caller has chosen as a member; else what the browser
// accepts best.
func languageOf(r *http.Request, caller store.Caller) language.Tag {
	if cookie, err := r.Cookie(languageCookie); err == nil {
		if chosen, err := language.Parse(cookie.Value); err == nil {
			return chosen
		}
	}
	if chosen, err := language.Parse(caller.Language); err == nil {
		return chosen
	}
	return language.Accepted(r.Header.Get("Accept-Language"))
}

// preloadTexts names the texts that the page asks for once its script runs, so that the
// browser fetches both at once.
func (f *clientFiles) preloadTexts(h http.Header, r *http.Request) {
	if texts := f.firstTexts[languageOf(r, store.Caller{})]; texts != "" {
		h.Add("Link", "<"+texts+">; rel=modulepreload")
	}
}
