// What all actors of a node share: the clock, the timers, the log file, the
// meter, and the jobs that query the database while an actor goes on.
package runtime

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// Limits of the queries to the database.
const (
	QueryTime       = 5 * time.Second // one query
	ParallelQueries = 64              // queries at once: many more than the database's connections for chat, which decide; it bounds who waits for one
)

// Node may be used from any goroutine.
type Node struct {
	Now    func() time.Time
	After  func(d time.Duration, f func()) (stop func()) // runs f once after d unless stopped
	Logger *slog.Logger
	Base   context.Context // parent of every query's context; done when the node ends

	meter   Meter
	cancel  context.CancelFunc
	slots   chan struct{}  // bounds the queries at once
	running sync.WaitGroup // jobs in flight
}

// NewNode begins a node; meter may be nil. End ends it.
func NewNode(now func() time.Time, after func(d time.Duration, f func()) (stop func()), logger *slog.Logger, meter Meter) *Node {
	n := &Node{Now: now, After: after, Logger: logger, meter: meter, slots: make(chan struct{}, ParallelQueries)}
	n.Base, n.cancel = context.WithCancel(context.Background())
	return n
}

// End ends all queries.
func (n *Node) End() { n.cancel() }

// Wait waits until the jobs and the goroutines of the node have ended.
func (n *Node) Wait() { n.running.Wait() }

// Go runs a goroutine that ends with the node.
func (n *Node) Go(f func()) { n.running.Go(f) }

// Job runs work in a goroutine and sends its result to an actor, also when ctx
// is canceled. A panic ends the actor that waits for the result, but not one that survives
// its own: that gets no result.
func (n *Node) Job(ctx context.Context, to Ref, work func(context.Context) any) {
	n.running.Add(1)
	go func() {
		defer n.running.Done()
		defer func() {
			if r := recover(); r != nil {
				n.Logger.Error("job panicked", "actor", to.ID(), "panic", r, "stack", string(debug.Stack()))
				if !to.survives {
					Halt(to)
				}
			}
		}()
		Tell(to, work(ctx))
	}()
}

// Query runs one query against the database. At most ParallelQueries run at
// once. The wait for a free slot counts against within, so that during an
// outage callers are answered in time.
func Query[T any](ctx context.Context, n *Node, within time.Duration, question func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	select {
	case n.slots <- struct{}{}:
		defer func() { <-n.slots }()
		return question(ctx)
	case <-ctx.Done():
		var none T
		e := ErrNobodyAnswers()
		e.Err = ctx.Err()
		return none, e
	}
}
