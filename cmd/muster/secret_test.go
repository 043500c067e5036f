package main

import (
	"bytes"
	"os"
	"path/filepath"
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
}
