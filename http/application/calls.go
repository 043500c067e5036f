package application

import (
	"time"

	"muster/store"
	"muster/store/blob"
	applications "muster/store/postgres/application"
	members "muster/store/postgres/people"
)

// Config is what the calls stand on.
type Config struct {
	Applications *applications.Applications
	People       *members.People
	Media        *blob.Storage
	Links        store.MediaLinks
	Creator      string // name of the creator, of which one field's name is made
}

// calls are the handlers.
type calls struct {
	Config
	creator string // as part of a field's name
}

// Limits of the calls.
const (
	maxStage     = 256 << 10 // eleven answers of the longest, in any script
	photoTimeout = 5 * time.Minute
	fileTimeout  = time.Minute
)
