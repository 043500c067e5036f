//go:build unix

// The folder of the Unix socket: short, private, and checked to be so.

package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// longestSocket is the limit of a Unix socket's path on macOS; Linux allows
// four bytes more.
const longestSocket = 103

// socketsName begins the name of each folder of a socket.
const socketsName = "muster-pg-"

// socketDir makes the folder under the temporary one. Its name depends on the
// home alone, so a restart keeps every DSN valid.
func socketDir(h home) (string, error) {
	var problems []error
	for _, parent := range []string{os.TempDir(), "/tmp"} {
		dir := filepath.Join(parent, socketsName+hashed(h.dir))
		if len(filepath.Join(dir, ".s.PGSQL."+port)) > longestSocket {
			problems = append(problems, fmt.Errorf("%s is too long for a socket", dir))
			continue
		}
		err := makePrivate(dir, h.account)
		if err == nil {
			return dir, nil
		}
		problems = append(problems, err)
	}
	return "", errors.Join(problems...)
}

// makePrivate makes dir, or accepts one that is the account's and nobody
// else's: with trust authentication, whoever owns the folder owns the database.
func makePrivate(dir string, a account) error {
	err := os.Mkdir(dir, 0o700)
	switch {
	case err == nil:
		if err := a.give(dir); err != nil {
			return errors.Join(err, os.Remove(dir))
		}
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || info.Mode().Perm() != 0o700 || owner.Uid != a.uid {
		return fmt.Errorf("%s exists and is not a private folder of user id %d: remove it", dir, a.uid)
	}
	if !a.may("-w", dir) {
		return errors.Join(fmt.Errorf("user id %d cannot reach %s", a.uid, dir), os.Remove(dir))
	}
	return nil
}

// emptySockets removes what a killed postmaster left in the folder: its socket
// and that socket's own pid file, which stops a new one as postmaster.pid does.
// The caller holds the home's lock and has seen that no postmaster lives.
func emptySockets(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, ".s.PGSQL.*"))
	if err != nil {
		return err
	}
	for _, path := range left {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
