package language

import (
	"embed"
	"encoding/json"
	"path"
	"slices"
	"strings"

	xlanguage "golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
	"golang.org/x/text/number"

	"muster/store"
)

// Tag names a language that the server speaks (BCP 47); "" is one that was not chosen.
type Tag string

// English is spoken where no other language is known.
const English Tag = "en"

//go:embed texts/*.json
var files embed.FS

// texts are the format strings of package fmt of each language, by key. Their verbs name
// their argument (%[1]s), so each language has its own order.
var texts = read(files, "texts")

// read reads a folder of files that are named by their language.
func read(files embed.FS, folder string) map[Tag]map[string]string {
	names, err := files.ReadDir(folder)
	if err != nil {
		panic("language: " + err.Error()) // the files are in the program
	}
	all := map[Tag]map[string]string{}
	for _, name := range names {
		file, err := files.ReadFile(path.Join(folder, name.Name()))
		own := map[string]string{}
		if err == nil {
			err = json.Unmarshal(file, &own)
		}
		if err != nil {
			panic("language: " + folder + "/" + name.Name() + ": " + err.Error())
		}
		all[Tag(strings.TrimSuffix(name.Name(), ".json"))] = own
	}
	return all
}

// All are the languages that there are, English first.
func All() []Tag {
	all := []Tag{English}
	for tag := range texts {
		if tag != English {
			all = append(all, tag)
		}
	}
	slices.Sort(all[1:])
	return all
}

// Parse reads the tag of a language that there is. It fails with Invalid
// (language_unknown).
func Parse(tag string) (Tag, error) {
	if _, known := texts[Tag(tag)]; !known {
		return "", store.NewErrorReason(store.Invalid, "language_unknown", "This language is not available")
	}
	return Tag(tag), nil
}

// acceptBytes is how much of an Accept-Language header is read.
const acceptBytes = 512

var offered = All()

// serving is the language that serves a tag (BCP 47), as de serves de-AT. A related language
// serves nobody: the client has the same rule.
func serving(wanted string) (Tag, bool) {
	base, _, _ := strings.Cut(wanted, "-")
	for _, one := range []string{wanted, base} {
		for _, tag := range offered {
			if strings.EqualFold(string(tag), one) {
				return tag, true
			}
		}
	}
	return "", false
}

// Accepted is the language that serves an Accept-Language header best (RFC 9110, 12.5.4);
// English where none does.
func Accepted(header string) Tag {
	if len(header) > acceptBytes {
		header = header[:strings.LastIndexByte(header[:acceptBytes], ',')+1]
	}
	var valid []string
	for one := range strings.SplitSeq(header, ",") {
		if _, _, err := xlanguage.ParseAcceptLanguage(one); err == nil && strings.TrimSpace(one) != "" {
			valid = append(valid, one)
		}
	}
	wanted, _, _ := xlanguage.ParseAcceptLanguage(strings.Join(valid, ",")) // each is valid
	for _, one := range wanted {
		if tag, ok := serving(one.String()); ok {
			return tag
		}
	}
	return English
}

var printers = makePrinters()

func makePrinters() map[Tag]*message.Printer {
	all := catalog.NewBuilder(catalog.Fallback(xlanguage.English))
	for tag, own := range texts {
		for key, text := range own {
			if err := all.SetString(xlanguage.Make(string(tag)), key, text); err != nil {
				panic("language: " + key + ": " + err.Error())
			}
		}
	}
	made := map[Tag]*message.Printer{}
	for tag := range texts {
		made[tag] = message.NewPrinter(xlanguage.Make(string(tag)), message.Catalog(all))
	}
	return made
}

// Say is a text in this language, in English where it is not known, with its values.
func (t Tag) Say(key string, values ...any) string {
	return printers[t.Spoken()].Sprintf(key, values...)
}

// Decimal is a number with so many digits after the decimal mark of this language, and
// nothing between its thousands.
func (t Tag) Decimal(value float64, digits int) string {
	return printers[t.Spoken()].Sprint(number.Decimal(value, number.Scale(digits), number.NoSeparator()))
}

// ListSeparator stands between the cells of a row where a spreadsheet set to this language
// opens a CSV file: a semicolon where the decimal mark is a comma.
func (t Tag) ListSeparator() rune {
	if strings.Contains(t.Decimal(0.5, 1), ",") {
		return ';'
	}
	return ','
}

// Spoken is the tag of the language that Say speaks.
func (t Tag) Spoken() Tag {
	if _, known := texts[t]; known {
		return t
	}
	return English
}
