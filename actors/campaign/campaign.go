// One campaign that this node sends. Its actor takes the campaign, then alternates
// between steps and sends. A step writes the results of sends to the database and claims
// the next ones. Each send was marked before it began, and nothing is sent that was not
// marked, so whatever happens to the node nobody is sent a message twice.
package campaign

import (
	"context"
	"time"

	"muster/actors/runtime"
	"muster/store"
	"muster/store/campaign"
)

// Messages of a campaign to its actor.
type (
	begin struct{}
	taken struct {
		campaign campaign.Campaign
		epoch    int64
		asked    time.Time
		err      error
	}
	stepped struct {
		state campaign.State
		asked time.Time // before the step, so that the lease is never believed to last longer than it does
		err   error
	}
	sent struct {
		delivery campaign.Delivery
		result   campaign.DeliveryResult
	}
	look  struct{} // step now: something may have changed, or a time has come
	drain struct{}
)

// outage is how long a channel's provider could not be reached.
type outage struct {
	since, until time.Time
	tries        int
}

type actor struct {
	Config
	campaign    campaign.Campaign
	epoch       int64
	lease       time.Time // when another node may take the campaign, by this node's clock
	sending     map[int]campaign.Delivery
	results     []campaign.DeliveryResult // that the database does not know yet
	noted       []campaign.DeliveryResult // that the running step carries
	outages     map[store.Channel]*outage
	stepping    bool
	again       bool // something came while a step was running
	draining    bool
	releasing   bool // the running step gives the lease up
	failed      bool // the last step failed; logged once
	announcedAt time.Time
	changed     bool // since the last broadcast of the progress
	stop        func()
}

func newActor(c Config, id string) *actor {
	return &actor{Config: c, campaign: campaign.Campaign{ID: id}, sending: map[int]campaign.Delivery{}, outages: map[store.Channel]*outage{}}
}

func (a *actor) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case begin:
		id, asked := a.campaign.ID, a.Node.Now()
		a.Node.Job(a.Node.Base, self.Ref, func(ctx context.Context) any {
			ctx, cancel := context.WithTimeout(ctx, stepTime)
			defer cancel()
			c, epoch, err := a.Campaigns.TakeCampaign(ctx, id)
			return taken{c, epoch, asked, err}
		})
	case taken:
		if m.err != nil || m.epoch == 0 {
			runtime.Halt(self.Ref) // it is found again when nobody has it
			return
		}
		a.campaign, a.epoch, a.lease = m.campaign, m.epoch, m.asked.Add(campaign.Lease)
		a.changed = true
		a.step(self.Ref)
	case stepped:
		a.stepped(self.Ref, m)
	case sent:
		a.sent(m)
		a.step(self.Ref)
	case look:
		a.step(self.Ref)
	case drain:
		a.draining = true
		a.step(self.Ref)
	}
}

// step exchanges with the database, unless a step is running: then another follows it.
func (a *actor) step(self runtime.Ref) {
	if a.stepping || a.epoch == 0 {
		a.again = true
		return
	}
	a.stopTimer()
	now := a.Node.Now()
	a.stepping, a.again, a.releasing = true, false, a.draining
	a.noted, a.results = append(a.noted, a.results...), nil
	step := campaign.Step{ID: a.campaign.ID, Epoch: a.epoch, Results: a.noted, Release: a.releasing, Want: map[store.Channel]int{}, GiveUp: map[store.Channel]string{}}
	for _, channel := range a.campaign.Type.Channels() {
		step.Want[channel] = a.room(channel, now)
		switch {
		case a.hopeless(channel, now):
			step.Want[channel], step.GiveUp[channel] = 0, campaign.UnreachableText(channel)
		case a.outages[channel] != nil:
			step.Note = campaign.OutageText(channel)
		}
	}
	step.Announce = a.changed && now.Sub(a.announcedAt) >= announceEvery
	if step.Announce {
		a.announcedAt, a.changed = now, false
	}
	a.Node.Job(a.Node.Base, self, func(ctx context.Context) any {
		ctx, cancel := context.WithTimeout(ctx, stepTime)
		defer cancel()
		state, err := a.Campaigns.StepCampaign(ctx, step)
		return stepped{state, now, err}
	})
}

// room is how many more deliveries may be sent by a channel now: one while it is not
// known whether its provider can be reached again.
func (a *actor) room(channel store.Channel, now time.Time) int {
	busy := 0
	for _, d := range a.sending {
		if d.Channel == channel {
			busy++
		}
	}
	o := a.outages[channel]
	switch {
	case o == nil:
		return slots - busy
	case busy > 0 || now.Before(o.until):
		return 0
	}
	return 1
}

