package main

import (
	"net"
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

// A test against an address where nobody listens, or whose report cannot be written, says so at
// once. It waited for its members for three minutes, and its report was missed at the end.
func TestLoadRunSaysAtOnceWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	tokens := filepath.Join(dir, "tokens")
	if err := os.WriteFile(tokens, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil || silent.Close() != nil {
		t.Fatal(err)
	}
	for nodes, says := range map[string]string{
		"http://" + silent.Addr().String():                                         "load run: no node answers: dial tcp",
		"http://" + silent.Addr().String() + ",http://" + listener.Addr().String(): "load run: --json: open ",
	} {
		status, out, said := run(nil, "load", "run", "--tokens", tokens, "--seconds", "1", "--nodes", nodes, "--json", filepath.Join(dir, "none", "report"))
		if status != 1 || out != "" || !strings.HasPrefix(said, "muster: "+says) {
			t.Errorf("%s: %d, %s%s, want %s", nodes, status, out, said, says)
		}
	}
}
