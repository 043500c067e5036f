// Activity: what happens in the community, sent to the administrators who watch. One
// actor on each node knows who watches here and, by leases, what is watched on other
// nodes. The node that committed the events of a room sends them; people who come
// and go are known on every node; everything else is read from the database once a
// second while somebody watches here. A window sends a limited number of activities and
// counts the rest, so neither a storm nor a slow browser costs the node more.
package actors

import (
	"context"
	"sync/atomic"
	"time"

	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

const activityChild = "activity"

// Limits of activity for one browser.
const (
	activityPerWatcher = 2 * store.ActivityPerWindow // sent in a window
	activityBacklog    = 64 << 10                    // bytes that may be queued for the socket, else nothing is added
	activityReadLimit  = 200                         // stored activities read at once
	activityReadEvery  = time.Second
	activityMemory     = time.Minute // how long the ids of sent activities are remembered
	activityLate       = 15 * time.Second
)

// Messages to the activity actor.
type (
	// activityWatch: a session of an administrator watches, by this filter from now on.
	activityWatch struct {
		session *Session
		filter  store.ActivityFilter
	}
	activityUnwatch  struct{ session *Session }
	activityHappened struct {
		all      []store.Activity
		everyone bool // other nodes do not know of it
	}
	activityOfPeer       struct{ batch store.ActivityBatch }
	activityWatchedThere struct{ watch store.ActivityWatch }
	activityTick         struct{}
)

// hubActivityRestarted: the activity actor knows no watchers.
type hubActivityRestarted struct{}

// activityRead is one read of what is stored.
type activityRead struct {
	found []store.Activity
	next  store.ActivityCursor
}

// activityWatcher is one browser that watches.
type activityWatcher struct {
	filter      store.ActivityFilter
	key         string
	slots       int // left in this window
	leftOut     int // not reported yet
	announcedAt time.Time
}

// peerWatch is what is watched on another node.
type peerWatch struct {
	filters []store.ActivityFilter
	until   time.Time
}

type activityActor struct {
	hub      *Hub
	watchers map[*Session]*activityWatcher
	peers    map[string]peerWatch // by node
	ticking  bool
	stop     func()
	pending  []store.Activity // of this window, that other nodes do not know of
	leaseAt  time.Time        // of the next lease

	read         runtime.RepeatedRead[activityRead]
	cursor       atomic.Pointer[store.ActivityCursor] // where the next read begins
	since        time.Time                            // of the database's clock: what was stored later is new
	began        time.Time                            // when somebody began to watch here
	announcedIDs map[string]time.Time                 // when the announced activities happened, by id
}

func newActivityActor(h *Hub) *activityActor {
	a := &activityActor{hub: h, watchers: map[*Session]*activityWatcher{}, peers: map[string]peerWatch{}, announcedIDs: map[string]time.Time{}}
	a.read = runtime.RepeatedRead[activityRead]{Node: h.node, What: "what happened lately", Query: func(ctx context.Context) (activityRead, error) {
		found, next, err := h.cfg.Activities.Activities(ctx, *a.cursor.Load(), activityReadLimit)
		return activityRead{found, next}, err
	}}
	return a
}

func (a *activityActor) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case runtime.ReadNow:
		switch {
		case len(a.watchers) > 0:
			a.startRead(self.Ref)
		case a.began.IsZero():
			runtime.Tell(a.hub.ref, hubActivityRestarted{})
		}
	case activityWatch:
		a.watch(self.Ref, m)
	case activityUnwatch:
		if a.watchers[m.session] != nil {
			delete(a.watchers, m.session)
			a.watchersChanged(self.Ref)
		}
	case activityHappened:
		if m.everyone {
			a.pending = append(a.pending, m.all...)
		}
		a.send(m.all, nil)
	case activityOfPeer:
		a.send(m.batch.Activities, m.batch.LeftOut)
	case activityWatchedThere:
		a.watchedThere(self.Ref, m.watch)
	case activityTick:
		a.tick(self.Ref)
	case runtime.ReadDone[activityRead]:
		a.readDone(self.Ref, m)
	}
}

