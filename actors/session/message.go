package session

import (
	"time"

	"muster/actors/ratelimit"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/desk"
)

// Messages of the hub to a session.
type (
	// Arrived: the hub has added the member to chat and pushed joined.
	// Stale says that the site changed since the member was looked up.
	Arrived struct {
		Limits *ratelimit.Member
		Name   string
		Stale  bool
	}
	// Watching: the hub has added the socket and pushed watching. Stale says
	// that the site changed since the member was looked up.
	Watching struct {
		Limits *ratelimit.Member
		Name   string
		Stale  bool
	}
	// Refused: the member has too many sockets, or joins too often.
	Refused struct{ Why *store.Error }
	// Ended: the signed-in session has ended.
	Ended struct{}
	// Recheck: the member status or the session may have changed.
	Recheck struct{}
	// RoomRecheck: access to a room may have changed.
	RoomRecheck struct{ Room string }
	// Renamed: the member has a new name, from the site event Seq.
	Renamed struct {
		Name string
		Seq  int64
	}
	// RoomLost: the room entered with this ticket failed and must be entered
	// again. The member was known to be allowed in it up to the site event Since.
	RoomLost struct{ Ticket, Since int64 }
	// Revalidate: release Wait when no recheck is under way.
	Revalidate struct{ Wait *runtime.Barrier }
	// ActivityRestarted: the activity actor has forgotten who watches.
	ActivityRestarted struct{}
)

// Messages of a session to itself.
type (
	// begin starts the join deadline.
	begin struct{}
	// received is a frame of the browser, or the error of decoding it.
	received struct {
		in    wire.In
		err   error
		slots int // taken while the frame waits
	}
	// gone: the connection has ended.
	gone struct{}
	// late: the time for join_chat or watch is over.
	late struct{}
	// authenticated says whose token it was and whether the member may
	// enter the room.
	authenticated struct {
		join    pendingJoin
		caller  store.Caller
		err     error
		denied  error // of the room
		siteSeq int64
	}
	// roomAdmitted says whether the member may enter the room of a pending
	// join.
	roomAdmitted struct {
		join   pendingJoin
		err    error
		denied error
	}
	// resumed: every event up to reached has been sent.
	resumed struct {
		ticket  int64
		reached int64
		outcome resumeOutcome
	}
	// recheckRetry repeats a recheck that was not answered.
	recheckRetry struct{}
	// rechecked is the result of a recheck.
	rechecked struct {
		siteSeq  int64     // site event up to which the result is known to hold
		activity time.Time // the last activity that was reported with the request
		caller   store.Caller
		err      error
		room     string
		denied   error
	}
	// watchAdmitted says whose token it was.
	watchAdmitted struct {
		caller  store.Caller
		err     error
		siteSeq int64
	}
	// activityAdmitted says who the member is now, as known up to siteSeq.
	activityAdmitted struct {
		asked   int
		filter  desk.ActivityFilter
		caller  store.Caller
		err     error
		siteSeq int64
	}
)
