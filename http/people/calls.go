package people

import (
	"log/slog"
	"time"

	"muster/store"
	"muster/store/blob"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
)

// Config is what the calls stand on.
type Config struct {
	People *members.People
	Logins *members.Logins
	Points *ranks.Points // of the caller's profile
	Badges *ranks.Badges // that profiles show
	MyData *members.MyData
	Media  *blob.Storage
	Links  store.MediaLinks
	Faces  bool // sign-in may ask for a face
	Hub    Hub
	Logger *slog.Logger
}

// Hub is what the calls use of the hub.
type Hub interface {
	// Broadcast is called with what this node has just committed for everybody to see.
	Broadcast(values ...store.Broadcast)
}

// calls are the handlers.
type calls struct{ Config }

// pictureTimeout limits the upload of a profile picture.
const pictureTimeout = 5 * time.Minute
