// An administrator's socket that watches what happens in the community.
package session

import (
	"muster/actors/admission"
	livedesk "muster/actors/desk"
	"muster/actors/ratelimit"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/desk"
)

// aboutActivity handles a frame about activity, of a socket in chat or one that only
// watches; false for any other frame.
func (s *actor) aboutActivity(in wire.In) bool {
	switch in := in.(type) {
	case wire.WatchActivity:
		s.watchActivity(in)
	case wire.UnwatchActivity:
		s.endActivity()
	default:
		return false
	}
	return true
}

// watchActivity begins watch_activity: it asks whether the member is an administrator.
func (s *actor) watchActivity(in wire.WatchActivity) {
	wanted := desk.ActivityFilter{Member: in.UserID, Room: in.RoomID}
	for _, k := range in.Kinds {
		wanted.Kinds = append(wanted.Kinds, desk.ActivityKind(k))
	}
	filter, err := wanted.Check()
	if err != nil {
		s.refuse(err)
		return
	}
	if wait, ok := s.shared.Rates.Move(s.limits, s.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait))
		return
	}
	s.activityAsked++
	asked := s.activityAsked
	s.requestAdmission(s.stayRequest(), "", func(v admission.Result) any {
		return activityAdmitted{asked, filter, v.Caller, v.Err, v.SiteSeq}
	})
}

func (s *actor) activityAdmitted(m activityAdmitted) {
	switch {
	case m.asked != s.activityAsked:
		return // another command followed
	case store.CodeOf(m.err) == store.Unauthorized:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
		return
	case m.err != nil:
		s.refuse(s.outage(m.err))
		return
	}
	if err := m.caller.MayAdminister(); err != nil {
		s.refuse(err)
		return
	}
	s.activityFilter = &m.filter
	s.sendWatched()
	if m.siteSeq < s.shared.Hub.SiteSeq() {
		s.recheck() // the right may have been lost since it was looked up
	}
}

// sendWatched hands the activity actor what the socket watches.
func (s *actor) sendWatched() {
	if s.activityFilter != nil {
		s.shared.Hub.ToActivity(livedesk.Watch{Out: s.out, Ended: s.done, Filter: *s.activityFilter})
	}
}

// checkActivity ends the watch of a session that may not administer any more.
func (s *actor) checkActivity() {
	if s.activityFilter == nil {
		return
	}
	if err := s.caller.MayAdminister(); err != nil {
		s.endActivity()
		s.Answer(err, runtime.FrameID{})
	}
}

// endActivity ends the watch, and one that is being asked for.
func (s *actor) endActivity() {
	s.activityAsked++
	if s.activityFilter != nil {
		s.activityFilter = nil
		s.shared.Hub.ToActivity(livedesk.Unwatch{Out: s.out})
	}
}
