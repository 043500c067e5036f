package http

import (
	"context"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"muster/store"
)

// An administrator's script waits for itself alone: beyond its rate it is refused with the
// time to wait, and its slow reads leave room for the reads of others.
func TestAdminReadsAreLimitedPerAdministrator(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reads := newAdminReads()
		reads.pace = rate.NewLimiter(rate.Inf, 0)
		read := func(administrator string, took time.Duration) error {
			release, err := reads.admit(t.Context(), administrator)
			if err != nil {
				return err
			}
			defer release()
			_, err = reads.run(t.Context(), func() (any, error) { time.Sleep(took); return nil, nil })
			return err
		}
		for range adminReadBurst {
			if err := read("script", 0); err != nil {
				t.Fatal(err)
			}
		}
		err := read("script", 0)
		if store.CodeOf(err) != store.Limited || store.AsError(err).RetryAfter != time.Second/adminReadRate {
			t.Fatalf("a read beyond the rate: %v, again in %s", err, store.AsError(err).RetryAfter)
		}
		if err := read("person", 0); err != nil {
			t.Errorf("another administrator beside the script: %v", err)
		}
		// A refused call counts for nothing.
		time.Sleep(time.Second / adminReadRate)
		if err := read("script", 0); err != nil {
			t.Errorf("after the time to wait: %v", err)
		}

		time.Sleep(time.Minute)
		var script sync.WaitGroup
		for range 20 {
			script.Go(func() {
				if err := read("script", time.Second); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		began := time.Now()
		if err := read("person", 10*time.Millisecond); err != nil || time.Since(began) != 10*time.Millisecond {
			t.Errorf("beside 20 slow reads of a script a read of 10 ms takes %s, %v", time.Since(began), err)
		}
		script.Wait()
		if took := time.Since(began); took != 20/adminReadsAtOnceEach*time.Second {
			t.Errorf("20 reads of 1 s at once take %s", took)
		}
	})
}

// Reads of all administrators together wait their turn beyond what a node's cores have for
// them, and none is refused. Twenty who read at once took both cores from the members'
// messages.
func TestAdminReadsTakeTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reads := newAdminReads()
		perSecond := int(reads.pace.Limit())
		if perSecond != adminReadsPerCore*runtime.GOMAXPROCS(0) || reads.pace.Burst() != perSecond {
			t.Fatalf("%d reads a second, %d at once", perSecond, reads.pace.Burst())
		}
		began := time.Now()
		var all sync.WaitGroup
		for range 4 * perSecond {
			all.Go(func() {
				if _, err := reads.run(t.Context(), func() (any, error) { return nil, nil }); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(began).Round(time.Second / 10); took != 3*time.Second {
			t.Errorf("four seconds' reads, of which one second's are at once, take %s", took)
		}
	})
}

// A read that waits for others ends with its call.
func TestAdminReadsWaitNoLongerThanTheCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reads := newAdminReads()
		slow := func() (any, error) { time.Sleep(time.Minute); return nil, nil }
		for range adminReadsAtOnce {
			go func() { _, _ = reads.run(context.Background(), slow) }()
		}
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := reads.run(ctx, slow); store.CodeOf(err) != store.Unavailable {
			t.Errorf("a read that did not begin ends in %v", err)
		}
		time.Sleep(2 * time.Minute)
	})
}

// Beyond its rate an administrator's reads are answered 429 with the time to wait. Its
// acts and the reads of others go on.
func TestReadsBeyondTheRateGetTheTimeToWait(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	script, admin := s.signedInAdmin("script")
	person, _ := s.signedInAdmin("person")
	s.edge.adminReads.mu.Lock()
	s.edge.adminReads.users[admin.ID] = &adminReader{rate.NewLimiter(rate.Every(time.Hour), 1), semaphore.NewWeighted(1)}
	s.edge.adminReads.mu.Unlock()
	script.get("/api/admin/nodes").want(t, 200)
	for _, path := range []string{"/api/admin/nodes", "/api/admin/users", "/api/admin/analytics/overview", "/api/notifications/history", "/api/decrypt/admin/list"} {
		a := script.get(path).want(t, 429)
		if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 3500 || wait > 3600 || a.body["code"] != "too_many_reads" {
			t.Errorf("%s: Retry-After %q, %s", path, a.header.Get("Retry-After"), a.raw)
		}
		person.get(path).want(t, 200)
	}
	script.get("/api/profile/me").want(t, 200)
	script.post("/api/admin/users/"+admin.ID+"/points", fields{"amount": 1, "reason": "patience"}).want(t, 200)
}
