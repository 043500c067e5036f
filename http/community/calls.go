package community

import (
	communities "muster/store/postgres/community"
)

// Config is what the calls stand on.
type Config struct {
	Community *communities.Community
	Mail      Mail
}

// Mail is how mail leaves.
type Mail struct {
	Server    string // the host that takes it; "" when it goes nowhere
	From      string // the sender's address
	HasOutbox bool   // what has no way out can be read at /dev/outbox
}

// calls are the handlers.
type calls struct{ Config }
