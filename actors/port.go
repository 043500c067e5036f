package actors

import (
	"context"
	"time"

	"muster/actors/admission"
	"muster/actors/campaign"
	"muster/actors/desk"
	"muster/actors/money"
	"muster/actors/ratelimit"
	"muster/actors/wire"
	"muster/store"
)

// Log is the numbered room logs and the site log (store/postgres).
type Log interface {
	// Append records commands of any rooms in one transaction and returns one
	// result for each, in their order; one refused command does not fail the
	// others. It returns an error, Unavailable, only when nothing is known to be
	// stored. When the outcome of the commit was unknown, Append has read it back
	// before it returns.
	Append(ctx context.Context, acts []store.Command) ([]store.Result, error)
	// OpenRoom reads a room at one moment; NotFound when there is none.
	OpenRoom(ctx context.Context, room string) (store.RoomState, error)
	// Events reads at most limit events after seq, in order.
	Events(ctx context.Context, room string, after int64, limit int) ([]store.Event, error)
	// Resumable reports whether a member who saw seq last can be sent what it
	// missed (store.ResumeAge, store.ResumeEvents). A seq beyond the head cannot
	// be resumed from.
	Resumable(ctx context.Context, room string, seq int64) (bool, error)
	// Heads returns the last number of each of rooms and of the site log, in one
	// query.
	Heads(ctx context.Context, rooms []string) (map[string]int64, int64, error)
	// SiteEvents reads at most limit entries of the site log after seq, in order.
	SiteEvents(ctx context.Context, after int64, limit int) ([]store.SiteEvent, error)
	// Broadcasts reads the newest value of each subject that was committed since
	// the read that returned after (0 for the first read), and returns the
	// position for the next read. A value may be returned again.
	Broadcasts(ctx context.Context, after int64) (values []store.Broadcast, next int64, err error)
	// ReadMarks reads the members' marks that were moved since the read that
	// returned after (0 for the first read, which gives none), and returns the
	// position for the next read. A mark may be returned again.
	ReadMarks(ctx context.Context, after int64) (marks []store.ReadMark, next int64, err error)
	// ReadStates reads the states that marks name, as they are now.
	ReadStates(ctx context.Context, marks []store.ReadMark) ([]store.ReadState, error)
	// Movements reads which rooms have grown beyond the heads that are known; a
	// room that is not among them has grown from 0.
	Movements(ctx context.Context, known map[string]int64) ([]store.RoomMovement, error)
	// RoomGuests lists the members who may enter a private room.
	RoomGuests(ctx context.Context, room string) ([]string, error)
}

// Ports of the packages beside the hub.
type (
	Costs          = money.Costs
	Contributors   = money.Contributors
	Activities     = desk.Activities
	Campaigns      = campaign.Store
	CampaignSender = campaign.Sender
	SharedLimiter  = ratelimit.Shared
	Admission      = admission.Source
)

// Outbox is the send queue of one socket. No method but Await blocks. It is
// made by http/socket and may be used from any goroutine; frames leave in the
// order in which they were pushed.
type Outbox interface {
	// Push queues one encoded frame. A socket with more than 1 MiB queued, or with
	// frames queued for more than 10 s, is closed as too slow (4409). After Close
	// it does nothing.
	Push(frame wire.Frame)
	// PushLazy is Push for a frame that may wait for others, about a second at most.
	PushLazy(frame wire.Frame)
	// PushAll is Push for frames that leave together.
	PushAll(frames wire.Frames)
	// Close sends what is queued and closes the connection with code; only the
	// first call counts.
	Close(code wire.CloseCode, reason string)
	// Deny is Close for who may see nothing any more: what the browser has not
	// begun to receive is dropped, and last, which says why, is sent instead.
	Deny(last wire.Frame, code wire.CloseCode, reason string)
	// Await waits until at most low bytes are queued; it reports false when the
	// socket closed or the time ran out.
	Await(low int, within time.Duration) bool
	// Joined says to http/socket that the socket belongs to a member now, so that it
	// no longer counts against the limit of its address. It gives the address that the
	// socket was opened from, the first time.
	Joined() (from string)
}

// Bus carries messages between nodes (store/redis); the logs are the truth. A
// node without others has none.
//
// The bus carries the event and not its frame: each node encodes the frame once
// for its own sockets. That costs a node 4 µs an event, outside the room's
// actor. Carrying the frame as well would make a message of 264 bytes one of
// 785 (BenchmarkEventFrame and, in store/redis, BenchmarkEvents). It also
// ensures that members are sent what the version of their own node writes.
type Bus = store.Bus

// MediaLinks makes and reads the links to uploads (store.MediaLinks). A link
// serves one member for some minutes.
type MediaLinks interface {
	// Links gives a member the links to an upload and to its thumbnail, "" for an
	// upload without one.
	Links(member string, u *store.Upload, now time.Time) (media, thumbnail string)
	// PictureLinks gives a member the links to a profile picture, "" and "" for none.
	PictureLinks(member, picture string, now time.Time) (file, thumbnail string)
	// UploadOf is the upload of a link that was made for the member, also after its
	// end.
	UploadOf(member, link string) (upload string, ok bool)
}
