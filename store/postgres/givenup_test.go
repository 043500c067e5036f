package postgres_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// A commit that waits for a standby and is given up is not cancelled: the server would show
// what is on the primary alone, and a node would acknowledge it. What waits so is bounded.
// When the standby confirms, or is no longer asked, everything goes on.
func TestCommitThatWaitsForItsStandbyIsNotShown(t *testing.T) {
	ctx := context.Background()
	cluster := storetest.Private(t)
	db, err := postgres.Open(ctx, postgres.Config{URL: cluster.URL(), MaxConns: 8})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	owner, err := pgx.Connect(ctx, storetest.OwnerURL(cluster.URL()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { owner.Close(ctx) })
	ask := func(standby string) {
		t.Helper()
		for _, sql := range []string{"alter system set synchronous_standby_names = '" + standby + "'", "select pg_reload_conf()"} {
			if _, err := owner.Exec(ctx, sql); err != nil {
				t.Fatal(err)
			}
		}
	}
	waiting := func() (n, shown int) {
		t.Helper()
		if err := owner.QueryRow(ctx, `select (select count(*) from pg_stat_activity where wait_event = 'SyncRep'),
			(select count(*) from quotas where scope = 'given-up')`).Scan(&n, &shown); err != nil {
			t.Fatal(err)
		}
		return n, shown
	}
	write := func(key string, within time.Duration) error {
		ctx, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		return db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, `insert into quotas (scope, key, opened_at, used) values ('given-up', $1, muster_now(), 1)`, []byte(key))
			return err
		})
	}
	ask("nobody")
	for _, keys := range []string{"abc", "klmnopqrst"} {
		var writing sync.WaitGroup
		for _, key := range keys {
			writing.Go(func() {
				if write(string(key), 3*time.Second) == nil {
					t.Error("a commit is acknowledged that no standby has")
				}
			})
		}
		writing.Wait()
		if n, shown := waiting(); n < 3 || n > 2*8 || shown != 0 {
			t.Fatalf("%d commits wait, %d are shown", n, shown)
		}
	}
	ask("")
	for began := time.Now(); ; {
		if n, shown := waiting(); n == 0 && shown >= 3 {
			break
		}
		if time.Since(began) > 30*time.Second {
			t.Fatal("the commits did not end")
		}
	}
	if err := write("z", 30*time.Second); err != nil {
		t.Error(err)
	}
}
