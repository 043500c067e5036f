// The recent contributors: one actor knows them and until when, so that a room can
// mark a newcomer without asking the database. When somebody's time is over it sends
// that to the sockets of this node, as every node does for its own.
package actors

import (
	"encoding/json"
	"time"

	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

const contributorsChild = "contributors"

// contributorsEvery is the longest time between two reads.
const contributorsEvery = 10 * time.Minute

// isContributor says whether a member is a recent contributor.
func (h *Hub) isContributor(member string) bool {
	all := h.contributors.Load()
	if all == nil {
		return false
	}
	until, is := (*all)[member]
	return is && h.node.Now().Before(until)
}

type contributorsActor struct {
	hub   *Hub
	read  runtime.RepeatedRead[[]store.Contributor]
	known map[string]store.Contributor // by member id
}

func newContributorsActor(h *Hub) *contributorsActor {
	return &contributorsActor{hub: h, known: map[string]store.Contributor{}, read: runtime.RepeatedRead[[]store.Contributor]{
		Node: h.node, What: "the recent contributors", Query: h.cfg.Contributors.Contributors,
	}}
}

func (a *contributorsActor) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case runtime.ReadNow:
		a.read.Start(self.Ref)
	case runtime.ReadDone[[]store.Contributor]:
		if m.Err == nil {
			a.adopt(m.Value)
		}
		a.read.Done(self.Ref, m.Err, runtime.Between(a.nextEnd().Sub(a.hub.node.Now()), time.Second, contributorsEvery))
	case childBroadcast:
		a.changed(m.value)
		a.read.Start(self.Ref)
	}
}

// adopt takes what was read and announces those who are contributors no longer.
func (a *contributorsActor) adopt(all []store.Contributor) {
	before := a.known
	a.known = make(map[string]store.Contributor, len(all))
	for _, c := range all {
		a.known[c.MemberID] = c
		delete(before, c.MemberID)
	}
	a.publish()
	for id, c := range before {
		frame := wire.Encode(wire.ContributorChanged{UserID: id, Username: c.Username})
		runtime.Tell(a.hub.ref, hubPush{frame})
	}
}

// changed takes what a broadcast says, until it is read: every socket has been sent
// it already.
func (a *contributorsActor) changed(b store.Broadcast) {
	var c store.ContributorChanged
	if json.Unmarshal(b.Value, &c) != nil {
		return
	}
	if c.IsRecentContributor {
		a.known[c.UserID] = store.Contributor{MemberID: c.UserID, Username: c.Username, Until: a.hub.node.Now().Add(contributorsEvery)}
	} else {
		delete(a.known, c.UserID)
	}
	a.publish()
}

// nextEnd is when the next contributor's time is over.
func (a *contributorsActor) nextEnd() time.Time {
	next := a.hub.node.Now().Add(contributorsEvery)
	for _, c := range a.known {
		if c.Until.Before(next) {
			next = c.Until
		}
	}
	return next
}

// publish makes what is known readable from other goroutines.
func (a *contributorsActor) publish() {
	until := make(map[string]time.Time, len(a.known))
	for id, c := range a.known {
		until[id] = c.Until
	}
	a.hub.contributors.Store(&until)
}

func (a *contributorsActor) Stopping() { a.read.StopTimer() }
func (a *contributorsActor) Stopped()  {}
