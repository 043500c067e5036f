package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Whoever asks a command for its help is given it, and nothing is done. It was answered "flag:
// help requested" as an error, and muster second-factor remove -h began to look for a member.
func TestCommandsExplainThemselves(t *testing.T) {
	dir := t.TempDir()
	for line := range strings.Lines(help) {
		entry := regexp.MustCompile(`^  ([a-z-]+(?: [a-z]+)?)(?: [A-Z]+)?(?:  |\n)`).FindStringSubmatch(line)
		if entry == nil || entry[1] == "help" {
			continue
		}
		for _, args := range [][]string{append(strings.Fields(entry[1]), "-h"), append(strings.Fields(entry[1]), "x", "--help"), append([]string{"help"}, strings.Fields(entry[1])...)} {
			status, out, complaints := run([]string{"MUSTER_DATA_DIR=" + dir}, args...)
			if status != 0 || complaints != "" || !strings.Contains(out, "\n  "+entry[1]) || strings.Contains(out, "\n  version ") != (entry[1] == "version") {
				t.Errorf("muster %s: status %d, %q %q", strings.Join(args, " "), status, out, complaints)
			}
		}
	}
	for args, says := range map[string]string{
		"backup -h":      "--server URL",
		"member --help":  "--creator",
		"keys rotate -h": "--former-lost",
		"help load run":  "--warm-up DURATION",
	} {
		if _, out, _ := run(nil, strings.Fields(args)...); !strings.Contains(out, says) {
			t.Errorf("muster %s: %s", args, out)
		}
	}
	if _, out, _ := run(nil, "keys", "rotate", "-h"); strings.Contains(out, "which versions") {
		t.Errorf("muster keys rotate -h: %s", out)
	}
	for _, args := range [][]string{{"dance", "-h"}, {"help", "dance"}, {"help", "backup", "dance"}} {
		status, out, complaints := run(nil, args...)
		if status != 2 || out != "" || !strings.Contains(complaints, "unknown command \""+strings.TrimSuffix(strings.TrimPrefix(strings.Join(args, " "), "help "), " -h")) {
			t.Errorf("muster %q: status %d, %s", args, status, complaints)
		}
	}
	if status, out, _ := run(nil, "help", "--help"); status != 0 || !strings.Contains(out, "Usage: muster COMMAND") {
		t.Errorf("muster help --help: status %d, %s", status, out)
	}
}

// A command line that was not understood says what is wrong with it. muster face-roc asked for a
// FILE where its help says DIR, any unknown flag before the word was taken for a missing word, and
// of flags that contradict each other one was passed over.
func TestCommandLinesAreAnsweredInTheirWords(t *testing.T) {
	dir := t.TempDir()
	for args, says := range map[string]string{
		"face-roc":                      "face-roc: DIR is missing",
		"face-roc --dance x":            "face-roc: flag provided but not defined: -dance",
		"face-roc x y":                  `face-roc: "y" is too much`,
		"backup check":                  "backup check: FILE is missing",
		"backup check --server":         "backup check: flag needs an argument: -server",
		"backup check --server URL x y": `backup check: "y" is too much`,
		"backup restore --server URL x": "backup restore: flag provided but not defined: -server",
		"migrate x":                     `migrate: "x" is too much`,
		"dev --few --empty":             "dev: --empty is without",
		"dev --empty --lively":          "dev: --empty is without",
	} {
		status, out, complaints := run([]string{"MUSTER_DATA_DIR=" + dir, "PORT=0", "DATABASE_URL=hello"}, strings.Fields(args)...)
		if status != 2 || out != "" || !strings.HasPrefix(complaints, "muster: "+says) || strings.Count(complaints, "\n") != 1 {
			t.Errorf("muster %s: status %d, %q %q", args, status, out, complaints)
		}
	}
	// Before, behind and between flags stands the same word.
	for _, args := range []string{"--server nowhere FILE", "FILE --server nowhere", "--server=nowhere FILE"} {
		file := filepath.Join(dir, "missing.tar")
		args := strings.Fields("backup check " + strings.Replace(args, "FILE", file, 1))
		if status, _, complaints := run(nil, args...); status != 1 || !strings.Contains(complaints, "open "+file) {
			t.Errorf("muster %s: status %d, %q", args, status, complaints)
		}
	}
}
