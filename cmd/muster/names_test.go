package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// privateWord matches names that a newcomer has to learn. A frame is received, a
// broadcast announced, an activity is an item, a hook throttles, an heir is a successor.
var privateWord = regexp.MustCompile(`(?i)told|happenings?$|calmly|^heirs?$`)

// declared finds the names that a file of the client declares.
var declared = regexp.MustCompile(`\b(?:const|let|function|type|interface|class|enum) +(\w+)`)

// The words above were replaced everywhere; a name that brings one back fails here.
func TestNamesAreTheFieldsOwnWords(t *testing.T) {
	files := 0
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != top && (name == "node_modules" || name == "dist" || name == "data" || strings.HasPrefix(name, ".")) {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(path) {
		case ".go":
			files++
			checkGoNames(t, path)
		case ".ts", ".tsx":
			files++
			checkClientNames(t, path)
		}
		return nil
	})
	if err != nil || files < 1000 {
		t.Fatalf("%d files were read: %v", files, err)
	}
}

func checkGoNames(t *testing.T, path string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && privateWord.MatchString(name.Name) {
			t.Errorf("%s: the name %s", path, name.Name)
		}
		return true
	})
}

func checkClientNames(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range declared.FindAllSubmatch(text, -1) {
		if name := string(found[1]); privateWord.MatchString(name) {
			t.Errorf("%s: the name %s", path, name)
		}
	}
}
