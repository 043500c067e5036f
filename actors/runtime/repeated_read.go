// A read of the database that an actor repeats.
package runtime

import (
	"context"
	"time"
)

// Messages of a repeated read to its actor.
type (
	ReadNow         struct{}
	ReadDone[T any] struct {
		Value T
		Err   error
	}
)

// ReadRetry is the time until a read that failed is repeated.
const ReadRetry = time.Second

// RepeatedRead is owned by one actor, which it sends ReadDone.
type RepeatedRead[T any] struct {
	Node    *Node
	What    string // in the log
	Query   func(context.Context) (T, error)
	running bool
	again   bool   // something changed while it was running
	failed  bool   // the last one failed; logged once
	stop    func() // the timer of the next one
}

// Start reads now, or once more when it is running.
func (r *RepeatedRead[T]) Start(to Ref) {
	if r.running {
		r.again = true
		return
	}
	r.StopTimer()
	r.running = true
	r.Node.Job(r.Node.Base, to, func(ctx context.Context) any {
		value, err := Query(ctx, r.Node, QueryTime, r.Query)
		return ReadDone[T]{value, err}
	})
}

// Outdated says, before Done, that something changed since the read began: what it gives may
// be of before.
func (r *RepeatedRead[T]) Outdated() bool { return r.again }

// Done notes the outcome of a read and repeats it after a while: at once when
// something changed meanwhile.
func (r *RepeatedRead[T]) Done(to Ref, err error, after time.Duration) {
	r.running = false
	if err != nil {
		after = ReadRetry
		if !r.failed && r.Node.Base.Err() == nil {
			r.Node.Logger.Warn(r.What+" cannot be read, trying again every second", "error", err)
		}
	}
	r.failed = err != nil
	if r.again {
		r.again = false
		r.Start(to)
		return
	}
	r.stop = r.Node.After(after, func() { Tell(to, ReadNow{}) })
}

// Pause ends the repetition, in place of Done.
func (r *RepeatedRead[T]) Pause() { r.running, r.again = false, false }

// StopTimer cancels the next read.
func (r *RepeatedRead[T]) StopTimer() {
	if r.stop != nil {
		r.stop()
		r.stop = nil
	}
}

// Between is d, at least least and at most most.
func Between(d, least, most time.Duration) time.Duration { return min(max(d, least), most) }
