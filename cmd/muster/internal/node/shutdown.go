// The shutdown of a node: its steps, and the time they share.
package node

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
	drainSockets   = 11 * time.Second // the sockets' spread of 10 s, and a little
	drainCampaigns = 3 * time.Second
	drainHub       = 3 * time.Second
	drainHTTP      = 2 * time.Second
	drainJobs      = 2 * time.Second // and as much again for those that are cancelled
	drainTraces    = 1 * time.Second
	drainDatabase  = 8 * time.Second // for the connections and the embedded Postgres
)

// When after its beginning a stop has come how far, whatever hangs: the process
// is gone within 20 s. The last steps need little unless their other side
// does not answer at all, so the first ones may take nearly everything.
const (
	callsEnd    = 14 * time.Second                 // the steps before the database
	databaseEnd = 18*time.Second - embedded.Forced // then Postgres is ended by force
	stopEnd     = 19 * time.Second                 // what heeds no limit is left behind
)

// Stop takes the parts down in order: nobody is sent here any more, sockets
// leave, what they sent is finished, then calls, jobs and the database.
func (n *Node) Stop() error {
	s := &shutdown{began: time.Now()}
	err := s.run(func() { n.shutDown(s) })
	n.log.Info("stopped", "took", time.Since(s.began).Round(time.Millisecond))
	return err
}

func (n *Node) shutDown(s *shutdown) {
	if n.edge != nil {
		n.edge.Drain()
	}
	noticed := time.After(n.lameDuck)
	if n.sockets != nil {
		s.step("sockets", drainSockets, callsEnd, n.endSockets)
	}
	if n.server != nil {
		<-noticed
	}
	if n.hub != nil {
		s.step("campaigns", drainCampaigns, callsEnd, n.endCampaigns)
		s.step("chat", drainHub, callsEnd, n.hub.Stop)
	}
	if n.bus != nil {
		s.step("bus", drainBus, callsEnd, n.leaveBus)
	}
	if n.server != nil {
		s.step("http", drainHTTP, callsEnd, n.endCalls)
	}
	if n.sockets != nil {
		n.sockets.Close() // no newcomer is left to be refused
	}
	if n.checkout != nil {
		n.checkout.Close()
	}
	if n.jobs != nil {
		s.step("jobs", drainJobs, callsEnd, n.jobs.Stop)
	}
	if n.Ops != nil {
		s.step("operators' address", drainHTTP, callsEnd, n.Ops.Close)
	}
	if n.Traces != nil {
		s.step("traces", drainTraces, callsEnd, n.endTraces)
	}
	if n.media != nil {
		s.step("media", drainHTTP, callsEnd, func(context.Context) error { return n.media.Close() })
	}
	s.step("database", drainDatabase, databaseEnd, n.DB.Close)
}

// shutdown is a stop under way.
type shutdown struct {
	began    time.Time
	at       atomic.Value // the step's name
	problems []error
}

// step does one thing, which should take no longer than limit and be over at
// end after the stop began.
func (s *shutdown) step(name string, limit, end time.Duration, do func(context.Context) error) {
	s.at.Store(name)
	whole, cancel := context.WithDeadline(context.Background(), s.began.Add(end))
	defer cancel()
	ctx, cancel := context.WithTimeout(whole, limit)
	defer cancel()
	if err := do(ctx); err != nil {
		s.problems = append(s.problems, fmt.Errorf("stop %s: %w", name, err))
	}
}

// run does the steps and returns what went wrong. A step that heeds no limit is
// left behind, for the process must go.
func (s *shutdown) run(steps func()) error {
	done := make(chan error, 1)
	go func() {
		steps()
		done <- errors.Join(s.problems...)
	}()
	late := time.NewTimer(time.Until(s.began.Add(stopEnd)))
	defer late.Stop()
	select {
	case err := <-done:
		return err
	case <-late.C:
		return fmt.Errorf("stop %s: it does not end", s.at.Load())
	}
}

// endTraces sends what is left of the traces, if there are any.
func (n *Node) endTraces(ctx context.Context) error {
	if n.Traces == nil {
		return nil
	}
	return n.Traces.Shutdown(ctx)
}

// endSockets drains the sockets. A socket whose browser did not answer the close in
// time is cut: that must not make a good stop a failed one.
func (n *Node) endSockets(ctx context.Context) error {
	err := n.sockets.Drain(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		n.log.Warn("some sockets did not answer their close and were cut")
		return nil
	}
	return err
}

// endCampaigns gives the campaigns of this node to others. What is still being sent is
// found as unknown by the next node, so a slow provider does not make a good stop a
// failed one.
func (n *Node) endCampaigns(ctx context.Context) error {
	err := n.hub.DrainCampaigns(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		n.log.Warn("a campaign was being sent at the stop: what was under way will be unknown")
		return nil
	}
	return err
}

// endCalls waits for running calls until ctx ends, then cuts what is left: a
// caller who never finishes sending must not make a good stop a failed one.
func (n *Node) endCalls(ctx context.Context) error {
	err := n.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return n.server.Close()
	}
	return err
}
