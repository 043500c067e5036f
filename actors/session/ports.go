package session

import (
	"context"
	"time"

	"muster/actors/admission"
	"muster/actors/logwriter"
	"muster/actors/ratelimit"
	"muster/actors/room"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/language"
)

// Shared is what the sessions of a node share.
type Shared struct {
	Node        *runtime.Node
	Hub         Hub
	Log         Log
	Writers     logwriter.Writers
	Admission   *admission.Batcher
	Rates       ratelimit.Limiter
	Uploads     Uploads // nil: no media is sent
	DefaultRoom string  // entered by a join_chat without a room
	GIFHosts    []string

	turnedAway turnedAway
}

// Hub is the hub, as a session knows it. No method waits.
type Hub interface {
	// Arrive: a session has been authenticated and joins chat. since is the site event
	// up to which that is known to hold. The hub answers Arrived or Refused.
	Arrive(s *Session, caller store.Caller, since int64)
	// Watch: a session has been authenticated and is to receive what concerns its
	// member. The hub answers Watching or Refused.
	Watch(s *Session, caller store.Caller, since int64)
	// Enter passes a session on to a room that it may enter, as was known up to the
	// site event since. The room answers.
	Enter(room string, since int64, e room.Enter)
	// Leave takes a session out of its room. The room answers.
	Leave(s *Session, ticket int64)
	// Named: a recheck found this name while the site log was known up to siteSeq.
	Named(member, name string, siteSeq int64)
	// ToActivity hands a message of package desk to the activity actor.
	ToActivity(msg any)

	// Live is a room that is live on this node, or nil.
	Live(room string) *room.Handle
	// LogIsCurrent says whether this node knows who has lost a right.
	LogIsCurrent() bool
	// SiteSeq is the last site event applied; -1 before the log was asked once.
	SiteSeq() int64
	// Epoch is which of the database's servers the live rooms were read from; 0 where
	// that is not known.
	Epoch() int64
	// Stopping says whether the node is about to end.
	Stopping() bool
	// Signer signs links for a member; nil where no media is sent.
	Signer(member string) livelog.Signer
}

// Log is the numbered log, as a session knows it.
type Log interface {
	room.Pages
	// Resumable reports whether a member who saw seq last can be sent what it
	// missed (roomlog.ResumeAge, roomlog.ResumeEvents). A seq beyond the head cannot
	// be resumed from.
	Resumable(ctx context.Context, room string, seq int64) (bool, error)
}

// Uploads knows which upload a link means.
type Uploads interface {
	// UploadOf is the upload of a link that was made for the member, also after its
	// end.
	UploadOf(member, link string) (upload string, ok bool)
}

// Outbox is the send queue of one socket. No method but Await blocks. It is
// made by http/socket and may be used from any goroutine; frames leave in the
// order in which they were pushed.
type Outbox interface {
	// Push queues one encoded frame. A socket with more than 1 MiB queued, or with
	// frames queued for more than 10 s, is closed as too slow (4409). After Close
	// it does nothing.
	Push(frame wire.Frame)
	// PushAll is Push for frames that leave together.
	PushAll(frames wire.Frames)
	// PushLazy is PushAll for frames that may wait for others: about a second, on a node
	// of ten thousand sockets three.
	PushLazy(frames wire.Frames)
	// Close sends what is queued and closes the connection with code; only the
	// first call counts.
	Close(code wire.CloseCode, reason string)
	// Deny is Close for who may see nothing any more: what the browser has not
	// begun to receive is dropped, and last, which says why, is sent instead.
	Deny(last wire.Frame, code wire.CloseCode, reason string)
	// Await waits until at most low bytes are queued; it reports false when the
	// socket closed or the time ran out.
	Await(low int, within time.Duration) bool
	// Language is the one that was chosen on the device, else what the browser accepts best.
	Language() (tag language.Tag, chosen bool)
	// Joined says to http/socket that the socket belongs to a member now, so that it
	// no longer counts against the limit of its address. It gives the address that the
	// socket was opened from, the first time.
	Joined() (from string)
}
