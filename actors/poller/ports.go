package poller

import (
	"context"

	"muster/actors/room"
	"muster/actors/runtime"
	"muster/store"
	"muster/store/roomlog"
)

// Config plugs a poller into its node.
type Config struct {
	Node             *runtime.Node
	Log              Log
	Hub              Hub
	Epoch            int64 // the log's timeline when the hub was made
	Bus              Bus   // nil: one node
	RoomActivityRate int   // frames of room activity a second; 0 means the constant of that name
}

// Hub is the hub, as the poller knows it. No method waits.
type Hub interface {
	// Rooms are the live rooms; nobody changes the map any more.
	Rooms() map[string]*room.Handle
	// SiteSeq is the last site event applied.
	SiteSeq() int64

	// SiteKnown: the first poll found that the site log has come to seq.
	SiteKnown(seq int64)
	// EpochKnown: the timeline was not known before, and so has not changed.
	EpochKnown(epoch int64)
	// BeginAnew: another server of the database has taken over, and its log is the truth
	// now. Its timeline is the new epoch; the site log has come to site.
	BeginAnew(epoch, site int64)
	// Site is the next event of the site log.
	Site(e store.SiteEvent)
	// Revalidate has wait released when every session that is being rechecked now has
	// its answer.
	Revalidate(wait *runtime.Barrier)
	// Broadcasts are values that were committed.
	Broadcasts(values []store.Broadcast)
	// Marks are members' marks that were moved.
	Marks(marks []roomlog.ReadMark)
	// Activity is what has happened in rooms.
	RoomActivity(rooms []RoomActivity)
}

// Bus tells the other nodes how far the site log has come.
type Bus interface {
	PublishSite(seq int64)
}

// Log is the log, as the poller knows it.
type Log interface {
	// Timeline grows when another server of the database has taken over; 0 while it is
	// not known. What is read afterwards comes from that server.
	Timeline() int64
	// TimelineRose holds a signal after Timeline has grown. The poller alone reads it.
	TimelineRose() <-chan struct{}
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
	ReadMarks(ctx context.Context, after int64) (marks []roomlog.ReadMark, next int64, err error)
	// Movements reads which rooms have grown beyond the heads that are known; a
	// room that is not among them has grown from 0. Whom a room's events named up to
	// the number in named is left out.
	Movements(ctx context.Context, known, named map[string]int64) ([]roomlog.RoomMovement, error)
	// RoomGuests lists the members who may enter a private room.
	RoomGuests(ctx context.Context, room string) ([]string, error)
}
