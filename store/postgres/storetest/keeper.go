// The keeper: the process that owns the shared cluster while any test process
// lives.

package storetest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"muster/store/postgres/embedded"
)

const (
	keeperVariable = "MUSTER_STORETEST_KEEPER" // the shared folder; makes a test binary the keeper
	reportFile     = 3                         // the pipe to the process that started the keeper
	idleLimit      = 3 * time.Second           // bridges the gap between two packages' test binaries
	idlePoll       = 250 * time.Millisecond
	stopLimit      = 30 * time.Second
)

// A test binary has no main of its own to put this in: it becomes the keeper
// before its tests would begin.
func init() {
	place := os.Getenv(keeperVariable)
	if place == "" {
		return
	}
	// Postgres would inherit the pipe, and its reader never see the end.
	syscall.CloseOnExec(reportFile)
	report := os.NewFile(reportFile, "report")
	if err := keep(folder(place), report); err != nil {
		fmt.Fprint(report, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// keep runs the cluster until no test process is left. It closes report when
// the cluster answers, or at once when another keeper is there.
func keep(place folder, report *os.File) error {
	lock, err := lockFile(place.keeper(), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := errors.Join(lock.Truncate(0), writePID(lock)); err != nil {
		return err
	}
	output, err := os.OpenFile(place.log(), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer output.Close()
	ended, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := place.sweep(); err != nil {
		fmt.Fprintln(output, "sweep:", err)
	}
	server, err := place.start(ended, slog.New(slog.NewTextHandler(output, nil)))
	if err != nil {
		return err
	}
	draft := place.url() + ".tmp"
	if err := os.WriteFile(draft, []byte(server.OwnerURLFor("postgres")), 0o600); err != nil {
		return err
	}
	if err := os.Rename(draft, place.url()); err != nil {
		return err
	}
	if err := report.Close(); err != nil {
		return err
	}
	users, err := place.awaitIdle(ended)
	if err != nil {
		return err
	}
	if users != nil {
		// Held to the end: a newcomer waits for the clearing up.
		defer users.Close()
	}
	return place.clear(server)
}

// writePID names the keeper in its lock file, for whoever looks for it.
func writePID(lock *os.File) error {
	_, err := fmt.Fprintln(lock, os.Getpid())
	return err
}

// start starts the cluster. One left by a killed keeper was written without
// fsync: when it no longer starts, it is given up.
func (f folder) start(ctx context.Context, log *slog.Logger) (*embedded.Server, error) {
	cfg := embedded.Config{DataDir: f.data(), Log: log, Settings: map[string]string{
		"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off",
		"max_connections": "400", "shared_buffers": "64MB", "max_wal_size": "512MB", "autovacuum": "off",
	}}
	server, err := embedded.Start(ctx, cfg)
	if err == nil || ctx.Err() != nil || errors.Is(err, embedded.ErrNotInstalled) {
		return server, err
	}
	log.Warn("giving the old cluster up", "error", err)
	if err := os.RemoveAll(f.data()); err != nil {
		return nil, err
	}
	return embedded.Start(ctx, cfg)
}

// awaitIdle returns when no process has held the users' lock for a while, with
// that lock, or without it when the keeper has to end.
func (f folder) awaitIdle(ended context.Context) (*os.File, error) {
	idleSince := time.Now()
	for {
		users, err := lockFile(f.users(), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EWOULDBLOCK):
			idleSince = time.Now()
		case err != nil:
			return nil, err
		case time.Since(idleSince) >= idleLimit:
			return users, nil
		default:
			if err := users.Close(); err != nil {
				return nil, err
			}
		}
		select {
		case <-ended.Done():
			return nil, nil
		case <-time.After(idlePoll):
		}
	}
}

// clear stops the cluster and removes all but the locks and the log.
func (f folder) clear(server *embedded.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	return errors.Join(os.Remove(f.url()), server.StopImmediate(ctx), os.RemoveAll(f.data()), os.RemoveAll(f.stopped()))
}
