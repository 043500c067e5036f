package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The map and the page about subjects name files and folders that are there.
func TestPapersNameWhatIsThere(t *testing.T) {
	quoted := regexp.MustCompile("`((?:cmd|store|actors|http|client)/[a-zA-Z0-9_./-]+)`")
	for _, paper := range []string{"README.md", "cmd/muster/subjects.md"} {
		text, err := os.ReadFile(filepath.Join(top, paper))
		if err != nil {
			t.Fatal(err)
		}
		found := quoted.FindAllStringSubmatch(string(text), -1)
		if len(found) < 10 {
			t.Fatalf("%s names %d paths", paper, len(found))
		}
		for _, m := range found {
			if strings.Contains(m[1], "NAME") || strings.Contains(m[1], "NNNN") {
				continue
			}
			if _, err := os.Stat(filepath.Join(top, m[1])); err != nil {
				t.Errorf("%s names %s, which is not there", paper, m[1])
			}
		}
	}
}
