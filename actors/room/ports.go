package room

import (
	"context"
	"time"

	"muster/actors/presence"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store/bus"
	"muster/store/roomlog"
)

// Session is the session of one socket, as a room knows it.
type Session interface {
	// Ref is the session's actor: it receives the room's answers.
	Ref() runtime.Ref
	// Out is the way out to the socket.
	Out() presence.Outbox
}

// Hub is the hub, as a room knows it. No method waits.
type Hub interface {
	// MemberChanged: somebody entered or left the room on this node.
	MemberChanged(of *Handle, change bus.PresenceChange)
	// NoteNewerBuild: the log holds what only a newer build knows.
	NoteNewerBuild(kind string)
	// IsContributor says whether a member has contributed lately.
	IsContributor(member string, now time.Time) bool
	// Signer signs links for a member; nil where no media is sent.
	Signer(member string) livelog.Signer
	// Epoch is which of the database's servers the live rooms were read from; 0 where
	// that is not known.
	Epoch() int64
}

// Log is the numbered log, as a room knows it.
type Log interface {
	Pages
	// OpenRoom reads a room at one moment; NotFound when there is none.
	OpenRoom(ctx context.Context, room string) (roomlog.RoomState, error)
}

// Pages reads the events of rooms.
type Pages interface {
	// Events reads at most limit events after seq, in order.
	Events(ctx context.Context, room string, after int64, limit int) ([]roomlog.Event, error)
}

// Bus tells the other nodes who types.
type Bus interface {
	PublishTyping(room string, t bus.Typing)
}

// PageEvents is how many events are read at once.
const PageEvents = 200

// ReadEvents reads one page of a room's log.
func ReadEvents(ctx context.Context, node *runtime.Node, log Pages, room string, after int64) ([]roomlog.Event, error) {
	return runtime.Query(ctx, node, runtime.QueryTime, func(ctx context.Context) ([]roomlog.Event, error) {
		return log.Events(ctx, room, after, PageEvents)
	})
}
