// What is stored besides the events of rooms, read once a second while somebody watches.
package desk

import (
	"context"
	"time"

	"muster/actors/runtime"
	"muster/store/desk"
)

// Activities is what happened lately, besides the events of rooms (store/postgres).
type Activities interface {
	// Activities reads the newest limit activities that came after a read, newest
	// first, and some of that read again. next is the position of the next read; the
	// zero cursor reads the newest.
	Activities(ctx context.Context, after desk.ActivityCursor, limit int) (found []desk.Activity, next desk.ActivityCursor, err error)
}

// stored is one read of what is stored.
type stored struct {
	found []desk.Activity
	next  desk.ActivityCursor
}

func (a *activityActor) startRead(self runtime.Ref) {
	if a.Activities != nil {
		a.read.Start(self)
	}
}

// readDone sends what was stored since the last read. The first read of a watch sends
// what was stored since it began.
func (a *activityActor) readDone(self runtime.Ref, m runtime.ReadDone[stored]) {
	if len(a.watchers) == 0 {
		a.read.Pause()
		return
	}
	if m.Err == nil {
		since := a.since
		if since.IsZero() {
			since = m.Value.next.At.Add(-a.Node.Now().Sub(a.began) - time.Second)
		} else {
			since = since.Add(-late)
		}
		var fresh []desk.Activity
		for i := len(m.Value.found) - 1; i >= 0; i-- { // oldest first
			one := m.Value.found[i]
			if _, known := a.announcedIDs[one.ID]; !known && one.At.After(since) {
				fresh = append(fresh, one)
			}
			a.announcedIDs[one.ID] = one.At
		}
		a.since = m.Value.next.At
		a.cursor.Store(&m.Value.next)
		for id, at := range a.announcedIDs {
			if a.since.Sub(at) > memory {
				delete(a.announcedIDs, id)
			}
		}
		a.send(fresh, nil)
	}
	a.read.Done(self, m.Err, readEvery)
}
