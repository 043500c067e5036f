// People and what administrators change of them.

package people

import (
	"muster/store"
	"muster/store/postgres"
)

// People answers the calls about members, applicants and sessions, and works their jobs.
type People struct{ db *postgres.DB }

// New makes the people of a database.
func New(db *postgres.DB) *People { return &People{db: db} }

// Admin is what administrators change of members, for one caller. Its methods fail as
// those of postgres.AdminService do.
type Admin struct{ postgres.AdminService }

// Admin is what a caller who is an administrator changes.
func (pe *People) Admin(by store.Caller) *Admin { return AdminOf(pe.db.AdminService(by)) }

// AdminOf is Admin of a service.
func AdminOf(s postgres.AdminService) *Admin { return &Admin{s} }
