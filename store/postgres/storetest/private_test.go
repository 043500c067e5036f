// The private cluster under the faults it is for.

package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func TestPrivateClusterIsMigratedAndDurable(t *testing.T) {
	t.Parallel()
	cluster := Private(t)
	conn := dial(t, cluster.URL())
	var fsync string
	if err := conn.QueryRow(context.Background(), "select current_setting('fsync') from clock_offset").Scan(&fsync); err != nil || fsync != "on" {
		t.Errorf("fsync %q, %v", fsync, err)
	}
}

func TestImmediateStopLosesNothingAndStaysDownUntilStart(t *testing.T) {
	t.Parallel()
	cluster := Private(t)
	url := cluster.URL()
	execute(t, url, "create table kept as select 7 as n")
	cluster.StopImmediate()
	if answers(url) {
		t.Error("it answers after the stop")
	}
	cluster.Start()
	if cluster.URL() != url {
		t.Errorf("the address changed to %s", cluster.URL())
	}
	var n int
	if err := dial(t, url).QueryRow(context.Background(), "select n from kept").Scan(&n); err != nil || n != 7 {
		t.Errorf("kept %d, %v", n, err)
	}
}

func TestFrozenClusterAnswersNothingUntilThawed(t *testing.T) {
	t.Parallel()
	cluster := Private(t)
	conn := dial(t, cluster.URL())
	cluster.Freeze()
	short, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if late, err := pgx.Connect(short, cluster.URL()); err == nil {
		late.Close(context.Background())
		t.Error("a frozen cluster let somebody in")
	} else if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a frozen cluster should not refuse: %v", err)
	}
	answer := make(chan error, 1)
	go func() {
		_, err := conn.Exec(context.Background(), "select 1")
		answer <- err
	}()
	select {
	case err := <-answer:
		t.Fatalf("a frozen worker answered: %v", err)
	case <-short.Done():
	}
	cluster.Thaw()
	if err := <-answer; err != nil {
		t.Errorf("after the thaw: %v", err)
	}
}

func TestFrozenClusterCanBeStopped(t *testing.T) {
	t.Parallel()
	cluster := Private(t)
	execute(t, cluster.URL(), "create table kept ()")
	cluster.Freeze()
	cluster.StopImmediate()
	cluster.Start()
	execute(t, cluster.URL(), "select from kept")
}

func dial(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}
