// Activity: what happens in the community, sent to the administrators who watch. One
// actor on each node knows who watches here and, by leases, what is watched on other
// nodes. The node that committed the events of a room sends them; people who come
// and go are known on every node; everything else is read from the database once a
// second while somebody watches here. A window sends a limited number of activities and
// counts the rest, so neither a storm nor a slow browser costs the node more.
package desk

import (
	"context"
	"sync/atomic"
	"time"

	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store/desk"
)

// Limits of activity for one browser.
const (
	perWatcher = 2 * desk.ActivityPerWindow // sent in a window
	backlog    = 64 << 10                   // bytes that may be queued for the socket, else nothing is added
	readLimit  = 200                        // stored activities read at once
	readEvery  = time.Second
	memory     = time.Minute      // how long the ids of sent activities are remembered
	late       = 15 * time.Second // as store/postgres/desk allows a row to be committed after its own time
)

// Messages to the activity actor.
type (
	// Watch: the socket of an administrator watches, by this filter from now on.
	Watch struct {
		Out    Outbox
		Ended  <-chan struct{} // closed once the socket's session has ended
		Filter desk.ActivityFilter
	}
	// Unwatch: the socket watches no more.
	Unwatch struct{ Out Outbox }
	// Happened: activities that the taps of this node let through.
	Happened struct {
		All      []desk.Activity
		Everyone bool // other nodes do not know of it
	}
	// OfPeer is what happened on another node in one window.
	OfPeer struct{ Batch desk.ActivityBatch }
	// WatchedThere is what another node watches from now on, for desk.ActivityLease.
	WatchedThere struct{ Watch desk.ActivityWatch }
	windowEnds   struct{}
)

// Outbox is the send queue of one socket; it also is what a socket is known by.
type Outbox interface {
	Push(frame wire.Frame)
	// Await waits until at most low bytes are queued; it reports false when the
	// socket closed or the time ran out.
	Await(low int, within time.Duration) bool
}

// watcher is one browser that watches.
type watcher struct {
	filter      desk.ActivityFilter
	key         string
	slots       int // left in this window
	leftOut     int // not reported yet
	announcedAt time.Time
}

// peerWatch is what is watched on another node.
type peerWatch struct {
	filters []desk.ActivityFilter
	until   time.Time
}

type activityActor struct {
	Config
	watchers map[Outbox]*watcher
	peers    map[string]peerWatch // by node
	ticking  bool
	stop     func()
	pending  []desk.Activity // of this window, that other nodes do not know of
	leaseAt  time.Time       // of the next lease

	read         runtime.RepeatedRead[stored]
	cursor       atomic.Pointer[desk.ActivityCursor] // where the next read begins
	since        time.Time                           // of the database's clock: what was stored later is new
	began        time.Time                           // when somebody began to watch here
	announcedIDs map[string]time.Time                // when the announced activities happened, by id
}

// NewActivity makes the actor of activity.
func NewActivity(c Config) runtime.Logic {
	a := &activityActor{Config: c, watchers: map[Outbox]*watcher{}, peers: map[string]peerWatch{}, announcedIDs: map[string]time.Time{}}
	a.read = runtime.RepeatedRead[stored]{Node: c.Node, What: "what happened lately", Query: func(ctx context.Context) (stored, error) {
		found, next, err := c.Activities.Activities(ctx, *a.cursor.Load(), readLimit)
		return stored{found, next}, err
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
			a.Restarted()
		}
	case Watch:
		a.watch(self.Ref, m)
	case Unwatch:
		if a.watchers[m.Out] != nil {
			delete(a.watchers, m.Out)
			a.watchersChanged(self.Ref)
		}
	case Happened:
		if m.Everyone {
			a.pending = append(a.pending, m.All...)
		}
		a.send(m.All, nil)
	case OfPeer:
		a.send(m.Batch.Activities, m.Batch.LeftOut)
	case WatchedThere:
		a.watchedThere(self.Ref, m.Watch)
	case windowEnds:
		a.tick(self.Ref)
	case runtime.ReadDone[stored]:
		a.readDone(self.Ref, m)
	}
}

func (a *activityActor) watch(self runtime.Ref, m Watch) {
	select {
	case <-m.Ended:
		return
	default:
	}
	if len(a.watchers) == 0 {
		a.began, a.since = a.Node.Now(), time.Time{}
		a.cursor.Store(&desk.ActivityCursor{})
	}
	key := m.Filter.Key()
	a.watchers[m.Out] = &watcher{filter: m.Filter, key: key, slots: perWatcher}
	a.watchersChanged(self)
	a.startRead(self)
	m.Out.Push(wire.Encode(wire.ActivityWatched{Kinds: kindNames(m.Filter.Kinds), UserID: m.Filter.Member, RoomID: m.Filter.Room}))
}

func kindNames(kinds []desk.ActivityKind) []string {
	names := make([]string, 0, len(kinds))
	for _, k := range kinds {
		names = append(names, string(k))
	}
	return names
}

// watchersChanged opens the taps for what is watched now, and announces it to the
// other nodes.
func (a *activityActor) watchersChanged(self runtime.Ref) {
	here := a.watchedHere()
	a.openTaps(here)
	if bus := a.Bus; bus != nil {
		bus.WatchActivity(len(a.watchers) > 0)
		a.lease(here)
	}
	a.schedule(self)
}

// watchedHere are the filters of this node, by key.
func (a *activityActor) watchedHere() map[string]desk.ActivityFilter {
	here := map[string]desk.ActivityFilter{}
	for _, w := range a.watchers {
		if len(here) < desk.ActivityFiltersMost {
			here[w.key] = w.filter
		}
	}
	return here
}

// openTaps opens the taps for the filters of this node and of the others.
func (a *activityActor) openTaps(here map[string]desk.ActivityFilter) {
	all := map[string]desk.ActivityFilter{}
	for _, p := range a.peers {
		for _, f := range p.filters {
			if len(all) < desk.ActivityFiltersMost {
				all[f.Key()] = f
			}
		}
	}
	for key, f := range here {
		all[key] = f
	}
	a.Events.open(all)
	a.Presence.open(here)
}

// lease announces to the other nodes what is watched here.
func (a *activityActor) lease(here map[string]desk.ActivityFilter) {
	a.leaseAt = a.Node.Now().Add(desk.ActivityLeaseEvery)
	bus := a.Bus
	w := desk.ActivityWatch{Node: bus.NodeID()}
	for _, f := range here {
		w.Filters = append(w.Filters, f)
	}
	bus.PublishActivityWatch(w)
}

func (a *activityActor) watchedThere(self runtime.Ref, w desk.ActivityWatch) {
	if len(w.Filters) == 0 {
		delete(a.peers, w.Node)
	} else {
		a.peers[w.Node] = peerWatch{w.Filters[:min(len(w.Filters), desk.ActivityFiltersMost)], a.Node.Now().Add(desk.ActivityLease)}
	}
	a.openTaps(a.watchedHere())
	a.schedule(self)
}

func (a *activityActor) Stopping() {
	a.read.StopTimer()
	if a.stop != nil {
		a.stop()
	}
	a.Events.open(nil)
	a.Presence.open(nil)
}

func (a *activityActor) Stopped() {}
