package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is wrong is said once, also in a test, by what another package's function is, and
// in a file of the build's flags alone.
func TestWhatIsWrongIsSaidOnce(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":         "module example\n\ngo 1.26\n",
		"say/say.go":     "package say\n\nimport \"fmt\"\n\nfunc Say(format string, args ...any) { fmt.Printf(format, args...) }\n",
		"say/in_test.go": "package say\n\nfunc in() { Say(\"%d\", \"in\") }\n",
		"say/by_test.go": "package say_test\n\nimport \"example/say\"\n\nfunc by() { say.Say(\"%d\", \"by\") }\n",
		"a.go":           "package example\n\nimport \"example/say\"\n\nfunc a() { say.Say(\"%d\", \"a\"); say.Say(\"%d\", 1) }\n",
		"tagged.go":      "//go:build tagged\n\npackage example\n\nimport \"example/say\"\n\nfunc tagged() { say.Say(\"%d\", \"tagged\") }\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for tag, want := range map[string][]string{"": {"a.go:5", "by_test.go:5", "in_test.go:3"}, "tagged": {"a.go:5", "by_test.go:5", "in_test.go:3", "tagged.go:7"}} {
		var out bytes.Buffer
		wrong, err := check(&out, dir, []string{"-race", "-tags=" + tag}, "./...")
		if err != nil || !wrong {
			t.Errorf("tag %q: %v, %v", tag, wrong, err)
		}
		for _, place := range want {
			if n := strings.Count(out.String(), place+":"); n != 1 {
				t.Errorf("tag %q: %s is there %d times in\n%s", tag, place, n, &out)
			}
		}
		if n := strings.Count(out.String(), "\n"); n != len(want) {
			t.Errorf("tag %q: %d lines, not %d:\n%s", tag, n, len(want), &out)
		}
	}
	if wrong, err := check(os.Stderr, dir, nil, "./nowhere"); err == nil && !wrong {
		t.Error("a package that is nowhere is right")
	}
}
