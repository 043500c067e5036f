// Sockets that only watch: a page outside chat receives what concerns its member,
// without the member counting as a person in chat.
package session

import (
	"muster/actors/admission"
	"muster/actors/ratelimit"
	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// watch begins watch: it asks whose token it is.
func (s *actor) watch(in wire.Watch) {
	s.deadline()
	s.stage = stageJoining
	s.requestAdmission(roomlog.AdmissionRequest{Token: in.Token}, "", func(v admission.Result) any {
		return watchAdmitted{v.Caller, v.Err, v.SiteSeq}
	})
}

// watchAdmitted continues watch once the member is known. Members who are banned
// from chat may watch: the other pages are theirs.
func (s *actor) watchAdmitted(m watchAdmitted) {
	if s.failedSignIn(m.caller, m.err) {
		return
	}
	s.caller = m.caller
	s.speak()
	s.shared.Hub.Watch(s.Session, m.caller, m.siteSeq)
}

// nowWatching: from here on the hub sends to the socket.
func (s *actor) nowWatching(m Watching) {
	s.stage, s.limits = stageWatches, m.Limits
	s.caller.Member.Username = m.Name
	s.caller.Address = s.out.Joined()
	s.watchExpiry()
	if m.Stale {
		s.recheck()
	}
}

// watchAgain answers a page that asks whether it still watches.
func (s *actor) watchAgain() {
	if wait, ok := s.shared.Rates.Move(s.limits, s.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait))
		return
	}
	s.push(wire.Watching{UserID: s.caller.Member.ID, Username: s.caller.Member.Username, IsAdmin: s.caller.Member.IsAdmin})
}

// admitted reports whether the socket belongs to a member: in chat, or watching.
func (s *actor) admitted() bool { return s.stage == stageJoined || s.stage == stageWatches }

// sendRights sends the member's rights to the socket when they are other than before.
func (s *actor) sendRights(before store.Member) {
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
