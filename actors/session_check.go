// A session looks again at what the site log says may have changed: is it
// still signed in, still welcome, still allowed in its room (WS-28, P7).
package actors

import (
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
	room := s.target()
	s.visit(store.Entry{SessionID: s.caller.Session.ID}, room, func(v visited) any {
		return sessionChecked{room: room, caller: v.Caller, err: v.Err, door: v.Door}
	})
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
	s.caller = m.caller
	s.watchExpiry()
	if m.door != nil {
		s.shutOut(m.room)
	}
	if again {
		s.check()
	}
}

// watchExpiry has the session looked at again when it is due to run out: the
// site log tells only of what somebody did (AUTH-37). Whether it really has run
// out the ledger decides, so a wrong clock here costs a question a minute.
func (s *sessionActor) watchExpiry() {
	s.deadline()
	s.deadline = func() {}
	if at := s.caller.Session.ExpiresAt; !at.IsZero() {
		s.deadline = s.hub.cfg.After(max(at.Sub(s.hub.now()), expiryAgain), func() { tell(s.ref, sessionDoubt{}) })
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
