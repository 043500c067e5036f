package http

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"muster/store"
)

func nobodyTalks() int { return 0 }

// Who reads alone never waits; of many at once a few run, and the machine rests between.
func TestAdminReadsLeaveRoomForChat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		talk := 0
		reads := newAdminReads(func() int { return talk })
		began := time.Now()
		for range 100 {
			place, err := reads.begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Millisecond)
			place.end()
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
		// crowd is how long 20 callers take for n reads of so long each.
		crowd := func(n int, read time.Duration) time.Duration {
			began := time.Now()
			var callers sync.WaitGroup
			for range 20 {
				callers.Go(func() {
					for range n {
						place, err := reads.begin(t.Context())
						if err != nil {
							t.Error(err)
							return
						}
						run(1)
						time.Sleep(read)
						run(-1)
						place.end()
					}
				})
			}
			callers.Wait()
			return time.Since(began)
		}
		time.Sleep(time.Minute)
		if took := crowd(1, 10*time.Millisecond); most != adminReadsAtOnce || took != 50*time.Millisecond {
			t.Errorf("%d run at once, 20 reads take %s", most, took)
		}
		time.Sleep(time.Minute)
		if took := crowd(20, 10*time.Millisecond); most != adminReadsAtOnce || took < 6*time.Second || took > 8*time.Second {
			t.Errorf("%d run at once, 4 s of work take %s", most, took)
		}
		time.Sleep(time.Minute)
		// Many short ones are bounded in their number as well, and nobody waits for long.
		if took := crowd(500, 800*time.Microsecond); took < 36*time.Second || took > 500*100*time.Millisecond {
			t.Errorf("10,000 reads of 0.8 ms take %s", took)
		}
		time.Sleep(time.Minute)
		talk = busyChat
		// While members talk they are 20 a second, but for the first eighty.
		if took := crowd(4, 800*time.Microsecond); took > 100*time.Millisecond {
			t.Errorf("80 reads of 0.8 ms take %s beside a busy chat", took)
		}
		if took := crowd(50, 800*time.Microsecond); took < 45*time.Second || took > 55*time.Second {
			t.Errorf("1,000 reads of 0.8 ms take %s beside a busy chat", took)
		}
		talk = busyChat - 1
		time.Sleep(10 * time.Second) // is enough to forget them all
		if took := crowd(1, 10*time.Millisecond); took != 50*time.Millisecond {
			t.Errorf("20 reads take %s soon after", took)
		}
		time.Sleep(time.Minute)
		// A read of which all places wait for something ends in time.
		var taken []*adminPlace
		for range adminReadsAtOnce {
			place, err := reads.begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			taken = append(taken, place)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := reads.begin(ctx); store.CodeOf(err) != store.Unavailable {
			t.Errorf("a read without a place ends in %v", err)
		}
		for _, place := range taken {
			place.end()
		}
	})
}
