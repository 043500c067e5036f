package rank

import (
	"muster/store"
	ranks "muster/store/postgres/rank"
)

// Config is what the calls stand on.
type Config struct {
	Points *ranks.Points
	Badges *ranks.Badges
	Hub    Hub
}

// Hub is what the calls use of the hub.
type Hub interface {
	// Broadcast is called with what this node has just committed for everybody to see.
	Broadcast(values ...store.Broadcast)
}

// calls are the handlers.
type calls struct{ Config }
