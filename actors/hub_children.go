// The hub's other children: actors that each hold something of the whole
// community, like the server's cost. The hub starts them with itself, starts one
// anew that failed, and hands them the broadcasts of their kind.
package actors

import (
	"context"
	"time"

	livecampaign "muster/actors/campaign"
	livedesk "muster/actors/desk"
	livemoney "muster/actors/money"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/money"
)

// childPause is the time before a child that failed is started anew.
const childPause = time.Second

// Messages to the hub about its children.
type (
	// hubStartChildren starts the children that are not alive.
	hubStartChildren struct{}
	// hubToChild hands a message to a child.
	hubToChild struct {
		name string
		msg  any
	}
	// hubPush pushes a frame to every socket that has joined or watches.
	hubPush struct{ frame wire.Frame }
	// hubActivityRestarted: the activity actor knows no watchers.
	hubActivityRestarted struct{}
)

// Names of the children, in messages and in the log file.
const (
	costChild         = "cost"
	contributorsChild = "contributors"
	campaignsChild    = "campaigns"
	activityChild     = "activity"
)

// newChildren are the children of a hub with this configuration.
func newChildren(h *Hub) []*child {
	var all []*child
	add := func(name, kind string, make func() runtime.Logic) {
		all = append(all, &child{name: name, kind: kind, make: make})
	}
	if costs := h.cfg.Costs; costs != nil {
		add(costChild, money.ServerCostKind, func() runtime.Logic { return livemoney.NewCost(h.node, costs, h.Broadcast) })
	}
	if c := h.cfg.Contributors; c != nil {
		push := func(f wire.Frame) { runtime.Tell(h.ref, hubPush{f}) }
		add(contributorsChild, store.ContributorChangedKind, func() runtime.Logic { return livemoney.NewContributors(h.node, c, &h.contributors, push) })
	}
	if c := h.cfg.Campaigns; c != nil {
		add(campaignsChild, "", func() runtime.Logic {
			return livecampaign.New(livecampaign.Config{Node: h.node, Campaigns: c, Sender: h.cfg.Sender, Broadcast: h.Broadcast})
		})
	}
	add(activityChild, "", func() runtime.Logic {
		return livedesk.NewActivity(livedesk.Config{
			Node: h.node, Activities: h.cfg.Activities, Bus: h.cfg.Bus, Events: &h.eventTap, Presence: &h.presenceTap,
			LogIsCurrent: h.pollIsCurrent, Restarted: func() { runtime.Tell(h.ref, hubActivityRestarted{}) },
		})
	})
	return all
}

func (a *hubActor) startChildren(self runtime.Self) {
	for _, c := range a.children {
		if !c.alive && !a.hub.stopping.Load() {
			c.ref, c.alive = self.Spawn(c.name, c.make()), true
			runtime.Tell(c.ref, runtime.ReadNow{})
		}
	}
}

func (a *hubActor) toChild(m hubToChild) {
	for _, c := range a.children {
		if c.name == m.name && c.alive {
			runtime.Tell(c.ref, m.msg)
		}
	}
}

// passToChildren hands a broadcast to the child of its kind.
func (a *hubActor) passToChildren(b store.Broadcast) {
	for _, c := range a.children {
		if c.kind == b.Kind && c.alive {
			runtime.Tell(c.ref, b)
		}
	}
}

// childEnded starts a child anew, after a pause; false for what is no child.
func (a *hubActor) childEnded(id string) bool {
	for _, c := range a.children {
		if c.alive && c.ref.ID() == id {
			c.alive = false
			a.hub.node.After(childPause, func() { runtime.Tell(a.hub.ref, hubStartChildren{}) })
			return true
		}
	}
	return false
}

// push pushes frames to every socket that has joined or watches, behind those broadcasts that
// came before and still wait. They may wait for others: what is pushed to everybody at once is a
// write for each socket of the node.
func (a *hubActor) push(frames ...wire.Frame) {
	frames, a.toShow = append(a.toShow, frames...), nil
	if len(frames) == 0 {
		return
	}
	together := wire.Together(frames)
	for so := range a.presence.everySocket() {
		so.out.PushLazy(together)
	}
}

// ServerCost is the server's cost now. It waits until the ledger was read once, and
// fails with Unavailable when ctx ends first.
func (h *Hub) ServerCost(ctx context.Context) (money.ServerCost, error) {
	reply := make(chan money.ServerCost, 1)
	runtime.Tell(h.ref, hubToChild{costChild, livemoney.AskCost{Reply: reply}})
	return ask(ctx, h, reply, "The server cost is not known right now. Please try again.")
}

// CampaignsChanged has this node look at its campaigns at once and not within a
// second. It does not wait.
func (h *Hub) CampaignsChanged() {
	runtime.Tell(h.ref, hubToChild{campaignsChild, livecampaign.Changed{}})
}

// DrainCampaigns takes no more campaigns, waits for what is being sent and gives the
// campaigns up to other nodes. What is still being sent when ctx ends will be unknown.
func (h *Hub) DrainCampaigns(ctx context.Context) error {
	if h.cfg.Campaigns == nil {
		return nil
	}
	done := make(chan struct{})
	runtime.Tell(h.ref, hubToChild{campaignsChild, livecampaign.Drain{Done: done}})
	select {
	case <-done:
		return nil
	case <-h.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
