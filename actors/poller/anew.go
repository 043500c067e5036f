// A fail-over of the database: another server has taken over. One that was behind lacks the
// last events of the one before, and gives their numbers to others: whoever has applied
// number 7 would pass over the new number 7.
package poller

import "context"

// sameServer looks whether another server answers than at the last poll. If so, nothing that
// was read counts any more, and the hub begins anew. It is false when that cannot be done
// now: the next poll tries again.
func (w *Poller) sameServer(ctx context.Context) bool {
	now := w.Log.Timeline()
	if now == w.epoch || now == 0 {
		return true
	}
	if w.epoch == 0 { // the first connection was made
		w.epoch = now
		w.Hub.EpochKnown(now)
		return true
	}
	_, site, err := w.Log.Heads(ctx, nil)
	if w.noteError(err) {
		return false
	}
	before := w.epoch
	w.epoch, w.cursor, w.announced = now, site, site
	w.broadcasts, w.marks, w.movements = 0, 0, movements{}
	w.Node.Logger.Warn("another server of the database has taken over: sockets are closed and come again", "timeline", now, "before", before)
	w.Hub.BeginAnew(now, site)
	return true
}
