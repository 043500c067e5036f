package queue

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

type failingArgs struct{}

func (failingArgs) Kind() string { return "failing" }

// A node whose clock is two hours off gives jobs the database's times: one that
// fails is due again soon, not in two hours, and not at once for ever.
func TestJobsOfANodeWhoseClockIsOff(t *testing.T) {
	for name, off := range map[string]time.Duration{"ahead": 2 * time.Hour, "behind": -2 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			db, err := postgres.Open(ctx, postgres.Config{URL: storetest.URL(t)})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(db.Close)
			q, err := New(db, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			q.clock.node = func() time.Time { return time.Now().Add(off) }
			tried := make(chan struct{}, 10)
			river.AddWorker(q.workers, river.WorkFunc(func(context.Context, *river.Job[failingArgs]) error {
				tried <- struct{}{}
				return errors.New("not yet")
			}))
			failed, cancel := q.client.Subscribe(river.EventKindJobFailed)
			t.Cleanup(cancel)
			if err := q.Start(ctx); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = q.Stop(context.Background()) })
			var stamped bool
			err = pgx.BeginFunc(ctx, db.Pool(), func(tx pgx.Tx) error {
				if err := q.insertNow(ctx, tx, failingArgs{}); err != nil {
					return err
				}
				return tx.QueryRow(ctx, `select created_at = now() and scheduled_at = now() from river_job where kind = 'failing'`).Scan(&stamped)
			})
			if err != nil || !stamped {
				t.Error("the job has not the database's times", err)
			}
			select {
			case <-failed:
			case <-time.After(time.Minute):
				t.Fatal("the job was not worked")
			}
			var soon bool
			if err := db.Pool().QueryRow(ctx, `select scheduled_at between clock_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 minute'
				and finalized_at is null from river_job where kind = 'failing'`).Scan(&soon); err != nil || !soon {
				t.Error("the next attempt is not due soon", err)
			}
		})
	}
}
