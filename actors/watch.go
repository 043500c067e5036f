// Sockets that only watch: a page outside chat receives what concerns its member,
// without the member counting as a person in chat.
package actors

import (
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store"
)

// hubWatch: a session has been authenticated and is to receive what concerns its member.
// since is the site event up to which the result is known to hold.
type hubWatch struct {
	session *session.Session
	caller  store.Caller
	since   int64
}

// watch adds a socket that only watches. It pushes watching itself, so that
// watching precedes everything else that the socket receives.
func (a *hubActor) watch(m hubWatch) {
	so, who := a.admit(m.session, m.caller, m.since)
	if so == nil {
		return
	}
	so.limits, so.sessionID, so.watches = who.limits, m.caller.Session.ID, true
	a.presence.watch(who, so)
	m.session.Outbox().Push(wire.Encode(wire.Watching{UserID: who.limits.ID, Username: who.name, IsAdmin: m.caller.Member.IsAdmin}))
	runtime.Tell(m.session.Ref(), session.Watching{Limits: who.limits, Name: who.name, Stale: m.since < a.rightsSeq || m.since < 0})
}
