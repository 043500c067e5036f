// Rechecks: when the site log says that something may have changed, a session
// checks that it is still signed in, not banned and still allowed in its room.
package session

import (
	"time"

	"muster/actors/admission"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// recheck starts a recheck. When one is under way already, another follows it.
func (s *actor) recheck() {
	if !s.admitted() {
		return
	}
	if s.rechecking {
		s.recheckAgain = true
		return
	}
	s.rechecking = true
	s.askAgain()
}

// askAgain asks what a recheck needs. The answer covers whatever changed before.
func (s *actor) askAgain() {
	s.recheckAgain = false
	room, acted := s.target(), s.lastActivity
	s.requestAdmission(s.stayRequest(), room, func(v admission.Result) any {
		return rechecked{siteSeq: v.SiteSeq, room: room, activity: acted, caller: v.Caller, err: v.Err, denied: v.DenyReason}
	})
}

// stayRequest is the request for a member who has joined. It reports when that
// member last acted on this socket.
func (s *actor) stayRequest() roomlog.AdmissionRequest {
	e := roomlog.AdmissionRequest{SessionID: s.caller.Session.ID}
	if !s.lastActivity.IsZero() {
		e.ActedAgo = max(s.node.Now().Sub(s.lastActivity), 1)
	}
	return e
}

// rechecked acts on the result. A recheck that was not answered stays under way and is
// asked once more in a moment: until then the session may have lost a right.
func (s *actor) rechecked(m rechecked) {
	switch {
	case store.CodeOf(m.err) == store.Unauthorized:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
		return
	case m.err != nil:
		s.node.After(RecheckRetry, func() { runtime.Tell(s.ref, recheckRetry{}) })
		return
	case closesChat(m.denied) && s.stage == stageJoined:
		s.fail(m.denied, wire.CloseBanned)
		return
	}
	s.rechecking = false
	before, address := s.caller.Member, s.caller.Address
	name := before.Username
	s.caller, s.reportedActivity = m.caller, m.activity
	s.caller.Address = address // the socket's, which the database does not know
	switch {
	case m.caller.Member.Username == name:
	case m.siteSeq < s.nameSeq: // the row was read before the rename
		s.caller.Member.Username = name
	default:
		s.shared.Hub.Named(s.caller.Member.ID, s.caller.Member.Username, m.siteSeq)
	}
	s.watchExpiry()
	s.checkActivity()
	s.sendRights(before)
	if m.denied != nil && s.stage == stageJoined {
		s.forbidRoom(m.room)
	}
	if s.recheckAgain {
		s.recheck()
		return
	}
	s.releaseBarriers()
}

// Times of rechecks.
const (
	RecheckRetry = time.Second // until a recheck that the database did not answer is repeated
	ExpiryRetry  = time.Minute // least time between two checks of a session that is due to expire
)

// How soon the activity of a member is reported.
const (
	reportSoonest = time.Second
	ReportLatest  = 10 * time.Minute
)

// watchExpiry schedules a recheck for when the session is due to expire,
// because the site log reports only what somebody did. The database decides
// whether the session has expired, so a wrong clock on this node costs one
// query a minute. When the member has been active, the recheck comes earlier
// and reports that, so that the session's other sockets and calls see that it
// was used.
func (s *actor) watchExpiry() {
	s.deadline()
	s.deadline = func() {}
	at := s.caller.Session.ExpiresAt
	if at.IsZero() {
		return
	}
	wait := at.Sub(s.node.Now())
	if s.lastActivity.After(s.reportedActivity) && wait > 0 {
		wait = min(max(wait/2, reportSoonest), ReportLatest)
	} else {
		wait = max(wait, ExpiryRetry)
	}
	s.deadline = s.node.After(wait, func() { runtime.Tell(s.ref, Recheck{}) })
}

// noteActivity records that the member sent, reacted, deleted, moved or typed.
// Only reading does not count as use of the session, and activity after the end
// of the session does not revive it.
func (s *actor) noteActivity() {
	now, end, unreported := s.node.Now(), s.caller.Session.ExpiresAt, s.lastActivity.After(s.reportedActivity)
	if !unreported && !end.IsZero() && now.After(end) {
		return
	}
	s.lastActivity = now
	if !unreported {
		s.watchExpiry()
	}
}

// forbidRoom removes the socket from a room, also while it is entering.
func (s *actor) forbidRoom(room string) {
	switch {
	case s.pending != nil && s.pending.room == room:
		s.forbidden = true
		if s.resume != nil {
			s.resume()
		}
	case s.pending == nil && s.room != nil && s.room.ID == room && !s.removing:
		s.removeFromRoom()
	}
}
