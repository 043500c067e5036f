//go:build unix

// What every test of this package uses: a folder Postgres can enter, a server
// on it, rows in it, and this test binary run again as a process to kill.

package embedded_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres/childtest"
	"muster/store/postgres/embedded"
	"muster/store/postgres/testfolder"
)

const (
	childVariable = "MUSTER_EMBEDDED_TEST_CHILD" // the data directory a child process starts
	plainVariable = "MUSTER_EMBEDDED_TEST_PLAIN" // set: without the parent-death signal
	patience      = 3 * time.Minute              // an initdb alone takes one on a machine with twenty times more work than cores
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		child(dir)
		return
	}
	os.Exit(m.Run())
}

// child starts a server, says so, and lives until it is killed.
func child(dir string) {
	if os.Getenv(plainVariable) != "" {
		embedded.WithoutDeathSignal()
	}
	fmt.Println("starting")
	server, err := embedded.Start(context.Background(), quiet(dir))
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	fmt.Println(server.PID(), server.OwnerURL())
	select {}
}

// durable is the product's own way to run.
func durable(dir string) embedded.Config {
	return embedded.Config{DataDir: dir, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
}

// quiet does without fsync: these tests kill processes, and what a process has
// written outlives it. Only a loss of power would need more.
func quiet(dir string) embedded.Config {
	cfg := durable(dir)
	cfg.Settings = map[string]string{"fsync": "off"}
	return cfg
}

// dataDir is a temporary folder that other users may read, unlike t.TempDir's.
func dataDir(t *testing.T) string {
	t.Helper()
	dir := testfolder.New(t)
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func start(t *testing.T, dir string) *embedded.Server {
	t.Helper()
	server, err := embedded.Start(within(t), quiet(dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, server) })
	return server
}

func stop(t *testing.T, server *embedded.Server) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := server.Stop(ctx); err != nil {
		t.Error(err)
	}
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// remember writes a row, committed when it returns.
func remember(t *testing.T, url, word string) {
	t.Helper()
	run(t, url, "create table if not exists kept (word text not null)")
	run(t, url, "insert into kept values ($1)", word)
}

func run(t *testing.T, url, sql string, args ...any) {
	t.Helper()
	conn := connect(t, url)
	defer conn.Close(context.Background())
	if _, err := conn.Exec(within(t), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func recall(t *testing.T, url string) string {
	t.Helper()
	conn := connect(t, url)
	defer conn.Close(context.Background())
	rows, err := conn.Query(within(t), "select word from kept order by word")
	if err != nil {
		t.Fatal(err)
	}
	words, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(words, " ")
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(within(t), url)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// eventually waits for something another process does.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	deadline, poll := time.After(patience), time.NewTicker(10*time.Millisecond)
	defer poll.Stop()
	for !done() {
		select {
		case <-deadline:
			t.Fatalf("never: %s", what)
		case <-poll.C:
		}
	}
}

// process is this test binary run as the owner of a data directory.
type process struct{ *childtest.Process }

func spawn(t *testing.T, dir string, environment ...string) process {
	t.Helper()
	p := process{childtest.Start(t, append([]string{childVariable + "=" + dir}, environment...)...)}
	if p.Line(t) != "starting" {
		t.Fatal("the child did not begin")
	}
	return p
}

// running waits until the child's server answers.
func (p process) running(t *testing.T) (postmaster int, url string) {
	t.Helper()
	line := p.Line(t)
	if _, err := fmt.Sscan(line, &postmaster, &url); err != nil {
		t.Fatalf("child: %s", line)
	}
	return postmaster, url
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
