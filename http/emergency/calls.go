package emergency

import (
	emergencies "muster/store/postgres/emergency"
)

// Config is what the calls stand on.
type Config struct {
	Emergencies *emergencies.Messages
	Creator     string // name of the creator, who is alerted
}

// calls are the handlers.
type calls struct{ Config }
