// The hub's other children: actors that each hold something of the whole
// community, like the server's cost. The hub starts them with itself, starts one
// anew that failed, and hands them the broadcasts of their kind.
package actors

import (
	"time"

	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// child is such an actor.
type child struct {
	name  string
	make  func() runtime.Logic
	kind  string // of the broadcasts that it receives
	ref   runtime.Ref
	alive bool
}

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
)

// childBroadcast brings a child a broadcast of its kind.
type childBroadcast struct{ value store.Broadcast }

// newChildren are the children of a hub with this configuration.
func newChildren(h *Hub) []*child {
	var all []*child
	if h.cfg.Costs != nil {
		all = append(all, &child{name: costChild, kind: store.ServerCostKind, make: func() runtime.Logic { return newCostActor(h) }})
	}
	if h.cfg.Contributors != nil {
		all = append(all, &child{name: contributorsChild, kind: store.ContributorChangedKind, make: func() runtime.Logic { return newContributorsActor(h) }})
	}
	if h.cfg.Campaigns != nil {
		all = append(all, &child{name: campaignsChild, make: func() runtime.Logic { return newCampaignsActor(h) }})
	}
	return append(all, &child{name: activityChild, make: func() runtime.Logic { return newActivityActor(h) }})
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
			runtime.Tell(c.ref, childBroadcast{b})
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

// push pushes a frame to every socket that has joined or watches.
func (a *hubActor) push(f wire.Frame) {
	for so := range a.presence.everySocket() {
		so.session.out.Push(f)
	}
}
