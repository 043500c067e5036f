package postgres_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// The database fails over to a host whose clock is an hour behind: a quota of a minute that
// was used up is free again after that minute, and no use too many is let through meanwhile.
// It was shut for an hour and a minute.
func TestQuotaIsFreeInTimeWhenTheClockWentBack(t *testing.T) {
	w := newWorld(t)
	nodes := []storetest.Node{w.Node, w.OpenNode(4)}
	q := postgres.Quota{Scope: "test", Key: []byte("ann"), Most: 5, Window: time.Minute}
	used := func(ahead time.Duration, tries int, want int32) {
		t.Helper()
		storetest.MoveClock(t, w.URL, ahead)
		var n atomic.Int32
		var group sync.WaitGroup
		for i := range tries {
			group.Go(func() {
				err := nodes[i%2].DB.UseQuota(context.Background(), q, "wait")
				if err == nil {
					n.Add(1)
				} else if wait := store.AsError(err).RetryAfter; store.CodeOf(err) != store.Limited || wait > q.Window {
					t.Errorf("%v, retry in %v", err, wait)
				}
			})
		}
		group.Wait()
		if n.Load() != want {
			t.Errorf("clock %v ahead: %d uses, want %d", ahead, n.Load(), want)
		}
	}
	used(2*time.Hour, 20, 5)
	used(time.Hour, 20, 0) // the clock went back
	used(time.Hour+30*time.Second, 20, 0)
	q.Most = 8
	used(time.Hour+90*time.Second, 5, 5)
	used(90*time.Second, 20, 3) // the clock went back once more, and three were left
	used(3*time.Minute, 20, 8)
}

// A quota of an hour that is used in a transaction and was used up when the clock went back by an
// hour was free again after two hours only: what it refuses is rolled back with its new beginning.
func TestQuotaInATransactionIsFreeInTimeWhenTheClockWentBack(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	q := postgres.Quota{Scope: "test", Key: []byte("ann"), Most: 1, Window: time.Hour}
	used := func(ahead time.Duration, want store.Code) {
		t.Helper()
		storetest.MoveClock(t, w.URL, ahead)
		err := w.DB.Write(ctx, func(ctx context.Context, tx pgx.Tx) error { return q.Use(ctx, tx, "wait") })
		if store.CodeOf(err) != want {
			t.Errorf("clock %v ahead: %v", ahead, err)
		}
	}
	used(2*time.Hour, "")
	used(time.Hour, store.Limited)
	w.Must(w.DB.ClampQuotas(ctx))
	used(time.Hour+59*time.Minute, store.Limited)
	w.Must(w.DB.ClampQuotas(ctx))
	used(2*time.Hour+time.Minute, "")
}
