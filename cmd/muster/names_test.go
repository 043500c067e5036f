package main

import (
	"go/scanner"
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
	files, judged := 0, map[string]bool{}
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
			checkGoNames(t, judged, path)
		case ".ts", ".tsx":
			files++
			checkClientNames(t, judged, path)
		}
		return nil
	})
	if err != nil || files < 1000 {
		t.Fatalf("%d files were read: %v", files, err)
	}
}

// isPrivate judges each name once: the same few thousand stand in all files.
func isPrivate(judged map[string]bool, name string) bool {
	private, known := judged[name]
	if !known {
		private = privateWord.MatchString(name)
		judged[name] = private
	}
	return private
}

func checkGoNames(t *testing.T, judged map[string]bool, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile(path, -1, len(text)), text, func(at token.Position, message string) {
		t.Errorf("%s: %s", at, message)
	}, 0)
	for kind := token.ILLEGAL; kind != token.EOF; {
		var name string
		if _, kind, name = s.Scan(); kind == token.IDENT && isPrivate(judged, name) {
			t.Errorf("%s: the name %s", path, name)
		}
	}
}

func checkClientNames(t *testing.T, judged map[string]bool, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range declared.FindAllSubmatch(text, -1) {
		if name := string(found[1]); isPrivate(judged, name) {
			t.Errorf("%s: the name %s", path, name)
		}
	}
}
