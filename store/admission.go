package store

import "time"

// AdmissionRequest is somebody who asks to come into chat, or to stay there: by the bearer
// token of a browser that comes (WS-1), or by the id of a session that is in.
type AdmissionRequest struct {
	Token     string // noted as seen; "" asks by SessionID
	SessionID string
	// ActedAgo is how long ago somebody acted in a session that is in, which is noted
	// as seen then; 0 for not yet.
	ActedAgo time.Duration
	Room     string // the room to enter; "" for none
}

// AdmissionDecision is the answer to an Entry.
type AdmissionDecision struct {
	// Caller has what chat needs, for thousands are kept: of the session ID, Kind,
	// PersonID and ExpiresAt, of the member ID, Username, IsAdmin and Standing.
	Caller Caller
	Err    error // Unauthorized without a live session: nothing else is set
	// DenyReason says why a member may not enter: ErrBanned when kept out of chat as a
	// whole at this moment, ErrNoRoomAccess for a closed, absent or impossible
	// room alike (ROOM-10); nil when the member may.
	DenyReason error
}
