package logwriter

import (
	"context"
	"hash/fnv"
	"time"

	"muster/actors/room"
	"muster/actors/runtime"
	"muster/store/roomlog"
)

// Session is the session that sent a command.
type Session interface {
	room.Session
	// Recheck has the session check its rights: the log refused a command for them.
	Recheck()
	// Answer sends the socket an error, which names the frame that it answers.
	Answer(err error, to runtime.FrameID)
}

// Rooms takes what the log has stored. No method waits.
type Rooms interface {
	// Stored announces events of one room, in order, that were committed at a moment.
	Stored(room string, events []roomlog.Event, at time.Time)
	// StoredBefore answers a command that had been stored already.
	StoredBefore(again room.Duplicate)
}

// Log is the log, as a log writer knows it.
type Log interface {
	// Append records commands of any rooms in one transaction and returns one
	// result for each, in their order; one refused command does not fail the
	// others. It returns an error, Unavailable, only when nothing is known to be
	// stored. When the outcome of the commit was unknown, Append has read it back
	// before it returns.
	Append(ctx context.Context, acts []roomlog.Command) ([]roomlog.Result, error)
}

// Writers are the log writers of a node. Each room has one of them.
type Writers []*Writer

// Start starts n log writers.
func Start(n int, node *runtime.Node, log Log, rooms Rooms) Writers {
	var all Writers
	for range n {
		all = append(all, start(node, log, rooms))
	}
	return all
}

// Enqueue hands a command to the log writer of its room; it reports false when that has
// ended.
func (w Writers) Enqueue(d *Append) bool {
	sum := fnv.New32a()
	sum.Write([]byte(d.Command.Room))
	return w[sum.Sum32()%uint32(len(w))].Enqueue(d)
}

// Finish ends the log writers once they have committed what they hold. It returns ctx's
// error when that took too long.
func (w Writers) Finish(ctx context.Context) error {
	for _, s := range w {
		close(s.quit)
	}
	for _, s := range w {
		select {
		case <-s.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
