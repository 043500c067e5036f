package http

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// While Postgres is frozen, health checks reply within half a second, even when the
// ping never ends, and all share one ping. Each probe used to make a ping of its own
// and waited a second for it, which is as long as most balancers wait.
func TestHealthCacheWhilePostgresIsFrozen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p healthCache
		var asked, under atomic.Int32
		thaw := make(chan struct{})
		frozen := func(context.Context) error { // ignores its context
			asked.Add(1)
			if under.Add(1) > 1 {
				t.Error("two pings at once")
			}
			<-thaw
			under.Add(-1)
			return nil
		}
		began := time.Now()
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if p.check(frozen) {
					t.Error("frozen and up")
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took > healthTimeout || asked.Load() != 1 {
			t.Errorf("%v, %d pings", took, asked.Load())
		}
		close(thaw)
		synctest.Wait()
		if !p.check(func(context.Context) error { return errors.New("pinged again at once") }) {
			t.Error("the result is not reused")
		}
		time.Sleep(healthCacheTime)
		if p.check(func(context.Context) error { return errors.New("away") }) {
			t.Error("an old result is reused")
		}
		time.Sleep(healthCacheTime)
		if !p.check(func(context.Context) error { return nil }) {
			t.Error("it stays down")
		}
	})
}

// A ping ends by its context.
func TestHealthCacheTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p healthCache
		ended := false
		if p.check(func(ctx context.Context) error {
			<-ctx.Done()
			ended = true
			return ctx.Err()
		}) {
			t.Error("up")
		}
		synctest.Wait()
		if !ended {
			t.Error("the ping goes on")
		}
	})
}
