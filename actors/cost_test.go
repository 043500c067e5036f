package actors

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	livemoney "muster/actors/money"
	"muster/actors/runtime"
	"muster/store"
	"muster/store/money"
)

// memCosts is the ledger of the server's cost in memory.
type memCosts struct {
	mu         sync.Mutex
	cost       money.ServerCost
	broadcasts []store.Broadcast // given by the next read
	down       error
}

func (c *memCosts) set(f func(*memCosts)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(c)
}

func (c *memCosts) ServerCost(context.Context) (money.ServerCost, []store.Broadcast, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cost, broadcasts := c.cost, c.broadcasts
	c.broadcasts = nil
	return cost, broadcasts, c.down
}

// costUpdate is a broadcast of the cost.
func costUpdate(t *testing.T, seq, line int64, cents money.Cents) store.Broadcast {
	t.Helper()
	b, err := money.NewServerCostUpdate(money.ServerCost{Current: cents, Line: line})
	if err != nil {
		t.Fatal(err)
	}
	b.Seq = seq
	return b
}

func (r *harness) cost() money.ServerCost {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c, err := r.hub.ServerCost(ctx)
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}

// The cost follows broadcasts at once, older ones never overtake newer ones, and
// the next read brings what a broadcast missed.
func TestCostFollowsBroadcasts_COST11(t *testing.T) {
	costs := &memCosts{cost: money.ServerCost{Current: 100_00, Line: 5}}
	bubble(t, func(c *Config) { c.Costs = costs }, func(r *harness) {
		a := r.inside("ann")
		equal(t, "read at the start", r.cost().Current, money.Cents(100_00))
		r.hub.Broadcast(costUpdate(t, 1, 6, 74_99))
		equal(t, "at once", r.cost().Current, money.Cents(74_99))
		equal(t, "the frame", a.take(), []frame{{"type": "server_cost_update", "currentCost": 74.99, "line": 6.0, "position": 0.0}})
		costs.set(func(c *memCosts) { c.cost = money.ServerCost{Current: 100_00, Line: 5} }) // a slow read of before
		after(livemoney.CostEvery)
		equal(t, "an old read", r.cost().Current, money.Cents(74_99))
		costs.set(func(c *memCosts) { c.cost = money.ServerCost{Current: -5_00, Line: 9} })
		after(livemoney.CostEvery)
		equal(t, "a missed broadcast", r.cost().Current, money.Cents(-5_00))
		r.hub.Broadcast(costUpdate(t, 3, 8, 1))
		equal(t, "an old broadcast", r.cost().Current, money.Cents(-5_00))
	})
}

// When a month of cost begins, every screen shows it.
func TestCostOfANewMonth(t *testing.T) {
	costs := &memCosts{}
	bubble(t, func(c *Config) { c.Costs = costs }, func(r *harness) {
		a := r.inside("ann")
		costs.set(func(c *memCosts) { c.cost.NextReset = time.Now().Add(livemoney.CostEvery + 20*time.Second) })
		after(livemoney.CostEvery)
		costs.set(func(c *memCosts) {
			c.cost = money.ServerCost{Current: 100_00, Line: 2, NextReset: time.Now().Add(24 * time.Hour)}
			c.broadcasts = []store.Broadcast{costUpdate(t, 7, 2, 100_00)}
		})
		equal(t, "before", r.cost().Current, money.Cents(0))
		after(20 * time.Second)
		equal(t, "the new month", r.cost().Current, money.Cents(100_00))
		equal(t, "frames", len(only(a.take(), "server_cost_update")), 1)
	})
}

// Who asks before the ledger was read waits; an outage is tried again, and chat does
// not notice.
func TestCostIsAwaited(t *testing.T) {
	costs := &memCosts{down: store.NewError(store.Unavailable, "no"), cost: money.ServerCost{Current: 3_00}}
	bubble(t, func(c *Config) { c.Costs = costs }, func(r *harness) {
		a := r.inside("ann")
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		if _, err := r.hub.ServerCost(ctx); store.CodeOf(err) != store.Unavailable {
			t.Error(err)
		}
		a.say("hello")
		equal(t, "chat goes on", len(only(a.take(), "message")), 1)
		got := make(chan money.ServerCost, 1)
		go func() { got <- r.cost() }()
		costs.set(func(c *memCosts) { c.down = nil })
		synctest.Wait()
		after(runtime.ReadRetry)
		equal(t, "after the outage", (<-got).Current, money.Cents(3_00))
	})
	bubble(t, nil, func(r *harness) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if _, err := r.hub.ServerCost(ctx); store.CodeOf(err) != store.Unavailable {
			t.Errorf("without a ledger: %v", err)
		}
	})
}

// A child that fails is started anew.
func TestChildIsStartedAnew(t *testing.T) {
	costs := &panickingCosts{}
	bubble(t, func(c *Config) { c.Costs = costs }, func(r *harness) {
		after(3 * childPause)
		equal(t, "after a failure", r.cost().Current, money.Cents(7))
		if costs.reads < 2 {
			t.Errorf("%d reads", costs.reads)
		}
	})
}

type panickingCosts struct{ reads int }

func (c *panickingCosts) ServerCost(context.Context) (money.ServerCost, []store.Broadcast, error) {
	if c.reads++; c.reads == 1 {
		panic("the first read fails")
	}
	return money.ServerCost{Current: 7}, nil, nil
}
