package postgres_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/store/postgres/subjects"
)

// docWord is a name in a doc.go; "rollup_…" stands for every name that begins so.
var docWord = regexp.MustCompile(`[a-z_]+…?`)

// The doc.go of a subject names every table that it owns. Six of them lacked tables that had
// come since, and one said that nobody else reads its own.
func TestDocsNameTheTables(t *testing.T) {
	t.Parallel()
	for name, subject := range subjects.ByName {
		doc, err := os.ReadFile(filepath.Join(name, "doc.go"))
		if err != nil {
			t.Fatal(err)
		}
		words := docWord.FindAllString(string(doc), -1)
		for _, table := range slices.Sorted(maps.Keys(subject.Tables())) {
			if !slices.ContainsFunc(words, func(word string) bool {
				prefix, some := strings.CutSuffix(word, "…")
				return word == table || some && prefix != "" && strings.HasPrefix(table, prefix)
			}) {
				t.Errorf("%s/doc.go does not name %s", name, table)
			}
		}
	}
}
