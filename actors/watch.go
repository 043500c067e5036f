// Sockets that only watch: a page outside chat receives what concerns its member,
// without the member counting as a person in chat.
package actors

import (
	"iter"
	"slices"
	"time"

	"muster/actors/admission"
	"muster/actors/ratelimit"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// hubWatch: a session has been authenticated and is to receive what concerns its member.
// since is the site event up to which the result is known to hold.
type hubWatch struct {
	session *Session
	caller  store.Caller
	since   int64
}

// Messages to a session that watches.
type (
	// sessionWatchAdmitted says whose token it was.
	sessionWatchAdmitted struct {
		caller  store.Caller
		err     error
		siteSeq int64
	}
	// sessionWatching: the hub has added the socket and pushed watching. stale says
	// that the site changed since the member was looked up.
	sessionWatching struct {
		limits *ratelimit.Member
		name   string
		stale  bool
	}
)

// watch begins watch: it asks whose token it is.
func (s *sessionActor) watch(in wire.Watch) {
	s.deadline()
	s.stage, s.waiting = sessionJoining, true
	s.requestAdmission(store.AdmissionRequest{Token: in.Token}, "", func(v admission.Result) any {
		return sessionWatchAdmitted{v.Caller, v.Err, v.SiteSeq}
	})
}

// watchAdmitted continues watch once the member is known. Members who are banned
// from chat may watch: the other pages are theirs.
func (s *sessionActor) watchAdmitted(m sessionWatchAdmitted) {
	if s.failedSignIn(m.caller, m.err) {
		return
	}
	s.caller = m.caller
	runtime.Tell(s.hub.ref, hubWatch{s.Session, m.caller, m.siteSeq})
}

// nowWatching: from here on the hub sends to the socket.
func (s *sessionActor) nowWatching(m sessionWatching) {
	s.stage, s.limits, s.waiting = sessionWatches, m.limits, false
	s.caller.Member.Username = m.name
	s.caller.Address = s.out.Joined()
	s.watchExpiry()
	if m.stale {
		s.recheck()
	}
}

// watchAgain answers a page that asks whether it still watches.
func (s *sessionActor) watchAgain() {
	if wait, ok := s.hub.rates.Move(s.limits, s.hub.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait), "")
		return
	}
	s.push(wire.Watching{UserID: s.caller.Member.ID, Username: s.caller.Member.Username, IsAdmin: s.caller.Member.IsAdmin})
}

// admitted reports whether the socket belongs to a member: in chat, or watching.
func (s *sessionActor) admitted() bool { return s.stage == sessionJoined || s.stage == sessionWatches }

// sendRights sends the member's rights to the socket when they are other than before.
func (s *sessionActor) sendRights(before store.Member) {
	now := s.caller.Member
	if now.IsAdmin == before.IsAdmin && now.Status.ChatEnabled == before.Status.ChatEnabled &&
		now.Status.BannedUntil.Equal(before.Status.BannedUntil) {
		return
	}
	frame := wire.StandingChanged{IsAdmin: now.IsAdmin, ChatEnabled: now.Status.ChatEnabled}
	if until := now.Status.BannedUntil; !until.IsZero() {
		frame.BannedUntil = &until
	}
	s.push(frame)
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
	m.session.out.Push(wire.Encode(wire.Watching{UserID: who.limits.ID, Username: who.name, IsAdmin: m.caller.Member.IsAdmin}))
	runtime.Tell(m.session.ref, sessionWatching{who.limits, who.name, m.since < a.rightsSeq || m.since < 0})
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
