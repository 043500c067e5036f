// Notification campaigns: one child of the hub looks for campaigns that are due and
// has an actor for each one that this node sends.
package actors

import (
	"context"

	"muster/actors/runtime"
)

const campaignsChild = "campaigns"

// Messages about all campaigns.
type (
	// campaignsChanged: a campaign was sent, paused, resumed or cancelled.
	campaignsChanged struct{}
	// campaignsDrain ends all campaigns here in order, for another node to take them.
	campaignsDrain struct{}
)

// CampaignsChanged has this node look at its campaigns at once and not within a
// second. It does not wait.
func (h *Hub) CampaignsChanged() {
	runtime.Tell(h.ref, hubToChild{campaignsChild, campaignsChanged{}})
}

// DrainCampaigns takes no more campaigns, waits for what is being sent and gives the
// campaigns up to other nodes. What is still being sent when ctx ends will be unknown.
func (h *Hub) DrainCampaigns(ctx context.Context) error {
	if h.cfg.Campaigns == nil {
		return nil
	}
	runtime.Tell(h.ref, hubToChild{campaignsChild, campaignsDrain{}})
	select {
	case <-h.campaignsEnd:
		return nil
	case <-h.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

type campaignsActor struct {
	hub      *Hub
	read     runtime.RepeatedRead[[]string]
	running  map[string]runtime.Ref // by campaign
	names    map[string]string      // campaigns by the id of their actor
	draining bool
}

func newCampaignsActor(h *Hub) *campaignsActor {
	return &campaignsActor{hub: h, running: map[string]runtime.Ref{}, names: map[string]string{}, read: runtime.RepeatedRead[[]string]{
		Node: h.node, What: "the campaigns that are due", Query: h.cfg.Campaigns.DueCampaigns,
	}}
}

func (a *campaignsActor) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case runtime.ReadNow:
		a.read.Start(self.Ref)
	case runtime.ReadDone[[]string]:
		for _, id := range m.Value {
			a.take(self, id)
		}
		a.read.Done(self.Ref, m.Err, campaignPoll)
	case campaignsChanged:
		for _, ref := range a.running {
			runtime.Tell(ref, campaignLook{})
		}
		a.read.Start(self.Ref)
	case campaignsDrain:
		a.draining = true
		for _, ref := range a.running {
			runtime.Tell(ref, campaignDrain{})
		}
		a.drained()
	case runtime.ChildStopped:
		delete(a.running, a.names[m.ID])
		delete(a.names, m.ID)
		a.drained()
	}
}

// take starts the actor of a campaign, unless there is one.
func (a *campaignsActor) take(self runtime.Self, id string) {
	if _, sent := a.running[id]; sent || a.draining {
		return
	}
	ref := self.Spawn("campaign", newCampaignActor(a.hub, id))
	a.running[id], a.names[ref.ID()] = ref, id
	runtime.Tell(ref, campaignBegin{})
}

// drained ends the waiting drain when nothing is sent here any more.
func (a *campaignsActor) drained() {
	if !a.draining || len(a.running) > 0 {
		return
	}
	select {
	case <-a.hub.campaignsEnd:
	default:
		close(a.hub.campaignsEnd)
	}
}

func (a *campaignsActor) Stopping() { a.read.StopTimer() }
func (a *campaignsActor) Stopped()  {}
