// Chat and what administrators change of it.

package chat

import (
	"muster/store"
	"muster/store/postgres"
)

// Chat answers the calls about rooms, and works their jobs.
type Chat struct {
	db       *postgres.DB
	searches chan struct{} // slots of searches
	walk     int           // messages that a search walks over
	faceGate bool          // chat is open only to sessions in which a face was recognised
}

// New makes the chat of a database. A node has one: it says how many search at once.
func New(db *postgres.DB) *Chat {
	return &Chat{db: db, searches: make(chan struct{}, max(int(db.Pool().Config().MaxConns)/3, 1)), walk: searchWalk}
}

// RequireFaces has messages pushed only to browsers in whose session a face was recognised. It is
// called while the node is wired.
func (ch *Chat) RequireFaces() { ch.faceGate = true }

// Admin is what administrators change of rooms and of reports, for one caller. Its
// methods fail as those of postgres.AdminService do.
type Admin struct{ postgres.AdminService }

// Admin is what a caller who is an administrator changes.
func (ch *Chat) Admin(by store.Caller) *Admin { return AdminOf(ch.db.AdminService(by)) }

// AdminOf is Admin of a service.
func AdminOf(s postgres.AdminService) *Admin { return &Admin{s} }
