//go:build unix

package embedded

import (
	"os"
	"path/filepath"
	"testing"
)

// Tests that were killed left their databases in the state folder for ever. Only what was a
// temporary directory's, which is gone, and what nobody runs is removed.
func TestLostHomesAreRemoved(t *testing.T) {
	state, temporary, kept := t.TempDir(), t.TempDir(), t.TempDir()
	SetStateFolder(t, state)
	there := filepath.Join(temporary, "there")
	if err := os.Mkdir(there, 0o700); err != nil {
		t.Fatal(err)
	}
	add := func(name, belongs string) {
		dir := filepath.Join(state, name)
		if err := os.MkdirAll(filepath.Join(dir, clusterName), 0o700); err != nil {
			t.Fatal(err)
		}
		if belongs != "" {
			if err := os.WriteFile(filepath.Join(dir, belongsName), []byte(belongs+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	gone := filepath.Join(temporary, "gone")
	for name, belongs := range map[string]string{
		"lost": gone, "running": gone, "there": there, "operator": filepath.Join(kept, "gone"), "unknown": "",
	} {
		add(name, belongs)
	}
	lock, err := home{dir: filepath.Join(state, "running")}.acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	// TempDir is below the machine's temporary folder: the operator's must not be.
	if err := RemoveLostHomes(temporary); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"lost": false, "running": true, "there": true, "operator": true, "unknown": true} {
		if _, err := os.Stat(filepath.Join(state, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
