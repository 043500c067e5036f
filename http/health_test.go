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

// GEN-22: whoever asks for health while Postgres is frozen is told so within
// half a second, also when the question itself does not end; and however many
// ask, one question is under way. Each probe once had a question of its own and
// waited a whole second for it, which is as long as most balancers wait.
func TestPulseOfFrozenPostgres(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pulse
		var asked, under atomic.Int32
		thaw := make(chan struct{})
		frozen := func(context.Context) error { // does not even heed its context
			asked.Add(1)
			if under.Add(1) > 1 {
				t.Error("two questions at once")
			}
			<-thaw
			under.Add(-1)
			return nil
		}
		began := time.Now()
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if p.beats(frozen) {
					t.Error("frozen and up")
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took > healthPatience || asked.Load() != 1 {
			t.Errorf("%v, %d questions", took, asked.Load())
		}
		close(thaw)
		synctest.Wait()
		if !p.beats(func(context.Context) error { return errors.New("asked again at once") }) {
			t.Error("the answer is not given again")
		}
		time.Sleep(healthFresh)
		if p.beats(func(context.Context) error { return errors.New("away") }) {
			t.Error("an old answer is given again")
		}
		time.Sleep(healthFresh)
		if !p.beats(func(context.Context) error { return nil }) {
			t.Error("it does not come up again")
		}
	})
}

// A question is given up in time, by its context.
func TestPulseGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pulse
		ended := false
		if p.beats(func(ctx context.Context) error {
			<-ctx.Done()
			ended = true
			return ctx.Err()
		}) {
			t.Error("up")
		}
		synctest.Wait()
		if !ended {
			t.Error("the question goes on")
		}
	})
}
