package http

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"muster/store"
)

// Who reads alone never waits; of many at once a few run, and the machine rests between.
func TestAdminReadsLeaveRoomForChat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reads := newAdminReads()
		began := time.Now()
		for range 100 {
			end, err := reads.begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Millisecond)
			end()
		}
		if took := time.Since(began); took != time.Second {
			t.Errorf("who reads alone takes %s for 100 reads of 10 ms", took)
		}
		var mu sync.Mutex
		running, most := 0, 0
		run := func(change int) {
			mu.Lock()
			defer mu.Unlock()
			running += change
			most = max(most, running)
		}
		// crowd is how long 20 callers take for n reads of 10 ms each.
		crowd := func(n int) time.Duration {
			began := time.Now()
			var callers sync.WaitGroup
			for range 20 {
				callers.Go(func() {
					for range n {
						end, err := reads.begin(t.Context())
						if err != nil {
							t.Error(err)
							return
						}
						run(1)
						time.Sleep(10 * time.Millisecond)
						run(-1)
						end()
					}
				})
			}
			callers.Wait()
			return time.Since(began)
		}
		time.Sleep(time.Minute)
		if took := crowd(1); most != adminReadsAtOnce || took != 50*time.Millisecond {
			t.Errorf("%d run at once, 20 reads take %s", most, took)
		}
		time.Sleep(time.Minute)
		if took := crowd(20); most != adminReadsAtOnce || took < 6*time.Second || took > 8*time.Second {
			t.Errorf("%d run at once, 4 s of work take %s", most, took)
		}
		time.Sleep(time.Minute)
		// A read of which all places wait for something ends in time.
		var ends []func()
		for range adminReadsAtOnce {
			end, err := reads.begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			ends = append(ends, end)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := reads.begin(ctx); store.CodeOf(err) != store.Unavailable {
			t.Errorf("a read without a place ends in %v", err)
		}
		for _, end := range ends {
			end()
		}
	})
}
