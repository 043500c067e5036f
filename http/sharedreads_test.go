package http

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gin-gonic/gin"

	"muster/store"
)

// asks makes a call that shares a read.
func asks(ctx context.Context, s *Server, age time.Duration, ask func(context.Context) (int, error)) (int, error) {
	return asksFor(ctx, s, "figures", age, ask)
}

func asksFor(ctx context.Context, s *Server, name string, age time.Duration, ask func(context.Context) (int, error)) (int, error) {
	c := &call{Context: &gin.Context{Request: httptest.NewRequestWithContext(ctx, "GET", "/", nil)}}
	answer, err := share(c, s, name, age, ask)
	if c.place != nil {
		c.place.end()
	}
	return answer, err
}

// Calls that wait are answered by one read, and a call that comes when it has begun by the
// next: something may have happened in between. Calls that waited for each other's reads
// took all places.
func TestEqualReadsAreShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &Server{adminReads: newAdminReads(nobodyTalks), log: slog.New(slog.NewTextHandler(io.Discard, nil))}
		for range adminReadsAtOnce - 1 {
			place, err := s.adminReads.begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer place.end()
		}
		now, reads, goOn := 0, 0, make(chan struct{})
		ask := func(context.Context) (int, error) {
			reads++
			at := now
			<-goOn
			return at, nil
		}
		var calls sync.WaitGroup
		expect := func(n, want int) {
			for range n {
				calls.Go(func() {
					if got, err := asks(t.Context(), s, 0, ask); err != nil || got != want {
						t.Errorf("an answer of moment %d instead of %d, %v", got, want, err)
					}
				})
			}
			synctest.Wait()
		}
		expect(1, 0)  // has begun
		expect(20, 1) // wait for a place
		now = 1
		close(goOn)
		calls.Wait()
		if reads != 2 {
			t.Errorf("21 calls are %d reads, want one that had begun and one for the others", reads)
		}

		// A read that panics ends nothing but itself.
		if _, err := asks(t.Context(), s, 0, func(context.Context) (int, error) { panic("broken") }); err == nil {
			t.Error("a read that panics has an answer")
		}
		if got, err := asks(t.Context(), s, 0, func(context.Context) (int, error) { return 7, nil }); got != 7 || err != nil {
			t.Errorf("%d, %v after a panic", got, err)
		}
	})
}

// Figures that are kept are read again when they are old, and given meanwhile until they
// are twice as old.
func TestKeptReadsAge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &Server{adminReads: newAdminReads(nobodyTalks)}
		began := time.Now()
		ask := func(context.Context) (int, error) {
			at := time.Since(began)
			time.Sleep(100 * time.Millisecond)
			return int(at.Seconds()), nil
		}
		for _, step := range []struct {
			at   time.Duration
			want int
		}{
			{0, 0}, {1900 * time.Millisecond, 0}, {3 * time.Second, 0}, // is read again
			{4 * time.Second, 3}, {10 * time.Second, 10},
		} {
			time.Sleep(step.at - time.Since(began))
			if got, err := asks(t.Context(), s, 2*time.Second, ask); err != nil || got != step.want {
				t.Errorf("after %s: figures of second %d, want %d, %v", step.at, got, step.want, err)
			}
		}
		synctest.Wait()
	})
}

// Answers that grow old together are read again one after the other, and nobody waits for
// it: read at once they held chat up.
func TestKeptReadsAreReadAgainInTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &Server{adminReads: newAdminReads(nobodyTalks)}
		var reads, running, most atomic.Int32
		ask := func(context.Context) (int, error) {
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(100 * time.Millisecond)
			running.Add(-1)
			return int(reads.Add(1)), nil
		}
		all := func() {
			for _, name := range []string{"today", "week", "month"} {
				if _, err := asksFor(t.Context(), s, name, 2*time.Second, ask); err != nil {
					t.Error(err)
				}
			}
		}
		all()
		time.Sleep(2500 * time.Millisecond)
		began := time.Now()
		all()
		if waited := time.Since(began); waited > 0 {
			t.Errorf("calls that have an answer waited %s", waited)
		}
		time.Sleep(time.Second)
		if reads.Load() != 6 || most.Load() != 1 {
			t.Errorf("%d reads, %d at once", reads.Load(), most.Load())
		}

		// One that is slow holds the others up for as long as their answers may be given.
		slow := func(context.Context) (int, error) { time.Sleep(time.Minute); return 0, nil }
		time.Sleep(1500 * time.Millisecond)
		if _, err := asksFor(t.Context(), s, "today", 2*time.Second, slow); err != nil {
			t.Error(err)
		}
		all()
		time.Sleep(2200 * time.Millisecond)
		if reads.Load() != 8 {
			t.Errorf("%d reads beside a slow one, want 8", reads.Load())
		}
		synctest.Wait()
		time.Sleep(time.Minute)
	})
}

// Who waits for figures until the call's time is up is told to try again: that was an
// answer of 500. A read that nobody waits for ends with its last call.
func TestFiguresThatTakeTooLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &Server{adminReads: newAdminReads(nobodyTalks)}
		ended := 0
		var calls sync.WaitGroup
		for _, patience := range []time.Duration{time.Second, 2 * time.Second} {
			calls.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				_, err := asks(ctx, s, 0, func(ctx context.Context) (int, error) { <-ctx.Done(); ended++; return 0, ctx.Err() })
				if store.CodeOf(err) != store.Unavailable {
					t.Errorf("%v", err)
				}
			})
		}
		calls.Wait()
		synctest.Wait()
		if ended == 0 {
			t.Error("a read goes on for nobody")
		}
	})
}