func (a *activityActor) watch(self runtime.Ref, m activityWatch) {
	if m.session.over.Load() {
		return
	}
	if len(a.watchers) == 0 {
		a.began, a.since = a.hub.node.Now(), time.Time{}
		a.cursor.Store(&store.ActivityCursor{})
	}
	key := m.filter.Key()
	a.watchers[m.session] = &activityWatcher{filter: m.filter, key: key, slots: activityPerWatcher}
	a.watchersChanged(self)
	a.startRead(self)
	m.session.out.Push(wire.Encode(wire.ActivityWatched{Kinds: kindNames(m.filter.Kinds), UserID: m.filter.Member, RoomID: m.filter.Room}))
}

func kindNames(kinds []store.ActivityKind) []string {
	names := make([]string, 0, len(kinds))
	for _, k := range kinds {
		names = append(names, string(k))
	}
	return names
}

// watchersChanged opens the taps for what is watched now, and announces it to the
// other nodes.
func (a *activityActor) watchersChanged(self runtime.Ref) {
	here := map[string]store.ActivityFilter{}
	for _, w := range a.watchers {
		if len(here) < store.ActivityFiltersMost {
			here[w.key] = w.filter
		}
	}
	a.openTaps(here)
	if bus := a.hub.cfg.Bus; bus != nil {
		bus.WatchActivity(len(a.watchers) > 0)
		a.lease(here)
	}
	a.schedule(self)
}

// openTaps opens the taps for the filters of this node and of the others.
func (a *activityActor) openTaps(here map[string]store.ActivityFilter) {
	all := map[string]store.ActivityFilter{}
	for _, p := range a.peers {
		for _, f := range p.filters {
			if len(all) < store.ActivityFiltersMost {
				all[f.Key()] = f
			}
		}
	}
	for key, f := range here {
		all[key] = f
	}
	a.hub.eventTap.open(all)
	a.hub.presenceTap.open(here)
}

// lease announces to the other nodes what is watched here.
func (a *activityActor) lease(here map[string]store.ActivityFilter) {
	a.leaseAt = a.hub.node.Now().Add(store.ActivityLeaseEvery)
	bus := a.hub.cfg.Bus
	w := store.ActivityWatch{Node: bus.NodeID()}
	for _, f := range here {
		w.Filters = append(w.Filters, f)
	}
	bus.PublishActivityWatch(w)
}

func (a *activityActor) watchedThere(self runtime.Ref, w store.ActivityWatch) {
	if len(w.Filters) == 0 {
		delete(a.peers, w.Node)
	} else {
		a.peers[w.Node] = peerWatch{w.Filters[:min(len(w.Filters), store.ActivityFiltersMost)], a.hub.node.Now().Add(store.ActivityLease)}
	}
	a.reopen()
	a.schedule(self)
}

// reopen opens the taps anew without a lease to the other nodes.
func (a *activityActor) reopen() {
	here := map[string]store.ActivityFilter{}
	for _, w := range a.watchers {
		here[w.key] = w.filter
	}
	a.openTaps(here)
}

// schedule sets the timer of the window while anything is watched anywhere.
func (a *activityActor) schedule(self runtime.Ref) {
	if !a.ticking && len(a.watchers)+len(a.peers) > 0 {
		a.ticking = true
		a.stop = a.hub.node.After(store.ActivityWindow, func() { runtime.Tell(self, activityTick{}) })
	}
}

// tick ends a window.
func (a *activityActor) tick(self runtime.Ref) {
	a.ticking = false
	now := a.hub.node.Now()
	leftOut, unseen := a.hub.eventTap.next(), a.hub.presenceTap.next()
	if bus := a.hub.cfg.Bus; bus != nil && len(a.peers) > 0 && len(a.pending)+len(leftOut) > 0 {
		bus.PublishActivity(store.ActivityBatch{Activities: a.pending, LeftOut: leftOut})
	}
	a.pending = nil
	for node, p := range a.peers {
		if !now.Before(p.until) {
			delete(a.peers, node)
			a.reopen()
		}
	}
	a.send(nil, leftOut)
	a.send(nil, unseen)
	for session, w := range a.watchers {
		w.slots = activityPerWatcher
		if w.leftOut > 0 && now.Sub(w.announcedAt) >= time.Second {
			session.out.Push(wire.Encode(wire.ActivityLeftOut{Count: w.leftOut}))
			w.leftOut, w.announcedAt = 0, now
		}
	}
	if a.hub.cfg.Bus != nil && len(a.watchers) > 0 && !now.Before(a.leaseAt) {
		a.watchersChanged(self)
	}
	a.schedule(self)
}

