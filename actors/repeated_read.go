// A read of the database that an actor repeats.
package actors

import (
	"context"
	"time"

	"muster/actors/runtime"
)

// Messages of a repeated read to its actor.
type (
	readNow         struct{}
	readDone[T any] struct {
		value T
		err   error
	}
)

// readRetry is the time until a read that failed is repeated.
const readRetry = time.Second

// repeatedRead is owned by one actor, which it sends readDone.
type repeatedRead[T any] struct {
	hub     *Hub
	what    string // in the log
	query   func(context.Context) (T, error)
	running bool
	again   bool   // something changed while it was running
	failed  bool   // the last one failed; logged once
	stop    func() // the timer of the next one
}

// start reads now, or once more when it is running.
func (r *repeatedRead[T]) start(to runtime.Ref) {
	if r.running {
		r.again = true
		return
	}
	r.stopTimer()
	r.running = true
	r.hub.job(r.hub.base, to, func(ctx context.Context) any {
		value, err := queryStore(ctx, r.hub, queryTime, r.query)
		return readDone[T]{value, err}
	})
}

// done notes the outcome of a read and repeats it after a while: at once when
// something changed meanwhile.
func (r *repeatedRead[T]) done(to runtime.Ref, err error, after time.Duration) {
	r.running = false
	if err != nil {
		after = readRetry
		if !r.failed && r.hub.base.Err() == nil {
			r.hub.cfg.Logger.Warn(r.what+" cannot be read, trying again every second", "error", err)
		}
	}
	r.failed = err != nil
	if r.again {
		r.again = false
		r.start(to)
		return
	}
	r.stop = r.hub.cfg.After(after, func() { runtime.Tell(to, readNow{}) })
}

// pause ends the repetition, in place of done.
func (r *repeatedRead[T]) pause() { r.running, r.again = false, false }

func (r *repeatedRead[T]) stopTimer() {
	if r.stop != nil {
		r.stop()
		r.stop = nil
	}
}

// between is d, at least least and at most most.
func between(d, least, most time.Duration) time.Duration { return min(max(d, least), most) }
