//go:build unix

package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
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
	if err := removeLostHomes([]string{temporary}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"lost": false, "running": true, "there": true, "operator": true, "unknown": true} {
		if _, err := os.Stat(filepath.Join(state, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Servers that were killed left the folders of their sockets for ever.
func TestLostSocketsAreRemoved(t *testing.T) {
	t.Parallel()
	const nobody = 1 << 30 // beyond every process id
	parent := t.TempDir()
	add := func(name string, pid int, age time.Duration) {
		dir := filepath.Join(parent, socketsName+name)
		err := os.Mkdir(dir, 0o700)
		if pid != 0 {
			err = errors.Join(err, os.WriteFile(filepath.Join(dir, ".s.PGSQL.5432.lock"), fmt.Appendf(nil, "%d\n/data\n", pid), 0o600))
		}
		if err = errors.Join(err, os.Chtimes(dir, time.Time{}, time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	add("running", os.Getpid(), 2*socketsLost)
	add("starting", 0, 0)
	add("killed", nobody, 2*socketsLost)
	add("ended", 0, 2*socketsLost)
	if err := removeLostSockets(parent); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"running": true, "starting": true, "killed": false, "ended": false} {
		if _, err := os.Stat(filepath.Join(parent, socketsName+name)); errors.Is(err, fs.ErrNotExist) == want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
