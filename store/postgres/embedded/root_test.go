//go:build unix

// Started by root, and under a folder that nobody else may enter.

package embedded_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"muster/store/postgres/embedded"
)

// Postgres refuses to run as root; a person in a container is root.
func TestServerNeverRunsAsRoot(t *testing.T) {
	server := start(t, dataDir(t))
	info, err := os.Stat(filepath.Join(server.Home(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	if owner := info.Sys().(*syscall.Stat_t).Uid; owner == 0 {
		t.Error("the cluster belongs to root")
	} else if os.Geteuid() != 0 && int(owner) != os.Geteuid() {
		t.Errorf("the cluster belongs to %d, this is %d", owner, os.Geteuid())
	}
}

// A checkout under root's home: the account Postgres runs as cannot enter it.
// A person who is no root is their own account, and the home stays in place.
func TestDataDirectoryUnderAPrivateHome(t *testing.T) {
	private := dataDir(t)
	if err := os.Chmod(private, 0o700); err != nil {
		t.Fatal(err)
	}
	state := dataDir(t)
	embedded.SetStateFolder(t, state)
	dir := filepath.Join(private, "checkout", "data")
	server := start(t, dir)
	inside := strings.HasPrefix(server.Home(), state)
	if moved := os.Geteuid() == 0; inside != moved {
		t.Errorf("the home is %s", server.Home())
	}
	remember(t, server.OwnerURL(), "kept")
	stop(t, server)
	again := start(t, dir)
	if got := recall(t, again.OwnerURL()); again.Home() != server.Home() || got != "kept" {
		t.Errorf("the second start found %q in %s, not %s", got, again.Home(), server.Home())
	}
	stop(t, again)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	fresh := start(t, dir)
	if os.Geteuid() == 0 && fresh.Home() == server.Home() {
		t.Error("removing the data directory did not mean a fresh start")
	}
	run(t, fresh.OwnerURL(), "create table kept (word text)")
}
