// The end of a node: its steps, and the time they share.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"muster/store/postgres/embedded"
)

// How long each step of a stop may take.
const (
	drainSockets  = 11 * time.Second // the sockets' spread of 10 s, and a little
	drainHub      = 3 * time.Second
	drainHTTP     = 2 * time.Second
	drainJobs     = 2 * time.Second // and as much again for those that are cancelled
	drainTraces   = 1 * time.Second
	drainDatabase = 8 * time.Second // for the connections and the embedded Postgres
)

// When after its beginning a stop has come how far, whatever hangs: the process
// is gone within 20 s (P20). The last steps need little unless their other side
// does not answer at all, so the first ones may take nearly everything.
const (
	callsEnd    = 14 * time.Second                 // the steps before the database
	databaseEnd = 18*time.Second - embedded.Forced // then Postgres is ended by force
	stopEnd     = 19 * time.Second                 // what heeds no limit is left behind
)

// balancersLook is how long a node serves on after /readyz said that it goes: a
// balancer that asks each second has heard it by then, and what it had sent
// before is answered.
const balancersLook = 2 * time.Second

// linger is how long this node serves on. In dev nobody asks /readyz unless a
// proxy is named, as `muster cluster` names its balancer to its nodes.
func (c checked) linger() time.Duration {
	if c.dev && len(c.proxies) == 0 {
		return 0
	}
	return balancersLook
}

// stop takes the parts down in order: nobody is sent here any more, sockets
// leave, what they sent is finished, then calls, jobs and the database.
func (h *house) stop() error {
	e := &ending{began: time.Now()}
	err := e.run(func() { h.leave(e) })
	h.log.Info("stopped", "took", time.Since(e.began).Round(time.Millisecond))
	return err
}

func (h *house) leave(e *ending) {
	if h.edge != nil {
		h.edge.Drain()
	}
	noticed := time.After(h.linger)
	if h.sockets != nil {
		e.step("sockets", drainSockets, callsEnd, h.endSockets)
	}
	if h.server != nil {
		<-noticed
	}
	if h.hub != nil {
		e.step("chat", drainHub, callsEnd, h.hub.Stop)
	}
	if h.bus != nil {
		e.step("bus", drainBus, callsEnd, h.leaveNodes)
	}
	if h.server != nil {
		e.step("http", drainHTTP, callsEnd, h.endCalls)
	}
	if h.sockets != nil {
		h.sockets.Close() // no newcomer is left to be refused
	}
	if h.jobs != nil {
		e.step("jobs", drainJobs, callsEnd, h.jobs.Stop)
	}
	if h.ops != nil {
		e.step("operators' address", drainHTTP, callsEnd, h.ops.close)
	}
	if h.traces != nil {
		e.step("traces", drainTraces, callsEnd, h.endTraces)
	}
	e.step("database", drainDatabase, databaseEnd, h.db.close)
}

// ending is a stop under way.
type ending struct {
	began    time.Time
	at       atomic.Value // the step's name
	problems []error
}

// step does one thing, which should take no longer than limit and be over at
// end after the stop began.
func (e *ending) step(name string, limit, end time.Duration, do func(context.Context) error) {
	e.at.Store(name)
	whole, cancel := context.WithDeadline(context.Background(), e.began.Add(end))
	defer cancel()
	ctx, cancel := context.WithTimeout(whole, limit)
	defer cancel()
	if err := do(ctx); err != nil {
		e.problems = append(e.problems, fmt.Errorf("stop %s: %w", name, err))
	}
}

// run does the steps and tells what went wrong. A step that heeds no limit is
// left behind, for the process must go.
func (e *ending) run(steps func()) error {
	done := make(chan error, 1)
	go func() {
		steps()
		done <- errors.Join(e.problems...)
	}()
	late := time.NewTimer(time.Until(e.began.Add(stopEnd)))
	defer late.Stop()
	select {
	case err := <-done:
		return err
	case <-late.C:
		return fmt.Errorf("stop %s: it does not end", e.at.Load())
	}
}

// endTraces sends what is left of the traces, if there are any.
func (h *house) endTraces(ctx context.Context) error {
	if h.traces == nil {
		return nil
	}
	return h.traces.Shutdown(ctx)
}

// endSockets drains the sockets. One that was told to go and whose browser did
// not answer in time is cut: that must not make a good stop a failed one.
func (h *house) endSockets(ctx context.Context) error {
	err := h.sockets.Drain(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		h.log.Warn("some sockets did not answer their close and were cut")
		return nil
	}
	return err
}

// endCalls waits for running calls until ctx ends, then cuts what is left: a
// caller who never finishes sending must not make a good stop a failed one.
func (h *house) endCalls(ctx context.Context) error {
	err := h.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return h.server.Close()
	}
	return err
}
