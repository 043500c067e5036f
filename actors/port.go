package actors

import (
	"context"
	"time"

	"muster/actors/wire"
	"muster/store"
)

// Log is the numbered room logs and the site log (store/postgres).
type Log interface {
	// Append records acts of any rooms in one transaction and answers each by
	// its own verdict, in the order given; one bad act never fails another. It
	// returns an error only when nothing is known to be stored: Unavailable.
	// An unknown commit outcome has been read back before it returns.
	Append(ctx context.Context, acts []store.Command) ([]store.Result, error)
	// OpenRoom reads a room at one moment; NotFound when there is none.
	OpenRoom(ctx context.Context, room string) (store.RoomState, error)
	// Events reads at most limit events after seq, in order.
	Events(ctx context.Context, room string, after int64, limit int) ([]store.Event, error)
	// Resumable says whether a member who saw seq last can be sent what it
	// missed (store.ResumeAge, store.ResumeEvents; a seq beyond the head cannot).
	Resumable(ctx context.Context, room string, seq int64) (bool, error)
	// Heads gives the last number of each of rooms and of the site log, in one query.
	Heads(ctx context.Context, rooms []string) (map[string]int64, int64, error)
	// SiteEvents reads at most limit entries of the site log after seq, in order.
	SiteEvents(ctx context.Context, after int64, limit int) ([]store.SiteEvent, error)
	// Broadcasts reads the newest value of each subject that was committed since
	// the read that gave after, 0 for the first, and what to read after next time.
	// A value may be read again.
	Broadcasts(ctx context.Context, after int64) (values []store.Broadcast, next int64, err error)
}

// Admission answers who somebody is and where they may go (store/postgres).
type Admission interface {
	// AdmitBatch answers many who ask to come in or to stay, each in its place. It
	// fails only when nobody could be answered: Unavailable.
	AdmitBatch(ctx context.Context, entries []store.AdmissionRequest) ([]store.AdmissionDecision, error)
}

// Outbox is the way out to one socket. No method but Await blocks. It is made
// by http/socket and may be used from any goroutine; frames leave in the order
// they were pushed.
type Outbox interface {
	// Push queues one encoded frame. Past 1 MiB or 10 s of waiting the socket
	// is closed as too slow (4409). After Close it does nothing.
	Push(frame wire.Frame)
	// Close flushes what is queued and closes the connection with code; only
	// the first call counts.
	Close(code wire.CloseCode, reason string)
	// Deny is Close for who may see nothing any more: what the browser has not
	// begun to receive is dropped, and last, which says why, is sent instead.
	Deny(last wire.Frame, code wire.CloseCode, reason string)
	// Await waits until at most low bytes are queued; false when the socket
	// closed or the time ran out.
	Await(low int, within time.Duration) bool
	// Joined tells the edge that the socket belongs to a member now, so it no
	// longer counts against its address.
	Joined()
}

// Bus carries messages between nodes (store/redis); the logs are the truth. A
// node without others has none.
//
// Only the event crosses, not its frame: each node encodes it once for its own
// sockets. That costs a node 4 µs an event, outside the room's actor; carrying
// the frame as well would make a message of 264 bytes one of 785
// (BenchmarkEventFrame and, in store/redis, BenchmarkEvents). And what members
// are sent is always what their own node's version writes.
type Bus = store.Bus

// SharedLimiter shares the pace of members between nodes (store/redis). A node without
// others has none.
type SharedLimiter interface {
	// Report tells of one act that this node let through under key, worth step of
	// time; settle is called later, from another goroutine, with how long it
	// takes until the bucket that all nodes share is full again. It never
	// waits; without an answer settle is not called.
	Report(key string, step time.Duration, settle func(left time.Duration))
}