// send sends each browser what its filter selects, as far as it keeps up. A node that
// may not know who has lost a right sends nothing.
func (a *activityActor) send(all []store.Activity, leftOut map[string]int) {
	current := a.hub.pollIsCurrent()
	frames := make([]wire.Frame, len(all)) // encoded once for all
	for session, w := range a.watchers {
		w.leftOut += leftOut[w.key]
		keepsUp := current && (len(all) == 0 || session.out.Await(activityBacklog, 0))
		for i := range all {
			one := &all[i]
			switch {
			case !w.filter.Selects(one.Kind, one.Actor.ID, one.About(), one.Room):
			case !keepsUp || w.slots == 0:
				w.leftOut++
			default:
				if frames[i].Len() == 0 {
					frames[i] = wire.Encode(wire.Activity{ActivityBody: ActivityBody(*one)})
				}
				w.slots--
				session.out.Push(frames[i])
			}
		}
	}
}

// ActivityBody is an activity as a browser receives it.
func ActivityBody(one store.Activity) wire.ActivityBody {
	frame := wire.ActivityBody{
		ID: one.ID, At: one.At, Kind: string(one.Kind), Actor: wire.ActivityPerson(one.Actor), RoomID: one.Room,
		Detail: wire.ActivityDetail{
			MessageID: one.Detail.MessageID, MessageType: one.Detail.MessageType, Reaction: one.Detail.Reaction, Points: one.Detail.Points,
			Amount: one.Detail.Amount, Purpose: one.Detail.Purpose, Priority: one.Detail.Priority, Reason: one.Detail.Reason,
			Action: one.Detail.Action, Until: one.Detail.Until, Before: one.Detail.Before, After: one.Detail.After,
		},
	}
	if m := one.Detail.Member; m != nil {
		frame.Detail.Member = &wire.ActivityPerson{ID: m.ID, Username: m.Username}
	}
	return frame
}

func (a *activityActor) startRead(self runtime.Ref) {
	if a.hub.cfg.Activities != nil {
		a.read.Start(self)
	}
}

// readDone sends what was stored since the last read. The first read of a watch sends
// what was stored since it began.
func (a *activityActor) readDone(self runtime.Ref, m runtime.ReadDone[activityRead]) {
	if len(a.watchers) == 0 {
		a.read.Pause()
		return
	}
	if m.Err == nil {
		since := a.since
		if since.IsZero() {
			since = m.Value.next.At.Add(-a.hub.node.Now().Sub(a.began) - time.Second)
		} else {
			since = since.Add(-activityLate)
		}
		var fresh []store.Activity
		for i := len(m.Value.found) - 1; i >= 0; i-- { // oldest first
			one := m.Value.found[i]
			if _, known := a.announcedIDs[one.ID]; !known && one.At.After(since) {
				fresh = append(fresh, one)
			}
			a.announcedIDs[one.ID] = one.At
		}
		a.since = m.Value.next.At
		a.cursor.Store(&m.Value.next)
		for id, at := range a.announcedIDs {
			if a.since.Sub(at) > activityMemory {
				delete(a.announcedIDs, id)
			}
		}
		a.send(fresh, nil)
	}
	a.read.Done(self, m.Err, activityReadEvery)
}

func (a *activityActor) Stopping() {
	a.read.StopTimer()
	if a.stop != nil {
		a.stop()
	}
	a.hub.eventTap.open(nil)
	a.hub.presenceTap.open(nil)
}

func (a *activityActor) Stopped() {}
