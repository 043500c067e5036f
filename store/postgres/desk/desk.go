package desk

import "muster/store/postgres"

// Desk is what administrators look at in a database.
type Desk struct{ db *postgres.DB }

// New makes the desk of db.
func New(db *postgres.DB) *Desk { return &Desk{db} }
