// An administrator's socket that watches what happens in the community.
package actors

import (
	"muster/actors/admission"
	"muster/actors/desk"
	"muster/actors/ratelimit"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// Messages to a session about activity.
type (
	// sessionActivityAdmitted says who the member is now, as known up to siteSeq.
	sessionActivityAdmitted struct {
		asked   int
		filter  store.ActivityFilter
		caller  store.Caller
		err     error
		siteSeq int64
	}
	// sessionActivityRestarted: the activity actor has forgotten who watches.
	sessionActivityRestarted struct{}
)

// aboutActivity handles a frame about activity, of a socket in chat or one that only
// watches; false for any other frame.
func (s *sessionActor) aboutActivity(in wire.In) bool {
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
func (s *sessionActor) watchActivity(in wire.WatchActivity) {
	wanted := store.ActivityFilter{Member: in.UserID, Room: in.RoomID}
	for _, k := range in.Kinds {
		wanted.Kinds = append(wanted.Kinds, store.ActivityKind(k))
	}
	filter, err := wanted.Check()
	if err != nil {
		s.refuse(err, "")
		return
	}
	if wait, ok := s.hub.rates.Move(s.limits, s.hub.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait), "")
		return
	}
	s.activityAsked++
	asked := s.activityAsked
	s.requestAdmission(s.stayRequest(), "", func(v admission.Result) any {
		return sessionActivityAdmitted{asked, filter, v.Caller, v.Err, v.SiteSeq}
	})
}

func (s *sessionActor) activityAdmitted(m sessionActivityAdmitted) {
	switch {
	case m.asked != s.activityAsked:
		return // another command followed
	case store.CodeOf(m.err) == store.Unauthorized:
		s.fail(errSessionOver(), wire.CloseSessionEnded)
		return
	case m.err != nil:
		s.refuse(s.outage(m.err), "")
		return
	case !m.caller.Member.IsAdmin:
		s.refuse(store.ErrAdminsOnly(), "")
		return
	}
	s.activityFilter = &m.filter
	s.sendWatched()
	if m.siteSeq < s.hub.siteSeq.Load() {
		s.recheck() // the right may have been lost since it was looked up
	}
}

// sendWatched hands the activity actor what the socket watches.
func (s *sessionActor) sendWatched() {
	if s.activityFilter != nil {
		runtime.Tell(s.hub.ref, hubToChild{activityChild, desk.Watch{Out: s.out, Ended: s.done, Filter: *s.activityFilter}})
	}
}

// checkActivity ends the watch of a member who is no administrator any more.
func (s *sessionActor) checkActivity() {
	if s.activityFilter != nil && !s.caller.Member.IsAdmin {
		s.endActivity()
		s.out.Push(errorFrame(store.ErrAdminsOnly(), ""))
	}
}

// endActivity ends the watch, and one that is being asked for.
func (s *sessionActor) endActivity() {
	s.activityAsked++
	if s.activityFilter != nil {
		s.activityFilter = nil
		runtime.Tell(s.hub.ref, hubToChild{activityChild, desk.Unwatch{Out: s.out}})
	}
}
