// The shared cluster: fresh databases, one cluster for all, nothing left.

package storetest

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
)

func TestEveryDatabaseIsFreshMigratedAndDropped(t *testing.T) {
	t.Parallel()
	var dropped string
	t.Run("one test", func(t *testing.T) {
		first, second := URL(t), URL(t)
		dropped = first
		if first == second {
			t.Fatal("two tests share a database")
		}
		execute(t, first, "create table mine (word text)")
		execute(t, second, "create table mine (word text)")
		execute(t, second, "select muster_now() from goose_db_version")
	})
	if answers(dropped) {
		t.Error("the database outlived its test")
	}
}

func TestParallelTestsShareOneTemplate(t *testing.T) {
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			execute(t, URL(t), "create table mine (word text)")
		})
	}
}

func TestFilledDatabasesAreFilledOnceAndApart(t *testing.T) {
	t.Parallel()
	fills := 0
	filled := Filled(func(url string) error {
		fills++
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		return command(ctx, OwnerURL(url), "create table stored as select 1 as n")
	})
	one, two := filled(t), filled(t)
	execute(t, one, "update stored set n = 2")
	var n int
	if err := dial(t, OwnerURL(two)).QueryRow(context.Background(), "select n from stored").Scan(&n); err != nil || n != 1 || fills != 1 {
		t.Errorf("n is %d after %d fills, %v", n, fills, err)
	}
}

// A pool that a failing test left open once kept its database from being
// dropped.
func TestDatabaseWithAnOpenConnectionIsDropped(t *testing.T) {
	t.Parallel()
	var url string
	t.Run("leaky test", func(t *testing.T) {
		url = URL(t)
		if _, err := pgx.Connect(context.Background(), url); err != nil {
			t.Fatal(err)
		}
	})
	if answers(url) {
		t.Error("the database is still there")
	}
}

func TestTemplateFollowsTheMigrations(t *testing.T) {
	name := func(files fstest.MapFS) string {
		name, err := templateName(files)
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	one := fstest.MapFS{"migrations/0001_a.sql": {Data: []byte("create table a ();")}}
	same := fstest.MapFS{"migrations/0001_a.sql": {Data: []byte("create table a ();")}}
	changed := fstest.MapFS{"migrations/0001_a.sql": {Data: []byte("create table b ();")}}
	renamed := fstest.MapFS{"migrations/0002_a.sql": {Data: []byte("create table a ();")}}
	if name(one) != name(same) {
		t.Error("equal migrations make two templates")
	}
	if name(one) == name(changed) || name(one) == name(renamed) {
		t.Error("changed migrations keep the old template")
	}
}

func TestClusterIsSharedAndGoneAfterTheLastProcessWasKilled(t *testing.T) {
	t.Parallel()
	temporary := apart(t)
	one, two := spawn(t, temporary), spawn(t, temporary)
	server := one.server(t)
	if other := two.server(t); other != server {
		t.Fatalf("two clusters: %s and %s", server, other)
	}
	postmaster := pidIn(t, temporary, "*", "data", "postgres", "data", "postmaster.pid")
	one.Kill()
	if !answers(server) {
		t.Fatal("the cluster went with the first process")
	}
	two.Kill()
	eventually(t, "keeper and postmaster end", func() bool { return ended(t, temporary) && gone(postmaster) })
	if left, err := filepath.Glob(filepath.Join(temporary, "*", "data")); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

func TestKilledKeeperIsReplaced(t *testing.T) {
	t.Parallel()
	temporary := apart(t)
	one := spawn(t, temporary)
	server := one.server(t)
	keeper := pidIn(t, temporary, "*", "keeper.lock")
	if err := syscall.Kill(keeper, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	two := spawn(t, temporary)
	if !answers(two.server(t)) {
		t.Errorf("%s does not answer", server)
	}
	if successor := pidIn(t, temporary, "*", "keeper.lock"); successor == keeper {
		t.Error("the killed keeper still names itself in the lock")
	}
	one.Kill()
	two.Kill()
	eventually(t, "the successor ends", func() bool { return ended(t, temporary) })
}

func TestMoveClock(t *testing.T) {
	t.Parallel()
	url := URL(t)
	for _, by := range []time.Duration{365 * 24 * time.Hour, -90 * time.Second, 0} {
		MoveClock(t, url, by)
		conn, err := pgx.Connect(context.Background(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		// Within one statement, so that no wall time passes between the two.
		var moved float64
		const difference = "select extract(epoch from muster_now() - statement_timestamp())::float8"
		if err := conn.QueryRow(context.Background(), difference).Scan(&moved); err != nil {
			t.Fatal(err)
		}
		if off := moved - by.Seconds(); off < -1 || off > 60 {
			t.Errorf("moved by %v s, want %v", moved, by.Seconds())
		}
	}
}

func execute(t *testing.T, url, sql string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := command(ctx, OwnerURL(url), sql); err != nil {
		t.Fatal(err)
	}
}

// A checkout whose tests were killed left its cluster in memory until the machine stopped.
func TestClustersThatNobodyOwnsAreRemoved(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	add := func(name string) folder {
		f := folder(filepath.Join(base, name))
		for _, dir := range []string{string(f), f.data()} {
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		return f
	}
	mine, dead, testing, keeping, foreign := add("muster-storetest-7-mine"), add("muster-storetest-7-dead"), add("muster-storetest-7-testing"),
		add("muster-storetest-7-keeping"), add("muster-storetest-8-foreign")
	for _, path := range []string{testing.users(), keeping.keeper()} {
		lock, err := lockFile(path, syscall.LOCK_SH)
		if err != nil {
			t.Fatal(err)
		}
		defer lock.Close()
	}
	if err := mine.sweep(); err != nil {
		t.Fatal(err)
	}
	for f, want := range map[folder]bool{mine: true, dead: false, testing: true, keeping: true, foreign: true} {
		if _, err := os.Stat(f.data()); (err == nil) != want {
			t.Errorf("%s: %v", f, err)
		}
	}
}
