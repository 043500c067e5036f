// Sockets that only watch: a page outside chat receives what concerns its member,
// without the member counting as a person in chat.
package actors

import (
	"iter"
	"slices"
	"time"

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

// watch adds a socket that only watches: nobody comes into chat by it.
func (p *chatMembers) watch(who *chatMember, so *socket) {
	p.watchers[so] = struct{}{}
	who.watching = append(who.watching, so)
}

// unwatch removes such a socket.
func (p *chatMembers) unwatch(who *chatMember, so *socket, now time.Time) {
	delete(p.watchers, so)
	who.watching = slices.DeleteFunc(who.watching, func(o *socket) bool { return o == so })
	if len(who.watching) == 0 && len(who.sockets) == 0 {
		who.leftAt = now
		p.sweep(now)
	}
}

// everySocket gives the sockets in chat and those that watch.
func (p *chatMembers) everySocket() iter.Seq[*socket] {
	return func(yield func(*socket) bool) {
		for _, so := range p.joined {
			if !yield(so) {
				return
			}
		}
		for so := range p.watchers {
			if !yield(so) {
				return
			}
		}
	}
}

// socketsOf gives a member's sockets, in chat and watching.
func (p *chatMembers) socketsOf(id string) iter.Seq[*socket] {
	return func(yield func(*socket) bool) {
		who := p.people[id]
		if who == nil {
			return
		}
		for _, all := range [][]*socket{who.sockets, who.watching} {
			for _, so := range all {
				if !yield(so) {
					return
				}
			}
		}
	}
}
