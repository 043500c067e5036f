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
func (p *Poller) readBroadcasts() {
	ctx, cancel := context.WithTimeout(p.ctx, runtime.QueryTime)
	defer cancel()
	values, next, err := p.Log.Broadcasts(ctx, p.broadcasts)
	if err != nil {
		if !p.broadcastsFailed && p.ctx.Err() == nil {
			p.Node.Logger.Warn("broadcasts cannot be read, trying again every second", "error", err)
		}
		p.broadcastsFailed = true
		return
	}
	p.broadcasts, p.broadcastsFailed = next, false
	if len(values) > 0 {
		p.Hub.Broadcasts(values)
	}
}

// readMarks reads the marks that were moved since the last read. A failure is
// made good by the next read.
func (p *Poller) readMarks() {
	ctx, cancel := context.WithTimeout(p.ctx, runtime.QueryTime)
	defer cancel()
	marks, next, err := p.Log.ReadMarks(ctx, p.marks)
	if err != nil {
		p.noteRead(err)
		return
	}
	p.noteRead(nil)
	p.marks = next
	if len(marks) > 0 {
		p.Hub.Marks(marks)
	}
}

// revalidate waits until the sessions have acted on the site events sent to the
// hub so far, but no longer than RevalidateTime, in case the database does not
// answer.
func (p *Poller) revalidate() {
	ctx, cancel := context.WithTimeout(p.ctx, RevalidateTime)
	defer cancel()
	s := runtime.NewBarrier()
	p.Hub.Revalidate(s)
	select {
	case <-s.Done():
	case <-ctx.Done():
	}
}
