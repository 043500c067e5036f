package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes a small product with all that a release reads, committed at a fixed time, and
// gives its folder. The same files give the same commit in any folder.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		".gitignore":               "client/dist/\nnode_modules/\nbin/\n",
		"go.mod":                   "module muster\n\ngo 1.26\n",
		"LICENSE":                  "MIT\n",
		"cmd/muster/main.go":       "package main\n\nvar release, commit, made string\n\nfunc main() { println(release, commit, made) }\n",
		"cmd/muster/changelog.md":  "# Changes\n\n## v1.0.0 (2026-11-26)\n\n- All of it.\n",
		"cmd/muster/installing.md": "# Install\n",
		"cmd/muster/operating.md":  "# Operate\n",
		"cmd/muster/asvs.md":       "# Security\n",
		"cmd/muster/internal/loadtest/measurements.md":     "# Measured\n",
		"cmd/muster/internal/capacity/scaling.md":          "# Scale\n",
		"cmd/release/install/compose/compose.yaml":         "image: muster:VERSION\n",
		"cmd/release/install/compose/secrets.sh":           "#!/bin/sh\n",
		"client/package-lock.json":                         testLock,
		"client/dist/index.html":                           "<!doctype html>\n",
		"client/node_modules/@vladmandic/face-api/LICENSE": "MIT\n",
	} {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	for _, model := range modelFiles {
		for _, end := range []string{".bin", "-weights_manifest.json"} {
			write(t, filepath.Join(dir, "client", "node_modules", "@vladmandic", "face-api", "model", model+end), model)
		}
	}
	git(t, dir, "init", "--quiet", "--initial-branch=main")
	git(t, dir, "add", "--all")
	git(t, dir, "commit", "--quiet", "--message=all")
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// git runs git with no settings of this machine's.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@muster.test", "GIT_AUTHOR_DATE=2026-11-26T08:00:00Z",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@muster.test", "GIT_COMMITTER_DATE=2026-11-26T08:00:00Z")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// One commit, built in two folders, gives the same checksums, whatever the environment says.
func TestReleaseIsTheSameInEveryFolder(t *testing.T) {
	var sums [2]string
	for i := range sums {
		dir, into := tree(t), filepath.Join(t.TempDir(), "out")
		if i == 1 {
			t.Setenv("GOFLAGS", "-tags=other")
			t.Setenv("GOAMD64", "v3")
			t.Setenv("TZ", "Asia/Tokyo")
		}
		git(t, dir, "tag", "v1.0.0")
		if err := publish(dir, into, []string{"linux/amd64", "windows/amd64"}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(into, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = string(text)
	}
	if sums[0] != sums[1] {
		t.Errorf("they differ:\n%s\n%s", sums[0], sums[1])
	}
	for _, name := range []string{
		"muster-v1.0.0-linux-amd64.tar.gz", "muster-v1.0.0-linux-amd64-image.tar", "muster-v1.0.0-linux-amd64.cdx.json",
		"muster-v1.0.0-windows-amd64.zip", "muster-v1.0.0-face-models.tar.gz",
	} {
		if !strings.Contains(sums[0], "  "+name+"\n") {
			t.Errorf("%s is missing in\n%s", name, sums[0])
		}
	}
}

// What could not be made again by others is no release, nor is a version without its changes.
func TestWhatNobodyCouldMakeAgainIsRefused(t *testing.T) {
	dir := tree(t)
	s, err := readSource(dir)
	if err != nil || len(s.version) != 12 || !strings.HasPrefix(s.commit, s.version) {
		t.Errorf("without a tag: %+v, %v", s, err)
	}
	git(t, dir, "tag", "v1.0.1")
	if _, err := readSource(dir); err == nil || !strings.Contains(err.Error(), "says nothing of v1.0.1") {
		t.Errorf("a version without its changes: %v", err)
	}
	write(t, filepath.Join(dir, "LICENSE"), "none\n")
	if _, err := readSource(dir); err == nil || !strings.Contains(err.Error(), "LICENSE") {
		t.Errorf("a changed file: %v", err)
	}
}

// The archive of the models holds exactly what the engine checks at its start.
func TestFaceModelsAreThoseOfTheEngine(t *testing.T) {
	text, err := os.ReadFile("../../store/face/embedded/weights.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "var checksums = map[string]string{\n")
	list, _, _ = strings.Cut(list, "\n}\n")
	for _, model := range modelFiles {
		for _, end := range []string{".bin", "-weights_manifest.json"} {
			if !strings.Contains(list, `"`+model+end+`"`) {
				t.Errorf("the engine does not read %s%s", model, end)
			}
		}
	}
	if got := strings.Count(list, "\n") + 1; got != 2*len(modelFiles) {
		t.Errorf("the engine reads %d files", got)
	}
}
