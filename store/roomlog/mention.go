package roomlog

import (
	"muster/store"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxMentions is how many names one text may mention.
const MaxMentions = 20

// mentionAll is the name that stands for everybody in the room; nobody can take it.
const mentionAll = "all"

// Mentions are the names in a text, lower-case and each once, in the order of the
// text. Whether somebody has such a username is not known here.
type Mentions struct {
	Names []string
	All   bool // the text has @all, which counts only from who may say it
}

// FindMentions finds every @username in a text: an at-sign with no letter, digit
// or _ before it, and after it a whole word of the form of a username.
func FindMentions(text string) Mentions {
	var found Mentions
	for at := strings.IndexByte(text, '@'); at >= 0; {
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		rest := text[at+1:]
		end := strings.IndexFunc(rest, func(r rune) bool { return !inWord(r) })
		if end < 0 {
			end = len(rest)
		}
		if word := rest[:end]; (at == 0 || !inWord(before)) && store.IsUsernameForm(word) {
			found.add(strings.ToLower(word))
		}
		next := strings.IndexByte(rest[end:], '@')
		if next < 0 {
			break
		}
		at += 1 + end + next
	}
	return found
}

func (m *Mentions) add(name string) {
	switch {
	case name == mentionAll:
		m.All = true
	case len(name) >= store.MinUsername && len(name) <= store.MaxUsername && !slices.Contains(m.Names, name):
		m.Names = append(m.Names, name)
	}
}

// inWord says whether r belongs to a word, in any script.
func inWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// Check fails with Invalid for too many names.
func (m Mentions) Check() error {
	if len(m.Names) > MaxMentions {
		return store.NewErrorReason(store.Invalid, "too_many_mentions", "A message can mention at most 20 people")
	}
	return nil
}
