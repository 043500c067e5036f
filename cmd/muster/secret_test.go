package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The secret of a development node is made once and only its owner reads it.
func TestDataSecretIsMadeOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	first, err := dataSecret(dir)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, "secret"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	second, err := dataSecret(dir)
	if err != nil || !bytes.Equal(first.Key("x"), second.Key("x")) {
		t.Errorf("another secret the second time, %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("beside the secret lies %v, %v", left, err)
	}
}

// A disk that filled up while the secret was made, or a process that was killed then, once
// left an empty file, and no node started again: "must be at least 32 characters long".
func TestSecretIsWholeOrNotThere(t *testing.T) {
	dir := t.TempDir()
	full := exec.Command("sh", "-c", `ulimit -f 0; exec "$0" -test.run='^TestSecretOnFullDisk$'`, os.Args[0])
	full.Env = append(os.Environ(), "SECRET_TEST_DIR="+dir)
	if said, err := full.CombinedOutput(); err == nil { // Go ends a process that writes beyond its limit
		t.Fatalf("a secret was written: %s", said)
	}
	if _, err := dataSecret(dir); err != nil {
		t.Errorf("when there is space again: %v", err)
	}
	path := filepath.Join(dir, "secret")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := dataSecret(dir); err == nil || !strings.HasPrefix(err.Error(), path+" holds no secret") {
		t.Errorf("an empty file: %v", err)
	}
}

// TestSecretOnFullDisk is the part of TestSecretIsWholeOrNotThere that may write nothing.
func TestSecretOnFullDisk(t *testing.T) {
	if dir := os.Getenv("SECRET_TEST_DIR"); dir != "" {
		_, err := dataSecret(dir)
		t.Fatal(err)
	}
}
