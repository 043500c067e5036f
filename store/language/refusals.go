package language

import (
	"cmp"
	"embed"
	"strings"
	"time"

	"muster/store"
)

//go:embed refusals/*.json
var refusalFiles embed.FS

// refusals are the sentences of store.Error in each language but English, by the English
// one as the code has it: its Format, or its Message where that takes no values. Their
// verbs name their argument, as those of texts.
var refusals = read(refusalFiles, "refusals")

// Sentence is what an error says in this language, and whether it has words for it. What
// a community wrote itself has none.
func (t Tag) Sentence(e *store.Error) (said string, known bool) {
	sentence := cmp.Or(e.Format, e.Message)
	if t == English { // in which all are written
		for _, all := range refusals {
			if _, known := all[sentence]; known {
				return e.Message, true
			}
		}
		return "", false
	}
	said, known = refusals[t][sentence]
	if !known || !strings.Contains(said, "%") {
		return said, known
	}
	values := make([]any, len(e.Values))
	for i, value := range e.Values {
		if day, ok := value.(time.Time); ok {
			value = day.UTC().Format(t.Say("date.day"))
		}
		values[i] = value
	}
	return printers[t].Sprintf(said, values...), true
}
