// The recent contributors: one actor knows them and until when, so that a room can
// mark a newcomer without asking the database. When somebody's time is over it sends
// that to the sockets of this node, as every node does for its own.
package money

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/money"
)

// ContributorsEvery is the longest time between two reads.
const ContributorsEvery = 10 * time.Minute

// Contributors knows who contributed recently (store/postgres).
type Contributors interface {
	Contributors(ctx context.Context) ([]money.Contributor, error)
}

// Recent says until when members are recent contributors. The actor of NewContributors
// replaces it; any goroutine may ask.
type Recent struct {
	until atomic.Pointer[map[string]time.Time] // by member id
}

// Has says whether a member is a recent contributor now.
func (r *Recent) Has(member string, now time.Time) bool {
	all := r.until.Load()
	if all == nil {
		return false
	}
	until, is := (*all)[member]
	return is && now.Before(until)
}

// Renamed says that a member has another name, or was erased.
type Renamed struct{ Member, Name string }

type contributorsActor struct {
	node   *runtime.Node
	read   runtime.RepeatedRead[[]money.Contributor]
	known  map[string]money.Contributor // by member id
	recent *Recent
	push   func(wire.Frame)
}

// NewContributors makes the actor that keeps recent up to date; push sends a frame to
// every socket of this node. It is sent the broadcasts of store.ContributorChangedKind.
func NewContributors(node *runtime.Node, contributors Contributors, recent *Recent, push func(wire.Frame)) runtime.Logic {
	return &contributorsActor{node: node, recent: recent, push: push, known: map[string]money.Contributor{}, read: runtime.RepeatedRead[[]money.Contributor]{
		Node: node, What: "the recent contributors", Query: contributors.Contributors,
	}}
}

func (a *contributorsActor) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case runtime.ReadNow:
		a.read.Start(self.Ref)
	case runtime.ReadDone[[]money.Contributor]:
		// A broadcast that came meanwhile may say more than what was read.
		if m.Err == nil && !a.read.Outdated() {
			a.adopt(m.Value)
		}
		a.read.Done(self.Ref, m.Err, runtime.Between(a.nextEnd().Sub(a.node.Now()), time.Second, ContributorsEvery))
	case store.Broadcast:
		a.changed(m)
		a.read.Start(self.Ref)
	case Renamed:
		if c, is := a.known[m.Member]; is {
			c.Username = m.Name
			a.known[m.Member] = c
			a.read.Start(self.Ref) // what is being read may hold the old name
		}
	}
}

// adopt takes what was read and announces those who are contributors no longer.
func (a *contributorsActor) adopt(all []money.Contributor) {
	before := a.known
	a.known = make(map[string]money.Contributor, len(all))
	for _, c := range all {
		a.known[c.MemberID] = c
		delete(before, c.MemberID)
	}
	a.publish()
	for id, c := range before {
		a.push(wire.Encode(wire.ContributorChanged{UserID: id, Username: c.Username}))
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
		a.known[c.UserID] = money.Contributor{MemberID: c.UserID, Username: c.Username, Until: a.node.Now().Add(ContributorsEvery)}
	} else {
		delete(a.known, c.UserID)
	}
	a.publish()
}

// nextEnd is when the next contributor's time is over.
func (a *contributorsActor) nextEnd() time.Time {
	next := a.node.Now().Add(ContributorsEvery)
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
	a.recent.until.Store(&until)
}

func (a *contributorsActor) Stopping() { a.read.StopTimer() }
func (a *contributorsActor) Stopped()  {}
