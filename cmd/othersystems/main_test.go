package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is wrong on one system is said for that one, in a test file and in what it calls.
func TestWhatIsWrongOnOneSystemIsSaid(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":             "module example\n\ngo 1.26\n",
		"both.go":            "package example\n\nvar Both = limit()\n",
		"limit_darwin.go":    "package example\n\nfunc limit() int { return Wrong }\n",
		"limit_linux.go":     "package example\n\nfunc limit() int { return 1 }\n",
		"mac_darwin_test.go": "package example\n\nvar _ string = Both\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	problems, err := check("linux/arm64", dir, "./...")
	if err != nil || len(problems) > 0 {
		t.Errorf("linux: %q, %v", problems, err)
	}
	problems, err = check("darwin/arm64", dir, "./...")
	all := strings.Join(problems, "\n")
	if err != nil || !strings.Contains(all, "Wrong") || !strings.Contains(all, "mac_darwin_test.go") {
		t.Errorf("darwin: %q, %v", problems, err)
	}
}
