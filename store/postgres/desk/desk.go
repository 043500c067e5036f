package desk

import (
	"time"

	"muster/store/postgres"
)

// Desk is what administrators look at in a database.
type Desk struct {
	db           *postgres.DB
	auditStretch int           // entries that a search looks at at a time
	auditSearch  time.Duration // how long a search goes on
}

// New makes the desk of db.
func New(db *postgres.DB) *Desk {
	return &Desk{db: db, auditStretch: auditStretchLength, auditSearch: auditSearchTime}
}