// hopeless says that a provider could not be reached for too long.
func (a *actor) hopeless(channel store.Channel, now time.Time) bool {
	o := a.outages[channel]
	if o == nil {
		return false
	}
	patience := unreachableAtStart
	if a.campaign.Sent+a.campaign.Unknown > 0 {
		patience = unreachableOnTheWay
	}
	return now.Sub(o.since) >= patience
}

// stepped takes the answer to a step.
func (a *actor) stepped(self runtime.Ref, m stepped) {
	a.stepping = false
	if m.err != nil {
		if !a.failed && a.Node.Base.Err() == nil {
			a.Node.Logger.Warn("a campaign cannot go on, trying again every second", "error", m.err)
		}
		a.failed = true
		a.wait(self, time.Second)
		return
	}
	a.failed, a.noted = false, nil
	if m.state.Lost {
		a.Node.Logger.Warn("a campaign was taken over by another node")
		runtime.Halt(self)
		return
	}
	a.campaign, a.lease = m.state.Campaign, m.asked.Add(campaign.Lease)
	if len(m.state.Broadcasts) > 0 {
		a.Broadcast(m.state.Broadcasts...)
	}
	for _, d := range m.state.Sending {
		if _, known := a.sending[d.Number]; !known && !a.isOver(d.Number) {
			a.send(self, d)
		}
	}
	idle := len(a.sending) == 0 && len(a.results) == 0
	switch {
	case idle && (a.releasing || a.campaign.Status != campaign.Processing):
		runtime.Halt(self)
	case a.again || len(a.results) > 0 || m.state.More && a.free():
		a.step(self)
	default:
		a.wait(self, a.pause(m.state.NextIn))
	}
}

// isOver says that a delivery's result is waiting to be noted: the database still has
// it as being sent.
func (a *actor) isOver(number int) bool {
	for _, r := range a.results {
		if r.Number == number {
			return true
		}
	}
	return false
}

// free says that something more could be sent now.
func (a *actor) free() bool {
	now := a.Node.Now()
	for _, channel := range a.campaign.Type.Channels() {
		if a.room(channel, now) > 0 {
			return true
		}
	}
	return false
}

// pause is the time until the next step when nothing happens before.
func (a *actor) pause(next time.Duration) time.Duration {
	if a.changed {
		next = min(next, announceEvery)
	}
	now := a.Node.Now()
	for channel, o := range a.outages {
		if a.room(channel, now) == 0 {
			next = max(next, o.until.Sub(now))
		}
	}
	return runtime.Between(next, 5*time.Millisecond, idleStep)
}

func (a *actor) wait(self runtime.Ref, d time.Duration) {
	a.stopTimer()
	a.stop = a.Node.After(d, func() { runtime.Tell(self, look{}) })
}

func (a *actor) stopTimer() {
	if a.stop != nil {
		a.stop()
		a.stop = nil
	}
}

// send sends one delivery that was marked as being sent. It must be over before
// another node may take the campaign: otherwise it goes back into the queue unsent.
func (a *actor) send(self runtime.Ref, d campaign.Delivery) {
	a.sending[d.Number] = d
	c, lease := a.campaign, a.lease
	a.Node.Job(a.Node.Base, self, func(ctx context.Context) any {
		switch {
		case d.Address == "":
			return sent{d, campaign.DeliveryResult{Number: d.Number, Status: campaign.DeliverySkipped, Error: "Opted out or gone"}}
		case lease.Sub(a.Node.Now()) < sendTime || ctx.Err() != nil:
			return sent{d, campaign.DeliveryResult{Number: d.Number, Status: campaign.DeliveryQueued}}
		}
		ctx, cancel := context.WithTimeout(ctx, sendTime)
		defer cancel()
		return sent{d, campaign.ResultOf(d, a.Sender.SendDelivery(ctx, c, d))}
	})
}

// sent takes the result of a send.
func (a *actor) sent(m sent) {
	delete(a.sending, m.delivery.Number)
	channel, r := m.delivery.Channel, m.result
	switch {
	case r.Unreachable:
		o, now := a.outages[channel], a.Node.Now()
		if o == nil {
			o = &outage{since: now}
			a.outages[channel] = o
		}
		if !now.Before(o.until) { // not one more of those that were sent together
			o.until = now.Add(min(time.Second<<min(o.tries, 4), unreachableRetry))
			o.tries++
		}
	case r.Status != campaign.DeliverySkipped:
		delete(a.outages, channel)
	}
	a.results = append(a.results, r)
	a.changed = true
}

func (a *actor) Stopping() { a.stopTimer() }
func (a *actor) Stopped()  {}
