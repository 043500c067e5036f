package roomlog

import (
	"muster/store"
	"time"
)

// AdmissionRequest asks whether a socket may enter chat, or stay there: by the
// bearer token of a browser that connects, or by the id of an open session.
type AdmissionRequest struct {
	Token     string // of a session that is to be noted as seen; "" asks by SessionID
	SessionID string
	// ActedAgo is how long ago the member of an open session acted, which marks
	// the session as seen at that time; 0 when it did not act.
	ActedAgo time.Duration
	Room     string // the room to enter; "" for none
}

// AdmissionDecision answers an AdmissionRequest.
type AdmissionDecision struct {
	// Caller holds only what chat needs, since a node keeps thousands: of the
	// session ID, Kind, PersonID and ExpiresAt, of the member ID, Username,
	// IsAdmin and Status.
	Caller store.Caller
	Err    error // Unauthorized without a live session; then nothing else is set
	// DenyReason is why a member may not enter: ErrBanned while banned from chat,
	// ErrFaceRequired while chat is open only to members whose face was recognised,
	// ErrNoRoomAccess for a closed, absent or impossible room alike; nil when the
	// member may enter.
	DenyReason error
	// SeenAt is when the session was seen, by the database's clock, if that is
	// still to be noted; zero if it is not.
	SeenAt time.Time
}

// SeenSession is when a session was seen, by the database's clock.
type SeenSession struct {
	SessionID string
	At        time.Time
}
