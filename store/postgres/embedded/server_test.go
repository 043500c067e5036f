//go:build unix

// A server in peace: first and later starts, addresses, one owner, its end.

package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"muster/store/postgres/embedded"
)

func TestFirstStartMakesTheDatabaseAndTheSecondKeepsIt(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	first := start(t, dir)
	remember(t, first.OwnerURL(), "first")
	run(t, first.OwnerURL(), "drop role "+embedded.ServerRole) // as a cluster of an earlier version is
	stop(t, first)
	second := start(t, dir)
	connect(t, second.URL()).Close(context.Background())
	if second.URL() != first.URL() || second.OwnerURL() != first.OwnerURL() {
		t.Errorf("the address changed from %s to %s", first.URL(), second.URL())
	}
	if got := recall(t, second.OwnerURL()); got != "first" {
		t.Errorf("kept %q", got)
	}
}

func TestDurabilityAndPrivacyAreOn(t *testing.T) {
	t.Parallel()
	server, err := embedded.Start(within(t), durable(dataDir(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer stop(t, server)
	conn := connect(t, server.OwnerURL())
	defer conn.Close(context.Background())
	for name, want := range map[string]string{
		"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "data_checksums": "on",
		"listen_addresses": "", "log_min_error_statement": "panic", "server_encoding": "UTF8", "timezone": "UTC",
	} {
		var got string
		if err := conn.QueryRow(within(t), "select current_setting($1)", name).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if !strings.EqualFold(got, want) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	info, err := os.Stat(server.Sockets())
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o700 {
		t.Errorf("others may enter the socket's folder: %v", info.Mode())
	}
}

func TestSettingsAndDatabaseAreTheCallers(t *testing.T) {
	t.Parallel()
	cfg := quiet(dataDir(t))
	cfg.Database, cfg.Settings = `a "strange" name`, map[string]string{"max_connections": "37", "fsync": "off"}
	server, err := embedded.Start(within(t), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer stop(t, server)
	conn := connect(t, server.OwnerURL())
	defer conn.Close(context.Background())
	var database, connections string
	err = conn.QueryRow(within(t), "select current_database(), current_setting('max_connections')").Scan(&database, &connections)
	if err != nil || database != cfg.Database || connections != "37" {
		t.Errorf("got %q, %q, %v", database, connections, err)
	}
}

func TestTwoServersOnOneDirectoryAreRefused(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	server := start(t, dir)
	remember(t, server.OwnerURL(), "still here")
	if _, err := embedded.Start(within(t), quiet(dir)); !errors.Is(err, embedded.ErrInUse) {
		t.Fatalf("second start: %v", err)
	}
	if got := recall(t, server.OwnerURL()); got != "still here" {
		t.Errorf("the first server has %q", got)
	}
}

func TestAttachUsesTheRunningServerAndLeavesItRunning(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	_, url := spawnRunning(t, dir)
	remember(t, url, "owner")
	guest, err := embedded.Attach(within(t), quiet(dir))
	if err != nil {
		t.Fatal(err)
	}
	if got := recall(t, guest.OwnerURL()); got != "owner" {
		t.Errorf("the guest reads %q", got)
	}
	stop(t, guest)
	if got := recall(t, url); got != "owner" {
		t.Errorf("after the guest left: %q", got)
	}
}

func TestAttachStartsWhatDoesNotRun(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	guest, err := embedded.Attach(within(t), quiet(dir))
	if err != nil {
		t.Fatal(err)
	}
	pid := guest.PID()
	remember(t, guest.OwnerURL(), "alone")
	stop(t, guest)
	if embedded.Alive(pid) {
		t.Error("what Attach started still runs after Stop")
	}
	if got := recall(t, start(t, dir).OwnerURL()); got != "alone" {
		t.Errorf("kept %q", got)
	}
}

// Attach in the moment its owner starts once found no pid file and gave up.
func TestAttachWaitsForAnOwnerThatIsStarting(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	owner := spawn(t, dir)
	guest, err := embedded.Attach(within(t), quiet(dir))
	if err != nil {
		t.Fatal(err)
	}
	defer stop(t, guest)
	remember(t, guest.OwnerURL(), "both")
	if guest.PID() == 0 {
		_, url := owner.running(t)
		if got := recall(t, url); got != "both" {
			t.Errorf("the owner reads %q", got)
		}
	}
}

func TestStopEndsTheProcessAndMayBeRepeated(t *testing.T) {
	t.Parallel()
	server := start(t, dataDir(t))
	pid, sockets := server.PID(), server.Sockets()
	stop(t, server)
	stop(t, server)
	if embedded.Alive(pid) {
		t.Error("the postmaster lives")
	}
	if _, err := os.Stat(sockets); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket's folder stays: %v", err)
	}
}

// A suspended Postgres obeys no shutdown; Stop must still come to an end, and
// no worker may stay behind. Those with a connection did, for ever.
func TestStopOutlivesAPostgresThatDoesNotListen(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	server := start(t, dir)
	remember(t, server.OwnerURL(), "before")
	open := connect(t, server.OwnerURL())
	defer open.Close(context.Background())
	pids := []int{server.PID()}
	workers, err := embedded.Children(pids[0])
	if err != nil || len(workers) == 0 {
		t.Fatal(workers, err)
	}
	pids = append(pids, workers...)
	for _, pid := range pids {
		// The worker of the connection before may have ended since it was listed.
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := server.Stop(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Stop: %v", err)
	}
	t.Cleanup(func() {
		for _, pid := range pids {
			_ = syscall.Kill(pid, syscall.SIGCONT) // those of a failed test end by themselves then
		}
	})
	for _, pid := range pids {
		eventually(t, "nobody is left", func() bool { return !embedded.Alive(pid) })
	}
	if got := recall(t, start(t, dir).OwnerURL()); got != "before" {
		t.Errorf("kept %q", got)
	}
}

// What ignores even the immediate shutdown is killed, its workers with it.
func TestStopKillsWhatIgnoresEverySignal(t *testing.T) {
	t.Parallel()
	deaf := exec.Command("sh", "-c", `trap "" QUIT; sleep 1000 & echo $!; wait`)
	output, err := deaf.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := deaf.Start(); err != nil {
		t.Fatal(err)
	}
	var worker int
	if _, err := fmt.Fscan(output, &worker); err != nil {
		t.Fatal(err)
	}
	embedded.ForceEnd(deaf)
	t.Cleanup(func() { _ = syscall.Kill(worker, syscall.SIGKILL) })
	for _, pid := range []int{deaf.Process.Pid, worker} {
		eventually(t, "nobody is left", func() bool { return !embedded.Alive(pid) })
	}
}

func spawnRunning(t *testing.T, dir string) (process, string) {
	t.Helper()
	p := spawn(t, dir)
	_, url := p.running(t)
	return p, url
}
