// What the poller reads beside the numbers of the logs, and how it has the sessions
// checked.
package poller

import (
	"context"

	"muster/actors/runtime"
)

// readBroadcasts reads what was committed since the last read. It runs after
// the poll of the logs, and its failure does not count as a failure of the
// poll.
func (w *Poller) readBroadcasts() {
	ctx, cancel := context.WithTimeout(w.ctx, runtime.QueryTime)
	defer cancel()
	values, next, err := w.Log.Broadcasts(ctx, w.broadcasts)
	if err != nil {
		if !w.broadcastsFailed && w.ctx.Err() == nil {
			w.Node.Logger.Warn("broadcasts cannot be read, trying again every second", "error", err)
		}
		w.broadcastsFailed = true
		return
	}
	w.broadcasts, w.broadcastsFailed = next, false
	if len(values) > 0 {
		w.Hub.Broadcasts(values)
	}
}

// readMarks reads the marks that were moved since the last read. A failure is
// made good by the next read.
func (w *Poller) readMarks() {
	ctx, cancel := context.WithTimeout(w.ctx, runtime.QueryTime)
	defer cancel()
	marks, next, err := w.Log.ReadMarks(ctx, w.marks)
	if err != nil {
		w.noteRead(err)
		return
	}
	w.noteRead(nil)
	w.marks = next
	if len(marks) > 0 {
		w.Hub.Marks(marks)
	}
}

// revalidate waits until the sessions have acted on the site events sent to the
// hub so far, but no longer than RevalidateTime, in case the database does not
// answer.
func (w *Poller) revalidate() {
	ctx, cancel := context.WithTimeout(w.ctx, RevalidateTime)
	defer cancel()
	s := runtime.NewBarrier()
	w.Hub.Revalidate(s)
	select {
	case <-s.Done():
	case <-ctx.Done():
	}
}
