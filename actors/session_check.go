// A session looks again at what the site log says may have changed: is it
// still signed in, still welcome, still allowed in its room (WS-28, P7).
package actors

import (
	"time"

	"muster/actors/wire"
	"muster/store"
)

// check asks the ledger; a check that is asked for meanwhile follows it.
func (s *sessionActor) check() {
	if !s.joined {
		return
	}
	if s.checking {
		s.again = true
		return
	}
	s.checking = true
	room, acted := s.target(), s.acted
	s.visit(s.stays(), room, func(v visited) any {
		return sessionChecked{room: room, acted: acted, caller: v.Caller, err: v.Err, door: v.DenyReason}
	})
}

// stays asks for who is in, and says when that member last acted here.
func (s *sessionActor) stays() store.AdmissionRequest {
	e := store.AdmissionRequest{SessionID: s.caller.Session.ID}
	if !s.acted.IsZero() {
		e.ActedAgo = max(s.hub.now().Sub(s.acted), 1)
	}
	return e
}

// checked acts on the answer; without one it asks again in a moment.
func (s *sessionActor) checked(m sessionChecked) {
	s.checking = false
	again := s.again
	s.again = false
	switch {
	case store.CodeOf(m.err) == store.Unauthorized:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
		return
	case m.err != nil:
		s.checkLater()
		return
	case barred(m.door):
		s.fail(m.door, wire.CloseBanned)
		return
	}
	s.caller, s.told = m.caller, m.acted
	s.watchExpiry()
	if m.door != nil {
		s.shutOut(m.room)
	}
	if again {
		s.check()
	}
}

// How soon the ledger is told that a member acted.
const (
	tellSoonest = time.Second
	tellLatest  = 10 * time.Minute
)

// watchExpiry has the session looked at again when it is due to run out: the
// site log tells only of what somebody did (AUTH-37). Whether it really has run
// out the ledger decides, so a wrong clock here costs a question a minute. Where
// the member acted, the ledger is told before that: what the session's other
// sockets and calls find is then that it was used.
func (s *sessionActor) watchExpiry() {
	s.deadline()
	s.deadline = func() {}
	at := s.caller.Session.ExpiresAt
	if at.IsZero() {
		return
	}
	wait := at.Sub(s.hub.now())
	if s.acted.After(s.told) && wait > 0 {
		wait = min(max(wait/2, tellSoonest), tellLatest)
	} else {
		wait = max(wait, expiryAgain)
	}
	s.deadline = s.hub.cfg.After(wait, func() { tell(s.ref, sessionDoubt{}) })
}

// used notes that the member did something here: sent, reacted, deleted, moved or
// typed. Whoever only listens leaves the session unused, and what is done after
// its end does not bring it back (AUTH-37).
func (s *sessionActor) used() {
	now, end, untold := s.hub.now(), s.caller.Session.ExpiresAt, s.acted.After(s.told)
	if !untold && !end.IsZero() && now.After(end) {
		return
	}
	s.acted = now
	if !untold {
		s.watchExpiry()
	}
}

func (s *sessionActor) checkLater() {
	s.hub.cfg.After(recheckAgain, func() { tell(s.ref, sessionDoubt{}) })
}

// shutOut takes the socket out of a room, also when it is only on its way in.
func (s *sessionActor) shutOut(room string) {
	switch {
	case s.plan != nil && s.plan.room == room:
		s.denied = true
		if s.resume != nil {
			s.resume()
		}
	case s.plan == nil && s.room != nil && s.room.id == room && !s.kicked:
		s.kick()
	}
}
