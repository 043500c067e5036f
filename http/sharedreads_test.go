package http

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gin-gonic/gin"

	"muster/http/edge"
	"muster/store"
)

func sharingServer() *Server {
	return &Server{adminReads: newAdminReads(), log: slog.New(slog.NewTextHandler(io.Discard, nil))}
}

// shareRead makes a call that shares a read.
func shareRead(ctx context.Context, s *Server, age time.Duration, read func(context.Context) (int, error)) (int, error) {
	c := &call{Context: &gin.Context{Request: httptest.NewRequestWithContext(ctx, "GET", "/", nil)}}
	return edge.Share(subjectCall{s, c}, "overview", age, read)
}

// Calls at once are answered by one read, and those that wait for it leave the other reads
// of the back office their turn.
func TestEqualReadsAreShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sharingServer()
		reads, done := 0, make(chan struct{})
		read := func(context.Context) (int, error) { reads++; <-done; return 7, nil }
		var calls sync.WaitGroup
		for range 21 {
			calls.Go(func() {
				if got, err := shareRead(t.Context(), s, time.Second, read); err != nil || got != 7 {
					t.Errorf("%d, %v", got, err)
				}
			})
		}
		synctest.Wait()
		if _, err := s.adminReads.run(t.Context(), func() (any, error) { return nil, nil }); err != nil {
			t.Errorf("another read beside 21 equal ones: %v", err)
		}
		close(done)
		calls.Wait()
		if reads != 1 {
			t.Errorf("21 calls at once made %d reads", reads)
		}

		// A read that panics ends nothing but itself.
		time.Sleep(time.Minute)
		if _, err := shareRead(t.Context(), s, time.Second, func(context.Context) (int, error) { panic("broken") }); err == nil {
			t.Error("a read that panics has an answer")
		}
		if got, err := shareRead(t.Context(), s, time.Second, func(context.Context) (int, error) { return 8, nil }); got != 8 || err != nil {
			t.Errorf("%d, %v after a panic", got, err)
		}
	})
}

// A cached answer is given until age after its read began; with age 0 every call reads.
func TestSharedAnswersAge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, began := sharingServer(), time.Now()
		read := func(context.Context) (int, error) {
			at := time.Since(began)
			time.Sleep(100 * time.Millisecond)
			return int(at.Seconds()), nil
		}
		for _, step := range []struct{ at, age, want time.Duration }{
			{0, 2, 0}, {1900 * time.Millisecond, 2, 0}, {3 * time.Second, 2, 3}, {4 * time.Second, 2, 3}, {4200 * time.Millisecond, 0, 4},
			{5200 * time.Millisecond, 0, 5}, {10 * time.Second, 2, 10},
		} {
			time.Sleep(step.at - time.Since(began))
			if got, err := shareRead(t.Context(), s, step.age*time.Second, read); err != nil || got != int(step.want) {
				t.Errorf("after %s: the answer of second %d, want %d, %v", step.at, got, step.want, err)
			}
		}
	})
}

// A call whose time is up is answered with 503. The read goes on for the calls that still
// wait, no longer than a call may take.
func TestSharedReadsThatTakeTooLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, began := sharingServer(), time.Now()
		var ended time.Duration
		read := func(ctx context.Context) (int, error) {
			<-ctx.Done()
			ended = time.Since(began)
			return 0, ctx.Err()
		}
		var calls sync.WaitGroup
		for _, patience := range []time.Duration{time.Second, 2 * time.Second} {
			calls.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				if _, err := shareRead(ctx, s, time.Second, read); store.CodeOf(err) != store.Unavailable || time.Since(began) != patience {
					t.Errorf("a call of %s ends after %s in %v", patience, time.Since(began), err)
				}
			})
		}
		calls.Wait()
		time.Sleep(time.Minute)
		synctest.Wait()
		if ended != callTimeout {
			t.Errorf("the read ended after %s", ended)
		}
	})
}
