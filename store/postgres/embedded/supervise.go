//go:build unix

// Keeping one postmaster alive: start it, wait for its end, start it again.

package embedded

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	firstPause = 100 * time.Millisecond // before the first restart; doubles each time
	longPause  = 5 * time.Second        // and stays at this
	steadyRun  = 30 * time.Second       // after so long a run the pause begins anew

	readyPoll    = 20 * time.Millisecond
	connectLimit = 5 * time.Second
)

// supervise owns the postmaster until Stop. It keeps its OS thread for itself:
// the parent-death signal is sent when the thread that forked ends, so start
// and wait must happen on one that lives as long as the postmaster.
func (s *Server) supervise() {
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
	defer close(s.done)
	pause := firstPause
	for {
		began := time.Now()
		err := s.runOnce()
		select {
		case <-s.quit:
			return
		default:
		}
		if time.Since(began) > steadyRun {
			pause = firstPause
		}
		s.log.Warn("postgres ended, starting it again", "error", err, "after", pause)
		select {
		case s.exits <- err:
		default:
		}
		select {
		case <-s.quit:
			return
		case <-time.After(pause):
		}
		pause = min(2*pause, longPause)
		if err := s.makeWay(context.Background()); err != nil {
			s.log.Error("postgres cannot be started again yet", "error", err)
		}
	}
}

// makeWay clears whatever keeps a new postmaster from starting.
func (s *Server) makeWay(ctx context.Context) error {
	if err := s.home.clearStale(ctx, s.log); err != nil {
		return err
	}
	return emptySockets(s.sockets)
}

// runOnce starts a postmaster and returns why it ended.
func (s *Server) runOnce() error {
	output, err := s.home.openLog()
	if err != nil {
		return err
	}
	defer output.Close()
	cmd := exec.Command(filepath.Join(s.bin, "postgres"), s.arguments()...)
	cmd.Dir = "/"
	cmd.Env = environment(s.bin)
	cmd.Stdout, cmd.Stderr = output, output
	cmd.SysProcAttr = s.home.account.attributes()
	dieWithParent(cmd.SysProcAttr, fastShutdown)

	s.mu.Lock()
	if s.stopping {
		s.mu.Unlock()
		return nil
	}
	if err = cmd.Start(); err == nil {
		s.pid = cmd.Process.Pid
	}
	s.mu.Unlock()
	if err != nil {
		return err
	}
	err = cmd.Wait()
	s.mu.Lock()
	s.pid = 0
	s.mu.Unlock()
	if err == nil {
		return errors.New("shut down from outside")
	}
	return err
}

// awaitReady returns once the cluster answers and the database exists. The
// postmaster's end is final here unless the supervisor can get over it.
func (s *Server) awaitReady(ctx context.Context) error {
	for {
		err := s.ensureDatabase(ctx)
		if err == nil {
			return nil
		}
		select {
		case exit := <-s.exits:
			if tail := s.home.logTail(); !recoverable(tail) {
				return fmt.Errorf("postgres did not start: %w\n%s", exit, tail)
			}
		case <-ctx.Done():
			return fmt.Errorf("postgres is not ready (%w): %w\n%s", ctx.Err(), err, s.home.logTail())
		case <-time.After(readyPoll):
		}
	}
}

// recoverable recognises a start that fails only because the workers of a killed
// postmaster are still leaving: they go by themselves within moments.
func recoverable(log string) bool {
	return strings.Contains(log, "pre-existing shared memory block")
}

// ensureDatabase connects to the cluster and makes the configured database and the
// server's role when they are missing: a cluster of an earlier version has no such role.
func (s *Server) ensureDatabase(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectLimit)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.OwnerURLFor("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var database, role bool
	const find = `select exists (select from pg_database where datname = $1), exists (select from pg_roles where rolname = $2)`
	err = conn.QueryRow(ctx, find, s.config.Database, ServerRole).Scan(&database, &role)
	if err == nil && !role {
		_, err = conn.Exec(ctx, "create role "+ServerRole+" login")
	}
	if err == nil && !database {
		_, err = conn.Exec(ctx, "create database "+pgx.Identifier{s.config.Database}.Sanitize())
	}
	return err
}
