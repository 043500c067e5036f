//go:build unix

// A server in trouble: killed postmasters, killed owners, what they leave.

package embedded_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres/embedded"
)

func TestKilledPostmasterComesBackWithItsRows(t *testing.T) {
	t.Parallel()
	server := start(t, dataDir(t))
	for round := range 3 {
		remember(t, server.OwnerURL(), fmt.Sprint(round))
		killed := server.PID()
		if err := syscall.Kill(killed, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		eventually(t, "postgres is back", func() bool {
			conn, err := pgx.Connect(within(t), server.OwnerURL())
			if err != nil {
				return false
			}
			defer conn.Close(context.Background())
			return server.PID() != killed
		})
	}
	if got := recall(t, server.OwnerURL()); got != "0 1 2" {
		t.Errorf("kept %q", got)
	}
}

func TestImmediateStopKeepsWhatWasCommitted(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	server := start(t, dir)
	remember(t, server.OwnerURL(), "committed")
	if err := server.StopImmediate(within(t)); err != nil {
		t.Fatal(err)
	}
	if got := recall(t, start(t, dir).OwnerURL()); got != "committed" {
		t.Errorf("kept %q", got)
	}
}

func TestPostmasterEndsWithItsKilledParent(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	owner := spawn(t, dir)
	postmaster, url := owner.running(t)
	remember(t, url, "acknowledged")
	owner.Kill()
	eventually(t, "the postmaster ends by itself", func() bool { return !embedded.Alive(postmaster) })
	if got := recall(t, start(t, dir).OwnerURL()); got != "acknowledged" {
		t.Errorf("kept %q", got)
	}
}

func TestStartRightAfterAKilledParent(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	owner, url := spawnRunning(t, dir)
	remember(t, url, "acknowledged")
	owner.Kill()
	if got := recall(t, start(t, dir).OwnerURL()); got != "acknowledged" {
		t.Errorf("kept %q", got)
	}
}

// As on a system without a parent-death signal: the postmaster outlives its
// owner, with a client in the middle of a transaction, and is evicted.
func TestOrphanIsStoppedByTheNextStart(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	owner := spawn(t, dir, plainVariable+"=1")
	postmaster, url := owner.running(t)
	remember(t, url, "acknowledged")
	open := connect(t, url)
	defer open.Close(context.Background())
	if _, err := open.Exec(within(t), "begin; insert into kept values ('unfinished')"); err != nil {
		t.Fatal(err)
	}
	owner.Kill()
	if !embedded.Alive(postmaster) {
		t.Fatal("there is no orphan to evict")
	}
	server := start(t, dir)
	if embedded.Alive(postmaster) {
		t.Error("the orphan still runs")
	}
	if got := recall(t, server.OwnerURL()); got != "acknowledged" {
		t.Errorf("kept %q", got)
	}
}

// Postmaster and owner killed in one moment: the workers are still leaving
// when the next start comes.
func TestStartAfterPostmasterAndParentWereKilledTogether(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	owner := spawn(t, dir)
	postmaster, url := owner.running(t)
	remember(t, url, "acknowledged")
	if err := syscall.Kill(owner.PID(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(postmaster, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	owner.Kill()
	if got := recall(t, start(t, dir).OwnerURL()); got != "acknowledged" {
		t.Errorf("kept %q", got)
	}
}

// After a reboot the pid in the file may belong to anything. Postgres itself
// refuses to start then, and nothing of ours may stop that process.
func TestPidFileOfAnUnrelatedProcessIsRemoved(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	server := start(t, dir)
	remember(t, server.OwnerURL(), "before")
	stop(t, server)
	unrelated := sleeper(t, server.Home())
	forge(t, server, unrelated.Process.Pid)
	if got := recall(t, start(t, dir).OwnerURL()); got != "before" {
		t.Errorf("kept %q", got)
	}
	if !embedded.Alive(unrelated.Process.Pid) {
		t.Error("the unrelated process was stopped")
	}
}

// In a container without an init a killed postmaster stays a zombie, which
// still answers signal 0.
func TestPidFileOfAZombieIsRemoved(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	server := start(t, dir)
	stop(t, server)
	zombie := sleeper(t, server.Home())
	if err := zombie.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	pid := zombie.Process.Pid
	eventually(t, "the process is a zombie", func() bool { return !embedded.Alive(pid) })
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatalf("no zombie: %v", err)
	}
	forge(t, server, pid)
	start(t, dir)
}

// sleeper is a live process of the cluster's account, so that Postgres would
// take it for a postmaster.
func sleeper(t *testing.T, home string) *exec.Cmd {
	t.Helper()
	info, err := os.Stat(home)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sleep", "1000")
	owner := info.Sys().(*syscall.Stat_t)
	if int(owner.Uid) != os.Geteuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	cmd.Dir = "/"
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd
}

func forge(t *testing.T, server *embedded.Server, pid int) {
	t.Helper()
	cluster := filepath.Join(server.Home(), "data")
	write(t, filepath.Join(cluster, "postmaster.pid"), fmt.Sprintf("%d\n%s\n", pid, cluster), 0o644)
}

// A broken setting must come back as an error with Postgres's own words, not as
// an endless restart.
func TestStartThatCannotSucceedSaysWhy(t *testing.T) {
	t.Parallel()
	cfg := quiet(dataDir(t))
	cfg.Settings["shared_buffers"] = "nonsense"
	_, err := embedded.Start(within(t), cfg)
	if err == nil || !strings.Contains(err.Error(), "shared_buffers") {
		t.Fatalf("error: %v", err)
	}
	delete(cfg.Settings, "shared_buffers")
	server, err := embedded.Start(within(t), cfg)
	if err != nil {
		t.Fatalf("after the setting was mended: %v", err)
	}
	stop(t, server)
}
