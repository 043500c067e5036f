// The server's cost: one actor holds the cost of the whole community. It follows the
// broadcasts of every change, and reads the ledger when a month of cost begins,
// which adds the month's line.
package actors

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"muster/actors/runtime"
	"muster/store"
)

const costChild = "cost"

// costEvery is the longest time between two reads of the ledger.
const costEvery = time.Minute

// costAsk asks for the cost. The channel holds one reply.
type costAsk struct{ reply chan<- store.ServerCost }

// ServerCost is the server's cost now. It waits until the ledger was read once, and
// fails with Unavailable when ctx ends first.
func (h *Hub) ServerCost(ctx context.Context) (store.ServerCost, error) {
	reply := make(chan store.ServerCost, 1)
	runtime.Tell(h.ref, hubToChild{costChild, costAsk{reply}})
	select {
	case cost := <-reply:
		return cost, nil
	case <-h.ended:
	case <-ctx.Done():
	}
	return store.ServerCost{}, store.NewError(store.Unavailable, "The server cost is not known right now. Please try again.")
}

// costRead is one read of the ledger. broadcasts are those of the line that it added,
// none when it added no line.
type costRead struct {
	cost       store.ServerCost
	broadcasts []store.Broadcast
}

type costActor struct {
	hub   *Hub
	read  runtime.RepeatedRead[costRead]
	cost  store.ServerCost
	known bool
	asked []chan<- store.ServerCost // wait for the first read
}

func newCostActor(h *Hub) *costActor {
	return &costActor{hub: h, read: runtime.RepeatedRead[costRead]{Node: h.node, What: "the server's cost",
		Query: func(ctx context.Context) (costRead, error) {
			cost, broadcasts, err := h.cfg.Costs.ServerCost(ctx)
			return costRead{cost, broadcasts}, err
		}}}
}

func (a *costActor) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case runtime.ReadNow:
		a.read.Start(self.Ref)
	case runtime.ReadDone[costRead]:
		if m.Err == nil {
			a.adopt(m.Value)
		}
		a.read.Done(self.Ref, m.Err, runtime.Between(a.cost.NextReset.Sub(a.hub.node.Now()), time.Second, costEvery))
	case childBroadcast:
		a.changed(m.value)
	case costAsk:
		if a.known {
			m.reply <- a.cost
		} else {
			a.asked = append(a.asked, m.reply)
		}
	}
}

// adopt takes what was read, unless a broadcast brought a newer cost meanwhile.
func (a *costActor) adopt(r costRead) {
	if !a.known || r.cost.Line >= a.cost.Line {
		a.cost = r.cost
	}
	a.known = true
	if len(r.broadcasts) > 0 {
		a.hub.Broadcast(r.broadcasts...)
	}
	for _, reply := range a.asked {
		reply <- a.cost
	}
	a.asked = nil
}

// changed takes the cost of a broadcast.
func (a *costActor) changed(b store.Broadcast) {
	var update store.ServerCostUpdate
	if json.Unmarshal(b.Value, &update) == nil && a.known && update.Line > a.cost.Line {
		a.cost.Current, a.cost.Line = store.Cents(math.Round(update.CurrentCost*100)), update.Line
	}
}

func (a *costActor) Stopping() { a.read.StopTimer() }
func (a *costActor) Stopped()  {}
