// The logs of rooms: what appends to them, reads them and admits to them.

package roomlog

import (
	"context"

	"muster/store"
	"muster/store/postgres"
)

// Log is the logs of all rooms. It implements actors.Log and actors.Admission on the
// connections that chat lives on; what calls ask of messages and rooms it reads on those
// of calls. All appends of a node go through one Log, which remembers which rows somebody
// holds locked; a Log that appends no members' commands (store/queue) may stand beside it.
type Log struct {
	db     *postgres.DB
	live   *postgres.Live
	locked lockedRows
	slow   slowRooms

	faceGate bool // chat is open only to members whose face was recognised
	previews bool // messages with links queue jobs
}

// New makes the logs of a database.
func New(db *postgres.DB) *Log { return &Log{db: db, live: db.Live()} }

// RequireFaces opens chat only to sessions in which a face was recognised. It is called
// while the node is wired.
func (l *Log) RequireFaces() { l.faceGate = true }

// QueuePreviews has messages with links looked at by a job (store/queue). It is called
// while the node is wired.
func (l *Log) QueuePreviews() { l.previews = true }

// Timeline implements actors.Log.
func (l *Log) Timeline() int64 { return l.db.Timeline() }

// TimelineRose implements actors.Log.
func (l *Log) TimelineRose() <-chan struct{} { return l.db.TimelineRose() }

// SiteEvents implements actors.Log.
func (l *Log) SiteEvents(ctx context.Context, after int64, limit int) ([]store.SiteEvent, error) {
	return l.live.SiteEvents(ctx, after, limit)
}

// Broadcasts implements actors.Log.
func (l *Log) Broadcasts(ctx context.Context, after int64) ([]store.Broadcast, int64, error) {
	return l.live.Broadcasts(ctx, after)
}
