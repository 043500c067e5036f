// The sockets of this node: who connects, and who comes into chat.
package actors

import (
	"muster/actors/ratelimit"
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store"
	"muster/store/bus"
)

func (a *hubActor) connect(self runtime.Self, m hubConnect) {
	if !a.hub.stopping.Load() {
		m.session.Spawn(self)
		a.sockets[m.session.Ref().ID()] = &socket{session: m.session, out: m.session.Outbox()}
		close(m.made)
		return
	}
	m.session.Outbox().Close(wire.CloseRestart, "restart")
	m.session.End()
	close(m.made)
}

// admit finds the socket and its member, and refuses who has too many sockets or comes
// too fast. The socket is nil when it is gone or refused.
func (a *hubActor) admit(of *session.Session, caller store.Caller, since int64) (*socket, *chatMember) {
	so := a.sockets[of.Ref().ID()]
	if so == nil {
		return nil, nil
	}
	who := a.presence.find(caller.Member.ID, a.presence.newestName(caller.Member.ID, caller.Member.Username, since))
	if len(who.sockets)+len(who.watching) >= ratelimit.SocketsPerMember {
		runtime.Tell(of.Ref(), session.Refused{Why: errTooManySockets()})
		return nil, nil
	}
	if wait, ok := a.hub.sessions.Rates.Arrive(who.limits, a.hub.node.Now()); !ok {
		runtime.Tell(of.Ref(), session.Refused{Why: ratelimit.ErrTooFast(wait)})
		return nil, nil
	}
	return so, who
}

// arrive adds a member to chat. It pushes joined itself, so that joined
// precedes every notice sent to everybody.
func (a *hubActor) arrive(m hubArrive) {
	so, who := a.admit(m.session, m.caller, m.since)
	if so == nil {
		return
	}
	now := a.hub.node.Now()
	so.limits, so.sessionID = who.limits, m.caller.Session.ID
	first := a.presence.arrive(who, so)
	a.publishCount()
	stale := m.since < a.rightsSeq || m.since < 0
	m.session.Outbox().Push(wire.Encode(wire.Joined{
		UserID: who.limits.ID, Username: who.name, IsAdmin: m.caller.Member.IsAdmin, OnlineCount: a.presence.count(),
	}))
	runtime.Tell(m.session.Ref(), session.Arrived{Limits: who.limits, Name: who.name, Stale: stale})
	if first {
		a.publishChange(bus.PresenceChange{MemberID: who.limits.ID, Name: who.name, Here: true})
		if !a.presence.remote.Has(who.limits.ID) {
			a.noticeJoined(who.limits.ID, who.name, now)
		}
	}
}

func errTooManySockets() *store.Error {
	return store.NewErrorReason(store.Limited, "too_many_sockets", "Too many open connections")
}
