package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// source is the checkout that a release is made of.
type source struct {
	dir     string
	version string // the tag, as v1.2.3, or else the commit with the tag before it
	commit  string
	made    time.Time // when the commit was made
}

// changelog is the file whose headings are the versions.
const changelog = "cmd/muster/changelog.md"

// readSource reads the commit, and fails for a tree that differs from it: nobody could make
// the same release again. A tagged version has its part of the changelog.
func readSource(dir string) (source, error) {
	s := source{dir: dir}
	changes, err := s.git("status", "--porcelain")
	if err != nil {
		return s, err
	}
	if changes != "" {
		return s, errors.New("the tree differs from its commit; commit or remove this first:\n" + changes)
	}
	if s.commit, err = s.git("rev-parse", "HEAD"); err != nil {
		return s, err
	}
	seconds, err := s.git("show", "--no-patch", "--format=%ct", "HEAD")
	if err != nil {
		return s, err
	}
	made, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return s, err
	}
	s.made = time.Unix(made, 0).UTC()
	if s.version, err = s.git("describe", "--tags", "--always", "--abbrev=12", "--match=v[0-9]*"); err != nil {
		return s, err
	}
	_, err = s.git("describe", "--tags", "--exact-match", "--match=v[0-9]*")
	if tagged := err == nil; tagged {
		text, err := os.ReadFile(filepath.Join(dir, changelog))
		if err != nil {
			return s, err
		}
		if !bytes.Contains(text, []byte("\n## "+s.version+" ")) {
			return s, fmt.Errorf("%s says nothing of %s", changelog, s.version)
		}
	}
	return s, nil
}

// git gives what git prints.
func (s source) git(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = s.dir
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(complaints.String()))
	}
	return strings.TrimSpace(out.String()), nil
}
