// The messages to the hub's actor about sessions and the site log. Those about one subject
// stand in its file.
package actors

import (
	"muster/actors/room"
	"muster/actors/session"
	"muster/store"
)

// Messages to the hub.
type (
	// hubConnect creates the actor of a session; made is closed once it exists.
	hubConnect struct {
		session *session.Session
		made    chan<- struct{}
	}
	// hubArrive: a session has been authenticated. since is the site event up to
	// which the result is known to hold.
	hubArrive struct {
		session *session.Session
		caller  store.Caller
		since   int64
	}
	// hubEnter passes a session on to a room that it may enter. That was known
	// when the site log was read up to since.
	hubEnter struct {
		enter room.Enter
		room  string
		since int64
	}
	// hubLeave takes a session out of its room.
	hubLeave struct {
		session *session.Session
		ticket  int64
	}
	// hubSite is the next site event. Each is a message of its own, so that one
	// that cannot be handled does not lose the others.
	hubSite struct{ event store.SiteEvent }
	// hubNamed is a name that a recheck found while the site log was known up to
	// siteSeq.
	hubNamed struct {
		member, name string
		siteSeq      int64
	}
	// hubSiteKnown is the result of the first poll of the site log.
	hubSiteKnown struct{ seq int64 }
	// hubBeginAnew: another server of the database has taken over, whose site log has
	// come to site.
	hubBeginAnew struct{ epoch, site int64 }
	// hubReopen has the sessions of a failed room enter it again.
	hubReopen struct{ lost []lostSubscription }
	// hubFlushNotices sends the notices that are due.
	hubFlushNotices struct{}
	// hubShow pushes what waits to be shown to everybody.
	hubShow struct{}
)
