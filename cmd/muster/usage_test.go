package main

import (
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
	if status, _, complaints := run(nil, "dance", "-h"); status != 2 || !strings.Contains(complaints, `unknown command "dance"`) {
		t.Errorf("muster dance -h: status %d, %s", status, complaints)
	}
}
