package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is not understood is refused before anybody is called.
func TestLoadRunRefuses(t *testing.T) {
	tokens := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(tokens, []byte("one two"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{}, {"--tokens", "/nowhere"}, {"--tokens", tokens, "--sockets", "3"}, {"--tokens", tokens, "--rooms", "3"},
		{"--tokens", tokens, "--rate", "0"}, {"--tokens", tokens, "--nodes", "localhost:8080"}, {"--tokens", tokens, "--rate", "1e9"},
		{"--tokens", tokens, "--sockets", "1", "--arrivals", "2"}, {"--tokens", tokens, "--raid", "-1"}, {"--tokens", tokens, "--connects", "-1"},
	} {
		if status, _, _ := run(nil, append([]string{"load", "run"}, args...)...); status != 2 {
			t.Errorf("%q: status %d", args, status)
		}
	}
	for _, args := range [][]string{
		{}, {"--token", tokens}, {"--token", "/nowhere", "--path", "/api/config"}, {"--token", tokens, "--path", "/", "--node", "localhost"},
		{"--token", tokens, "--path", "/", "--at-once", "0"}, {"--token", tokens, "--path", "/", "--rounds", "0"}, {"--token", tokens, "/"},
		{"--token", tokens, "--change", "GET /api/config"}, {"--token", tokens, "--path", "/api/config", "--seconds", "-1"},
	} {
		if status, _, _ := run(nil, append([]string{"load", "calls"}, args...)...); status != 2 {
			t.Errorf("calls %q: status %d", args, status)
		}
	}
}

// A file that cannot be written is said before members are made: they were made, and nobody had
// their tokens.
func TestLoadPrepareOpensItsFileFirst(t *testing.T) {
	status, _, said := run([]string{"DATABASE_URL=postgres://127.0.0.1:1/muster"}, "load", "prepare", "--tokens", filepath.Join(t.TempDir(), "none", "tokens"))
	if status != 1 || !strings.Contains(said, "load prepare: --tokens: open ") {
		t.Errorf("%d, %s", status, said)
	}
}
