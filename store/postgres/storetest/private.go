// A cluster of one test's own, to be mistreated.

package storetest

import (
	"context"
	"log/slog"
	"syscall"
	"testing"
	"time"

	"muster/store/postgres/embedded"
	"muster/store/postgres/testfolder"
)

const serverLimit = 2 * time.Minute

var silent = slog.New(slog.DiscardHandler)

// Cluster is a private Postgres, as durable as the product's. Its methods fail
// the test when they cannot do what they say; they are for the test's own
// goroutine.
type Cluster struct {
	t      testing.TB
	dir    string
	server *embedded.Server
	frozen []int // suspended processes, the postmaster first

	settings map[string]string // of Postgres, from the next start on
}

// Private starts a cluster with one migrated database. It ends, and its data
// goes, with the test.
func Private(t testing.TB) *Cluster {
	t.Helper()
	return private(t, baseFolder(), copyStopped)
}

// PrivateOn is PrivateCopy on a disk of the test's own, which is mounted at folder.
func PrivateOn(t testing.TB, folder, of string) *Cluster {
	t.Helper()
	return private(t, folder, func(into string) error { return testfolder.Copy(of, into) })
}

// PrivateCopy is Private with what a data directory holds whose cluster is stopped.
func PrivateCopy(t testing.TB, of string) *Cluster {
	t.Helper()
	return private(t, baseFolder(), func(into string) error { return testfolder.Copy(of, into) })
}

func private(t testing.TB, folder string, fill func(dir string) error) *Cluster {
	t.Helper()
	dir, err := testfolder.In(folder)
	if err != nil {
		t.Fatalf("storetest: %v", err)
	}
	t.Cleanup(func() {
		if err := testfolder.Remove(dir); err != nil {
			t.Errorf("storetest: %v", err)
		}
	})
	if err := fill(dir); err != nil {
		t.Fatalf("storetest: copy a cluster: %v", err)
	}
	c := &Cluster{t: t, dir: dir}
	c.Start()
	t.Cleanup(func() {
		c.Thaw()
		c.stop()
	})
	ctx, cancel := context.WithTimeout(context.Background(), serverLimit)
	defer cancel()
	if err := migrate(ctx, c.server.OwnerURL()); err != nil { // changes nothing in a copy
		t.Fatalf("storetest: migrate: %v", err)
	}
	return c
}

// URL is the DSN of the migrated database for the server's role; it stays the same
// over restarts.
func (c *Cluster) URL() string { return c.server.URL() }

// Start starts the cluster again after StopImmediate and returns when it
// answers, its log recovered.
func (c *Cluster) Start() {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), serverLimit)
	defer cancel()
	server, err := embedded.Start(ctx, embedded.Config{DataDir: c.dir, Log: silent, Settings: c.settings})
	if err != nil {
		c.t.Fatalf("storetest: %v", err)
	}
	c.server = server
}

// StopImmediate ends the cluster as `pg_ctl stop -m immediate` does: at once,
// without a checkpoint. It stays down until Start.
func (c *Cluster) StopImmediate() {
	c.t.Helper()
	c.Thaw()
	c.stop()
}

func (c *Cluster) stop() {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), serverLimit)
	defer cancel()
	if err := c.server.StopImmediate(ctx); err != nil {
		c.t.Errorf("storetest: %v", err)
	}
}

// Freeze suspends the postmaster and its children: connections stay open and
// nothing answers, as when a machine hangs.
func (c *Cluster) Freeze() {
	c.t.Helper()
	if len(c.frozen) > 0 {
		return
	}
	postmaster := c.server.PID()
	if postmaster == 0 {
		c.t.Fatal("storetest: there is no running postgres to freeze")
	}
	// The postmaster first, so that no child is born after the list was read.
	c.suspend(postmaster)
	children, err := embedded.Children(postmaster)
	if err != nil {
		c.t.Fatalf("storetest: %v", err)
	}
	for _, pid := range children {
		c.suspend(pid)
	}
}

func (c *Cluster) suspend(pid int) {
	c.t.Helper()
	// A child that has just ended needs no suspending.
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil && err != syscall.ESRCH {
		c.t.Fatalf("storetest: suspend %d: %v", pid, err)
	}
	c.frozen = append(c.frozen, pid)
}

// Thaw lets a frozen cluster go on where it was.
func (c *Cluster) Thaw() {
	c.t.Helper()
	for _, pid := range c.frozen {
		if err := syscall.Kill(pid, syscall.SIGCONT); err != nil && err != syscall.ESRCH {
			c.t.Errorf("storetest: wake %d: %v", pid, err)
		}
	}
	c.frozen = nil
}
