// A session looks again at what the site log says may have changed: is it
// still signed in, still welcome, still allowed in its room (WS-28, P7).
package actors

import (
	"time"

	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// recheck asks the ledger; a check that is asked for meanwhile follows it.
func (s *sessionActor) recheck() {
	if !s.joined {
		return
	}
	if s.rechecking {
		s.recheckAgain = true
		return
	}
	s.rechecking = true
	room, acted := s.target(), s.lastActivity
	s.requestAdmission(s.stayRequest(), room, func(v admissionResult) any {
		return sessionRechecked{siteSeq: v.siteSeq, room: room, activity: acted, caller: v.Caller, err: v.Err, denied: v.DenyReason}
	})
}

// stayRequest asks for who is in, and says when that member last acted here.
func (s *sessionActor) stayRequest() store.AdmissionRequest {
	e := store.AdmissionRequest{SessionID: s.caller.Session.ID}
	if !s.lastActivity.IsZero() {
		e.ActedAgo = max(s.hub.now().Sub(s.lastActivity), 1)
	}
	return e
}

// rechecked acts on the answer; without one it asks again in a moment.
func (s *sessionActor) rechecked(m sessionRechecked) {
	s.rechecking = false
	again := s.recheckAgain
	s.recheckAgain = false
	switch {
	case store.CodeOf(m.err) == store.Unauthorized:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
		return
	case m.err != nil:
		s.recheckLater()
		return
	case isBanned(m.denied):
		s.fail(m.denied, wire.CloseBanned)
		return
	}
	name := s.caller.Member.Username
	s.caller, s.reportedActivity = m.caller, m.activity
	switch {
	case m.caller.Member.Username == name:
	case m.siteSeq < s.nameSeq: // read before the rename
		s.caller.Member.Username = name
	default:
		runtime.Tell(s.hub.ref, hubNamed{s.caller.Member.ID, s.caller.Member.Username, m.siteSeq})
	}
	s.watchExpiry()
	if m.denied != nil {
		s.forbidRoom(m.room)
	}
	if again {
		s.recheck()
	}
}

// How soon the ledger is told that a member acted.
const (
	reportSoonest = time.Second
	reportLatest  = 10 * time.Minute
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
	if s.lastActivity.After(s.reportedActivity) && wait > 0 {
		wait = min(max(wait/2, reportSoonest), reportLatest)
	} else {
		wait = max(wait, expiryRetry)
	}
	s.deadline = s.hub.cfg.After(wait, func() { runtime.Tell(s.ref, sessionRecheck{}) })
}

// noteActivity notes that the member did something here: sent, reacted, deleted, moved or
// typed. Whoever only listens leaves the session unused, and what is done after
// its end does not bring it back (AUTH-37).
func (s *sessionActor) noteActivity() {
	now, end, untold := s.hub.now(), s.caller.Session.ExpiresAt, s.lastActivity.After(s.reportedActivity)
	if !untold && !end.IsZero() && now.After(end) {
		return
	}
	s.lastActivity = now
	if !untold {
		s.watchExpiry()
	}
}

func (s *sessionActor) recheckLater() {
	s.hub.cfg.After(recheckRetry, func() { runtime.Tell(s.ref, sessionRecheck{}) })
}

// forbidRoom takes the socket out of a room, also when it is only on its way in.
func (s *sessionActor) forbidRoom(room string) {
	switch {
	case s.pending != nil && s.pending.room == room:
		s.forbidden = true
		if s.resume != nil {
			s.resume()
		}
	case s.pending == nil && s.room != nil && s.room.id == room && !s.removing:
		s.removeFromRoom()
	}
}
