// Notification campaigns: one child of the hub looks for campaigns that are due and
// has an actor for each one that this node sends.
package campaign

import "muster/actors/runtime"

// Messages about all campaigns.
type (
	// Changed: a campaign was sent, paused, resumed or cancelled.
	Changed struct{}
	// Drain ends all campaigns here in order, for another node to take them. Done is
	// closed when nothing is sent here any more.
	Drain struct{ Done chan<- struct{} }
)

type campaigns struct {
	Config
	read    runtime.RepeatedRead[[]string]
	running map[string]runtime.Ref // by campaign
	names   map[string]string      // campaigns by the id of their actor
	drains  []chan<- struct{}      // closed when nothing is sent here any more; nil while campaigns are taken
}

// New makes the actor of all campaigns on this node.
func New(c Config) runtime.Logic {
	return &campaigns{Config: c, running: map[string]runtime.Ref{}, names: map[string]string{}, read: runtime.RepeatedRead[[]string]{
		Node: c.Node, What: "the campaigns that are due", Query: c.Campaigns.DueCampaigns,
	}}
}

func (a *campaigns) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case runtime.ReadNow:
		a.read.Start(self.Ref)
	case runtime.ReadDone[[]string]:
		for _, id := range m.Value {
			a.take(self, id)
		}
		a.read.Done(self.Ref, m.Err, poll)
	case Changed:
		for _, ref := range a.running {
			runtime.Tell(ref, look{})
		}
		a.read.Start(self.Ref)
	case Drain:
		a.drains = append(a.drains, m.Done)
		for _, ref := range a.running {
			runtime.Tell(ref, drain{})
		}
		a.drained()
	case runtime.ChildStopped:
		delete(a.running, a.names[m.ID])
		delete(a.names, m.ID)
		a.drained()
	}
}

// take starts the actor of a campaign, unless there is one.
func (a *campaigns) take(self runtime.Self, id string) {
	if _, sent := a.running[id]; sent || a.drains != nil {
		return
	}
	ref := self.Spawn("campaign", newActor(a.Config, id))
	a.running[id], a.names[ref.ID()] = ref, id
	runtime.Tell(ref, begin{})
}

// drained ends the waiting drains when nothing is sent here any more.
func (a *campaigns) drained() {
	if a.drains == nil || len(a.running) > 0 {
		return
	}
	for _, done := range a.drains {
		close(done)
	}
	a.drains = a.drains[:0]
}

func (a *campaigns) Stopping() { a.read.StopTimer() }
func (a *campaigns) Stopped()  {}
