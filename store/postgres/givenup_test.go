package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
	desks "muster/store/postgres/desk"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
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
		askStandby(t, owner, standby)
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
	giveUp := func(keys ...string) {
		t.Helper()
		var writing sync.WaitGroup
		for _, key := range keys {
			writing.Go(func() {
				if write(key, 3*time.Second) == nil {
					t.Error("a commit is acknowledged that no standby has")
				}
			})
		}
		writing.Wait()
		if n, shown := waiting(); n > 2*8 || shown != 0 {
			t.Fatalf("%d commits wait, %d are shown", n, shown)
		}
	}
	ask("nobody")
	for try, n := 0, 0; n < 3; n, _ = waiting() { // a busy machine comes to few commits in time
		if try++; try > 10 {
			t.Fatalf("%d commits wait", n)
		}
		giveUp(fmt.Sprint("a", try), fmt.Sprint("b", try), fmt.Sprint("c", try))
	}
	giveUp(strings.Split("klmnopqrst", "")...)
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

// askStandby has commits wait for a standby, "" for none. It returns once commits do wait:
// the checkpointer reads the setting for all, some time after it is asked to.
func askStandby(t *testing.T, owner *pgx.Conn, name string) {
	t.Helper()
	ctx := context.Background()
	for _, sql := range []string{"alter system set synchronous_standby_names = '" + name + "'", "select pg_reload_conf()"} {
		if _, err := owner.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	if name == "" {
		return
	}
	trying, err := pgx.ConnectConfig(ctx, owner.Config())
	if err != nil {
		t.Fatal(err)
	}
	var commits sync.WaitGroup
	commits.Go(func() {
		for {
			if _, err := trying.Exec(ctx, `select pg_logical_emit_message(true, 'tried', '')`); err != nil {
				return // it is ended below
			}
		}
	})
	for began, waits := time.Now(), false; !waits; {
		if time.Since(began) > 30*time.Second {
			t.Fatal("no commit waits for the standby")
		}
		if err := owner.QueryRow(ctx, `select coalesce(wait_event = 'SyncRep', false) from pg_stat_activity where pid = $1`, trying.PgConn().PID()).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := owner.Exec(ctx, `select pg_terminate_backend($1, 10000)`, trying.PgConn().PID()); err != nil {
		t.Fatal(err)
	}
	commits.Wait()
}

// While no standby confirms, whoever only reads is answered. Those who wrote held every
// connection, a call waited for the standby to have its session noted as seen, and the
// adding up of the day kept all sessions locked.
func TestReadsGoOnWhileNoStandbyConfirms(t *testing.T) {
	ctx := context.Background()
	cluster := storetest.Private(t)
	w := openWorld(t, cluster.URL())
	owner, err := pgx.Connect(ctx, storetest.OwnerURL(cluster.URL()))
	w.Must(err)
	t.Cleanup(func() { owner.Close(ctx) })
	ann := w.Join("ann")
	w.Stored(ann.Says("general", "before"))
	storetest.MoveClock(t, w.URL, time.Hour) // to be seen anew is noted
	askStandby(t, owner, "nobody")
	var writing sync.WaitGroup
	for i := range 60 {
		writing.Go(func() {
			_ = w.Write(ctx, func(ctx context.Context, tx pgx.Tx) error { // waits until its time is up
				_, err := tx.Exec(ctx, `insert into quotas (scope, key, opened_at, used) values ('given-up', $1, muster_now(), 1)`, []byte{byte(i)})
				return err
			})
		})
		writing.Go(func() { _, _ = w.Append(ctx, []roomlog.Command{ann.Says("general", "waits")}) })
	}
	for began, waiting := time.Now(), 0; waiting < 3; {
		if time.Since(began) > 30*time.Second {
			t.Fatal("no commit waits")
		}
		w.Must(owner.QueryRow(ctx, `select count(*) from pg_stat_activity where wait_event = 'SyncRep'`).Scan(&waiting))
	}
	for name, call := range map[string]func(ctx context.Context) error{
		"RollUp":       func(ctx context.Context) error { _, err := desks.New(w.DB).RollUp(ctx); return err },
		"Authenticate": func(ctx context.Context) error { _, err := w.Authenticate(ctx, ann.Token); return err },
		"History":      func(ctx context.Context) error { _, err := w.ReadHistory(ctx, ann.ID, "general", 50, ""); return err },
		"NoteSeen": func(ctx context.Context) error {
			return w.NoteSeen(ctx, []roomlog.SeenSession{{SessionID: ann.Session, At: time.Now().Add(59 * time.Minute)}})
		},
		"AdmitBatch": func(ctx context.Context) error {
			admitted, err := w.AdmitBatch(ctx, []roomlog.AdmissionRequest{{SessionID: ann.Session, Room: "general", ActedAgo: time.Second}})
			if err == nil {
				err = admitted[0].Err
			}
			return err
		},
	} {
		var calling sync.WaitGroup
		for range 4 { // a page makes several at once
			calling.Go(func() {
				// Who writes holds a connection for longer.
				ctx, cancel := context.WithTimeout(ctx, postgres.AttemptTimeout)
				defer cancel()
				if err := call(ctx); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		calling.Wait()
	}
	askStandby(t, owner, "")
	writing.Wait()
}
