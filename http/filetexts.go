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

// LanguageOf is the language that was chosen on the device of a request, which its pages
// speak, else what its browser accepts best.
func LanguageOf(r *http.Request) (tag language.Tag, chosen bool) {
	if cookie, err := r.Cookie(languageCookie); err == nil {
		if tag, err := language.Parse(cookie.Value); err == nil {
			return tag, true
		}
	}
	return language.Accepted(r.Header.Get("Accept-Language")), false
}

// languageFor is the language that was chosen on the device of a request, else the one
// that its caller has chosen as a member, else what its browser accepts best.
func languageFor(r *http.Request, caller store.Caller) language.Tag {
	tag, chosen := LanguageOf(r)
	if own, err := language.Parse(caller.Language); err == nil && !chosen {
		return own
	}
	return tag
}

// preloadTexts names the texts that the page asks for once its script runs, so that the
// browser fetches both at once. They differ by what LanguageOf reads.
func (f *clientFiles) preloadTexts(h http.Header, r *http.Request) {
	h.Add("Vary", "Accept-Language, Cookie")
	tag, _ := LanguageOf(r)
	if texts := f.firstTexts[tag]; texts != "" {
		h.Add("Link", "<"+texts+">; rel=modulepreload")
	}
}
