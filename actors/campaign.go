// One campaign that this node sends. Its actor takes the campaign, then alternates
// between steps and sends. A step writes the results of sends to the database and claims
// the next ones. Each send was marked before it began, and nothing is sent that was not
// marked, so whatever happens to the node nobody is sent a message twice.
package actors

import (
	"context"
	"time"

	"muster/actors/runtime"
	"muster/store"
)

// Messages of a campaign to its actor.
type (
	campaignBegin struct{}
	campaignTaken struct {
		campaign store.Campaign
		epoch    int64
		asked    time.Time
		err      error
	}
	campaignStepped struct {
		state store.CampaignState
		asked time.Time // before the step, so that the lease is never believed to last longer than it does
		err   error
	}
	campaignSent struct {
		delivery store.Delivery
		result   store.DeliveryResult
	}
	campaignLook  struct{} // step now: something may have changed, or a time has come
	campaignDrain struct{}
)

// outage is how long a channel's provider could not be reached.
type outage struct {
	since, until time.Time
	tries        int
}

type campaignActor struct {
	hub         *Hub
	campaign    store.Campaign
	epoch       int64
	lease       time.Time // when another node may take the campaign, by this node's clock
	sending     map[int]store.Delivery
	results     []store.DeliveryResult // that the database does not know yet
	noted       []store.DeliveryResult // that the running step carries
	outages     map[store.Channel]*outage
	stepping    bool
	again       bool // something came while a step was running
	draining    bool
	failed      bool // the last step failed; logged once
	announcedAt time.Time
	changed     bool // since the last broadcast of the progress
	stop        func()
}

func newCampaignActor(h *Hub, id string) *campaignActor {
	return &campaignActor{hub: h, campaign: store.Campaign{ID: id}, sending: map[int]store.Delivery{}, outages: map[store.Channel]*outage{}}
}

func (a *campaignActor) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case campaignBegin:
		id, asked := a.campaign.ID, a.hub.node.Now()
		a.hub.node.Job(a.hub.node.Base, self.Ref, func(ctx context.Context) any {
			ctx, cancel := context.WithTimeout(ctx, campaignStepTime)
			defer cancel()
			c, epoch, err := a.hub.cfg.Campaigns.TakeCampaign(ctx, id)
			return campaignTaken{c, epoch, asked, err}
		})
	case campaignTaken:
		if m.err != nil || m.epoch == 0 {
			runtime.Halt(self.Ref) // it is found again when nobody has it
			return
		}
		a.campaign, a.epoch, a.lease = m.campaign, m.epoch, m.asked.Add(store.CampaignLease)
		a.changed = true
		a.step(self.Ref)
	case campaignStepped:
		a.stepped(self.Ref, m)
	case campaignSent:
		a.sent(m)
		a.step(self.Ref)
	case campaignLook:
		a.step(self.Ref)
	case campaignDrain:
		a.draining = true
		a.step(self.Ref)
	}
}

// step exchanges with the database, unless a step is running: then another follows it.
func (a *campaignActor) step(self runtime.Ref) {
	if a.stepping || a.epoch == 0 {
		a.again = true
		return
	}
	a.stopTimer()
	now := a.hub.node.Now()
	a.stepping, a.again = true, false
	a.noted, a.results = append(a.noted, a.results...), nil
	step := store.CampaignStep{ID: a.campaign.ID, Epoch: a.epoch, Results: a.noted, Release: a.draining, Want: map[store.Channel]int{}, GiveUp: map[store.Channel]string{}}
	for _, channel := range a.campaign.Type.Channels() {
		step.Want[channel] = a.room(channel, now)
		switch {
		case a.hopeless(channel, now):
			step.Want[channel], step.GiveUp[channel] = 0, store.UnreachableText(channel)
		case a.outages[channel] != nil:
			step.Note = store.OutageText(channel)
		}
	}
	step.Announce = a.changed && now.Sub(a.announcedAt) >= campaignAnnounceEvery
	if step.Announce {
		a.announcedAt, a.changed = now, false
	}
	a.hub.node.Job(a.hub.node.Base, self, func(ctx context.Context) any {
		ctx, cancel := context.WithTimeout(ctx, campaignStepTime)
		defer cancel()
		state, err := a.hub.cfg.Campaigns.StepCampaign(ctx, step)
		return campaignStepped{state, now, err}
	})
}

// room is how many more deliveries may be sent by a channel now: one while it is not
// known whether its provider can be reached again.
func (a *campaignActor) room(channel store.Channel, now time.Time) int {
	busy := 0
	for _, d := range a.sending {
		if d.Channel == channel {
			busy++
		}
	}
	o := a.outages[channel]
	switch {
	case o == nil:
		return campaignSlots - busy
	case busy > 0 || now.Before(o.until):
		return 0
	}
	return 1
}

