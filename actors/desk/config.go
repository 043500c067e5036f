package desk

import (
	"muster/actors/runtime"
	"muster/store/desk"
)

// Config is what activity needs of its node.
type Config struct {
	Node         *runtime.Node
	Activities   Activities // nil: only what happens in rooms, and who comes and goes
	Bus          Bus        // nil: one node
	Events       *Tap       // the events of rooms that this node commits
	Presence     *Tap       // who comes and goes, for those who watch on this node
	LogIsCurrent func() bool
	Restarted    func() // the actor has forgotten who watches
}

// Bus carries activity between nodes (bus.Bus).
type Bus interface {
	NodeID() string
	// WatchActivity says whether activity is watched on this node.
	WatchActivity(on bool)
	PublishActivity(desk.ActivityBatch)
	PublishActivityWatch(desk.ActivityWatch)
}
