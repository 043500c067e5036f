package desk

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"muster/store"
	"muster/store/language"
)

// AuditWords are what screens call what the audit log stores as codes, in each language.
// They are read from the client's own texts, so a search finds what stands on the screen,
// and an export says it.
type AuditWords struct{ languages map[language.Tag]auditTexts }

// auditTexts is what one language says: words by their codes.
type auditTexts struct {
	Log struct {
		Actions  map[string]string `json:"actionWords"`
		Subjects map[string]string `json:"things"`
		Operator string            `json:"operator"`
	} `json:"admin/desk/audit"`
}

// ReadAuditWords reads the files of the client's languages. Without files there are no
// words, and the log is searched by its codes alone.
func ReadAuditWords(files fs.FS) (*AuditWords, error) {
	words := &AuditWords{languages: map[language.Tag]auditTexts{}}
	if files == nil {
		return words, nil
	}
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		var file struct {
			Parts auditTexts `json:"parts"`
		}
		raw, err := fs.ReadFile(files, name)
		if err == nil {
			err = json.Unmarshal(raw, &file)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		words.languages[language.Tag(strings.TrimSuffix(path.Base(name), ".json"))] = file.Parts
	}
	return words, nil
}

// Meant gives the codes whose words contain a text in any language, in any case. The
// languages are searched together because the codes must follow from the text alone:
// then each page of a search counts like the first, also when another language is chosen
// meanwhile, and a link to a search finds the same for whoever follows it. The details of
// an entry are searched as they are stored.
func (w *AuditWords) Meant(text string) (codes store.AuditCodes) {
	if text == "" {
		return codes
	}
	text = strings.ToLower(text)
	says := func(word string) bool { return strings.Contains(strings.ToLower(word), text) }
	add := func(codes []string, words map[string]string) []string {
		for code, word := range words {
			if says(word) {
				codes = append(codes, code)
			}
		}
		return codes
	}
	for _, of := range w.languages {
		codes.Actions = add(codes.Actions, of.Log.Actions)
		codes.Subjects = add(codes.Subjects, of.Log.Subjects)
		codes.Operator = codes.Operator || says(of.Log.Operator)
	}
	return codes
}

// action is an action in words; one without words is said by its code.
func (w *AuditWords) action(tag language.Tag, code string) string {
	if word := w.languages[tag].Log.Actions[code]; word != "" {
		return word
	}
	return strings.ReplaceAll(code, "_", " ")
}

// actor is what an entry's actor is called.
func (w *AuditWords) actor(tag language.Tag, p store.AuditPerson) string {
	if word := w.languages[tag].Log.Operator; p.ID == "" && word != "" {
		return word
	}
	return p.Called()
}