// hopeless says that a provider could not be reached for too long.
func (a *campaignActor) hopeless(channel store.Channel, now time.Time) bool {
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
func (a *campaignActor) stepped(self runtime.Ref, m campaignStepped) {
	a.stepping = false
	if m.err != nil {
		if !a.failed && a.hub.node.Base.Err() == nil {
			a.hub.node.Logger.Warn("a campaign cannot go on, trying again every second", "error", m.err)
		}
		a.failed = true
		a.wait(self, time.Second)
		return
	}
	a.failed, a.noted = false, nil
	if m.state.Lost {
		a.hub.node.Logger.Warn("a campaign was taken over by another node")
		runtime.Halt(self)
		return
	}
	a.campaign, a.lease = m.state.Campaign, m.asked.Add(store.CampaignLease)
	if len(m.state.Broadcasts) > 0 {
		a.hub.Broadcast(m.state.Broadcasts...)
	}
	for _, d := range m.state.Sending {
		if _, known := a.sending[d.Number]; !known && !a.isOver(d.Number) {
			a.send(self, d)
		}
	}
	idle := len(a.sending) == 0 && len(a.results) == 0
	switch {
	case idle && (a.draining || a.campaign.Status != store.CampaignProcessing):
		runtime.Halt(self)
	case a.again || len(a.results) > 0 || m.state.More && a.free():
		a.step(self)
	default:
		a.wait(self, a.pause(m.state.NextIn))
	}
}

// isOver says that a delivery's result is waiting to be noted: the database still has
// it as being sent.
func (a *campaignActor) isOver(number int) bool {
	for _, r := range a.results {
		if r.Number == number {
			return true
		}
	}
	return false
}

// free says that something more could be sent now.
func (a *campaignActor) free() bool {
	now := a.hub.node.Now()
	for _, channel := range a.campaign.Type.Channels() {
		if a.room(channel, now) > 0 {
			return true
		}
	}
	return false
}

// pause is the time until the next step when nothing happens before.
func (a *campaignActor) pause(next time.Duration) time.Duration {
	if a.changed {
		next = min(next, campaignAnnounceEvery)
	}
	now := a.hub.node.Now()
	for channel, o := range a.outages {
		if a.room(channel, now) == 0 {
			next = max(next, o.until.Sub(now))
		}
	}
	return runtime.Between(next, 5*time.Millisecond, campaignIdleStep)
}

func (a *campaignActor) wait(self runtime.Ref, d time.Duration) {
	a.stopTimer()
	a.stop = a.hub.node.After(d, func() { runtime.Tell(self, campaignLook{}) })
}

func (a *campaignActor) stopTimer() {
	if a.stop != nil {
		a.stop()
		a.stop = nil
	}
}

// send sends one delivery that was marked as being sent. It must be over before
// another node may take the campaign: otherwise it goes back into the queue unsent.
func (a *campaignActor) send(self runtime.Ref, d store.Delivery) {
	a.sending[d.Number] = d
	c, lease := a.campaign, a.lease
	a.hub.node.Job(a.hub.node.Base, self, func(ctx context.Context) any {
		switch {
		case d.Address == "":
			return campaignSent{d, store.DeliveryResult{Number: d.Number, Status: store.DeliverySkipped, Error: "Opted out or gone"}}
		case lease.Sub(a.hub.node.Now()) < campaignSendTime || ctx.Err() != nil:
			return campaignSent{d, store.DeliveryResult{Number: d.Number, Status: store.DeliveryQueued}}
		}
		ctx, cancel := context.WithTimeout(ctx, campaignSendTime)
		defer cancel()
		return campaignSent{d, store.ResultOf(d, a.hub.cfg.Sender.SendDelivery(ctx, c, d))}
	})
}

// sent takes the result of a send.
func (a *campaignActor) sent(m campaignSent) {
	delete(a.sending, m.delivery.Number)
	channel, r := m.delivery.Channel, m.result
	switch {
	case r.Unreachable:
		o, now := a.outages[channel], a.hub.node.Now()
		if o == nil {
			o = &outage{since: now}
			a.outages[channel] = o
		}
		if !now.Before(o.until) { // not one more of those that were sent together
			o.until = now.Add(min(time.Second<<min(o.tries, 4), unreachableRetry))
			o.tries++
		}
	case r.Status != store.DeliverySkipped:
		delete(a.outages, channel)
	}
	a.results = append(a.results, r)
	a.changed = true
}

func (a *campaignActor) Stopping() { a.stopTimer() }
func (a *campaignActor) Stopped()  {}
