// The server's cost: one actor holds the cost of the whole community. It follows the
// broadcasts of every change, and reads the ledger when a month of cost begins,
// which adds the month's line.
package money

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"muster/actors/runtime"
	"muster/store"
	"muster/store/money"
)

// CostEvery is the longest time between two reads of the ledger.
const CostEvery = time.Minute

// Costs is the ledger of the server's cost (store/postgres).
type Costs interface {
	// ServerCost reads the cost. When a month of cost has begun since, it adds the
	// month's line and returns the broadcast of it.
	ServerCost(ctx context.Context) (money.ServerCost, []store.Broadcast, error)
}

// AskCost asks for the cost. The channel holds one reply.
type AskCost struct{ Reply chan<- money.ServerCost }

// costRead is one read of the ledger. broadcasts are those of the line that it added,
// none when it added no line.
type costRead struct {
	cost       money.ServerCost
	broadcasts []store.Broadcast
}

type costActor struct {
	node      *runtime.Node
	broadcast func(values ...store.Broadcast)
	read      runtime.RepeatedRead[costRead]
	cost      money.ServerCost
	known     bool
	asked     []chan<- money.ServerCost // wait for the first read
}

// NewCost makes the actor that holds the cost. It is sent the broadcasts of money.ServerCostKind.
func NewCost(node *runtime.Node, ledger Costs, broadcast func(values ...store.Broadcast)) runtime.Logic {
	return &costActor{node: node, broadcast: broadcast, read: runtime.RepeatedRead[costRead]{Node: node, What: "the server's cost",
		Query: func(ctx context.Context) (costRead, error) {
			cost, broadcasts, err := ledger.ServerCost(ctx)
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
		a.read.Done(self.Ref, m.Err, runtime.Between(a.cost.NextReset.Sub(a.node.Now()), time.Second, CostEvery))
	case store.Broadcast:
		a.changed(m)
	case AskCost:
		if a.known {
			m.Reply <- a.cost
		} else {
			a.asked = append(a.asked, m.Reply)
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
		a.broadcast(r.broadcasts...)
	}
	for _, reply := range a.asked {
		reply <- a.cost
	}
	a.asked = nil
}

// changed takes the cost of a broadcast.
func (a *costActor) changed(b store.Broadcast) {
	var update money.ServerCostUpdate
	if json.Unmarshal(b.Value, &update) == nil && a.known && update.Line > a.cost.Line {
		a.cost.Current, a.cost.Line = money.Cents(math.Round(update.CurrentCost*100)), update.Line
	}
}

func (a *costActor) Stopping() { a.read.StopTimer() }
func (a *costActor) Stopped()  {}
