//go:build unix

// What may lie in a data directory, and what is never done to it.

package embedded_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"muster/store/postgres/embedded"
)

func TestForeignVersionIsRefusedAndNothingIsTouched(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"9.6\n", "99\n", "rubbish\n"} {
		dir := dataDir(t)
		cluster := filepath.Join(dir, "postgres", "data")
		write(t, filepath.Join(cluster, "PG_VERSION"), text, 0o600)
		write(t, filepath.Join(cluster, "base", "1", "1259"), "precious", 0o600)
		own(t, filepath.Join(dir, "postgres"))
		before := listing(t, cluster)
		if _, err := embedded.Start(within(t), quiet(dir)); !errors.Is(err, embedded.ErrForeignVersion) {
			t.Errorf("%q: %v", text, err)
		}
		if after := listing(t, cluster); after != before {
			t.Errorf("%q: the data changed from\n%s\nto\n%s", text, before, after)
		}
	}
}

func TestFolderThatIsNoClusterIsRefusedAndKept(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	note := filepath.Join(dir, "postgres", "data", "holiday.jpg")
	write(t, note, "precious", 0o600)
	own(t, filepath.Join(dir, "postgres"))
	if _, err := embedded.Start(within(t), quiet(dir)); !errors.Is(err, embedded.ErrForeignVersion) {
		t.Errorf("error: %v", err)
	}
	if text, err := os.ReadFile(note); err != nil || string(text) != "precious" {
		t.Errorf("%q, %v", text, err)
	}
}

// The owner is killed while its initdb is half done. The next start must find
// no half cluster, and initdb must not go on behind its back.
func TestKilledWithinInitdb(t *testing.T) {
	t.Parallel()
	dir, bin := dataDir(t), dataDir(t)
	real := realBin(t)
	script := "#!/bin/sh\nmkdir \"$2/base\" && echo 15 > \"$2/PG_VERSION\" && echo $$ > \"$2/pid\" && exec sleep 1000\n"
	write(t, filepath.Join(bin, "initdb"), script, 0o755)
	if err := os.Symlink(filepath.Join(real, "postgres"), filepath.Join(bin, "postgres")); err != nil {
		t.Fatal(err)
	}
	owner := spawn(t, dir, "MUSTER_POSTGRES_BIN="+bin)
	var pid string
	eventually(t, "initdb is half done", func() bool {
		drafts, err := filepath.Glob(filepath.Join(dir, "postgres", "initdb-*", "pid"))
		if err != nil || len(drafts) != 1 {
			return false
		}
		text, err := os.ReadFile(drafts[0])
		pid = strings.TrimSpace(string(text))
		return err == nil && pid != ""
	})
	owner.Kill()
	server := start(t, dir)
	remember(t, server.OwnerURL(), "whole")
	left, err := filepath.Glob(filepath.Join(server.Home(), "initdb-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
	eventually(t, "the half initdb is gone", func() bool {
		_, err := os.Stat(filepath.Join("/proc", pid))
		return errors.Is(err, fs.ErrNotExist)
	})
}

// What keeps initdb from making a cluster is one line, not all that it has printed.
func TestFailedInitdbSaysWhyInALine(t *testing.T) {
	real := realBin(t)
	for _, c := range []struct{ prints, says string }{
		{"The files will be owned by you.\nrunning bootstrap script ... 2026 [1] FATAL:  could not write to file \"x\": No space left on device\nchild process exited with exit code 1\ninitdb: removing contents of data directory",
			"initdb: exit status 1: running bootstrap script ... 2026 [1] FATAL:  could not write to file \"x\": No space left on device"},
		{"The files will be owned by you.\ninitdb: error: invalid locale name\ninitdb: hint: another", "initdb: exit status 1: initdb: error: invalid locale name"},
		{"first\nlast", "initdb: exit status 1: last"},
	} {
		bin := dataDir(t)
		write(t, filepath.Join(bin, "initdb"), "#!/bin/sh\ncat >&2 <<'END'\n"+c.prints+"\nEND\nexit 1\n", 0o755)
		if err := os.Symlink(filepath.Join(real, "postgres"), filepath.Join(bin, "postgres")); err != nil {
			t.Fatal(err)
		}
		t.Setenv("MUSTER_POSTGRES_BIN", bin)
		if _, err := embedded.Start(within(t), quiet(dataDir(t))); err == nil || !strings.HasSuffix(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("said %v, want %s", err, c.says)
		}
	}
}

func TestExplicitFolderOfProgramsIsTheOnlyOneLookedAt(t *testing.T) {
	t.Setenv("MUSTER_POSTGRES_BIN", dataDir(t))
	_, err := embedded.Start(within(t), quiet(dataDir(t)))
	if !errors.Is(err, embedded.ErrNotInstalled) {
		t.Fatalf("error: %v", err)
	}
	for _, system := range []string{"Debian", "Fedora", "macOS", "Windows", "DATABASE_URL", "MUSTER_POSTGRES_BIN"} {
		if !strings.Contains(err.Error(), system) {
			t.Errorf("the message does not say what to do on or with %s:\n%v", system, err)
		}
	}
}

// npm installs the bundle without its links under --ignore-scripts.
func TestNpmBundleIsCompleted(t *testing.T) {
	t.Parallel()
	bundle := dataDir(t)
	write(t, filepath.Join(bundle, "native/lib/libpq.so.5.18"), "library", 0o644)
	write(t, filepath.Join(bundle, "native/pg-symlinks.json"),
		`[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]`, 0o644)
	for range 2 {
		if err := embedded.LinkBundle(bundle); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(bundle, "native/lib/libpq.so.5")); err != nil || string(text) != "library" {
		t.Errorf("%q, %v", text, err)
	}
}

// realBin is the folder of the programs that a plain start uses.
func realBin(t *testing.T) string {
	t.Helper()
	server := start(t, dataDir(t))
	conn := connect(t, server.OwnerURL())
	defer conn.Close(context.Background())
	var path string
	if err := conn.QueryRow(within(t), "select setting from pg_config() where name = 'BINDIR'").Scan(&path); err != nil {
		t.Fatal(err)
	}
	return path
}

// own gives a folder to the account that root runs Postgres as.
func own(t *testing.T, dir string) {
	t.Helper()
	if err := os.Chmod(dir, 0o700); err != nil || os.Geteuid() != 0 {
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	name := "postgres"
	if _, err := user.Lookup(name); err != nil {
		name = "nobody"
	}
	if output, err := exec.Command("chown", "-R", name, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
}

// listing is every path with its size, owner and time.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var lines strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		owner := info.Sys().(*syscall.Stat_t)
		lines.WriteString(path + " " + info.Mode().String() + " " + info.ModTime().String() + " " + string(rune('0'+owner.Uid%10)) + "\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines.String()
}
