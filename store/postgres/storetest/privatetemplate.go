// The stopped cluster with a migrated database that private ones are copied from:
// making one takes seconds of a processor, a copy a tenth of one.

package storetest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"muster/store/postgres"
	"muster/store/postgres/embedded"
	"muster/store/postgres/testfolder"
)

func (f folder) stopped() string     { return filepath.Join(string(f), "stopped") }
func (f folder) stoppedLock() string { return filepath.Join(string(f), "stopped.lock") }

// stoppedCluster gives the folder of the cluster to copy, for the migrations as they
// are now. The first process makes it; it goes with the shared cluster, which this
// process has to be a member of.
var stoppedCluster = sync.OnceValues(func() (string, error) {
	if _, err := join(); err != nil {
		return "", err
	}
	place, err := sharedFolder()
	if err != nil {
		return "", err
	}
	name, err := templateName(postgres.Migrations)
	if err != nil {
		return "", err
	}
	lock, err := lockFile(place.stoppedLock(), syscall.LOCK_EX)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	dir := filepath.Join(place.stopped(), name)
	if _, err := os.Stat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return dir, err
	}
	return dir, makeStopped(dir)
})

// makeStopped makes the cluster; it gets its name when it is complete.
func makeStopped(dir string) error {
	draft := dir + ".tmp"
	if err := os.RemoveAll(draft); err != nil {
		return err
	}
	// Postgres's account passes through when the tests run as root.
	if err := errors.Join(os.MkdirAll(draft, 0o711), os.Chmod(filepath.Dir(draft), 0o711), os.Chmod(draft, 0o711)); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), serverLimit)
	defer cancel()
	server, err := embedded.Start(ctx, embedded.Config{DataDir: draft, Log: silent})
	if err != nil {
		return err
	}
	err = migrate(ctx, server.OwnerURL())
	if err = errors.Join(err, server.Stop(ctx)); err != nil {
		return err
	}
	return os.Rename(draft, dir)
}

// copyStopped fills an empty folder with a copy, its owner and modes kept. It leaves
// it empty where the cluster lies in another place than its folder, as under a home
// that Postgres's account may not enter.
func copyStopped(into string) error {
	from, err := stoppedCluster()
	if err != nil {
		return err
	}
	if inside, err := filepath.Glob(filepath.Join(from, "postgres", "data")); err != nil || len(inside) == 0 {
		return err
	}
	return testfolder.Copy(from, into)
}
