// This test binary run again, as one of several test processes that share a
// cluster of their own.

package storetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"muster/store/postgres/childtest"
)

const childVariable = "MUSTER_STORETEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	member, err := join()
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	fmt.Println(member.server)
	select {} // until it is killed
}

// apart is a folder for a shared cluster that no other test takes part in.
func apart(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "mst-") // short: sockets lie in it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// process is another test process.
type process struct{ *childtest.Process }

func spawn(t *testing.T, temporary string) process {
	t.Helper()
	return process{childtest.Start(t, childVariable+"=1", "TMPDIR="+temporary)}
}

// server waits until the process has joined and returns the cluster's address.
func (p process) server(t *testing.T) string {
	t.Helper()
	line := p.Line(t)
	if !strings.HasPrefix(line, "postgres://") {
		t.Fatalf("the process says %q", line)
	}
	return line
}

func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	deadline, poll := time.After(time.Minute), time.NewTicker(20*time.Millisecond)
	defer poll.Stop()
	for !done() {
		select {
		case <-deadline:
			t.Fatalf("never: %s", what)
		case <-poll.C:
		}
	}
}

func answers(server string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return command(ctx, server, "select 1") == nil
}

// pidIn is the process id in the first line of the one file that matches.
func pidIn(t *testing.T, pattern ...string) int {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(pattern...))
	if err != nil || len(paths) != 1 {
		t.Fatalf("%v: %v, %v", pattern, paths, err)
	}
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func gone(pid int) bool { return syscall.Kill(pid, 0) == syscall.ESRCH }

// ended says whether the keeper has let go of its lock, the last thing it does.
// The process itself may stay a zombie where nobody reaps it.
func ended(t *testing.T, temporary string) bool {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(temporary, "*", "keeper.lock"))
	if err != nil || len(paths) != 1 {
		t.Fatalf("keeper's lock: %v, %v", paths, err)
	}
	lock, err := lockFile(paths[0], syscall.LOCK_EX|syscall.LOCK_NB)
	if err != nil {
		return false
	}
	lock.Close()
	return true
}
