// A fail-over of the database: another server has taken over. One that was behind lacks the
// last events of the one before, and gives their numbers to others: whoever has applied
// number 7 would pass over the new number 7.
package poller

import "context"

// sameServer looks whether another server answers than at the last poll. If so, nothing that
// was read counts any more, and the hub begins anew. It is false when that cannot be done
// now: the next poll tries again.
func (p *Poller) sameServer(ctx context.Context) bool {
	now := p.Log.Timeline()
	if now == p.epoch || now == 0 {
		return true
	}
	if p.epoch == 0 { // the first connection was made
		p.epoch = now
		p.Hub.EpochKnown(now)
		return true
	}
	_, site, err := p.Log.Heads(ctx, nil)
	if p.noteError(err) {
		return false
	}
	before := p.epoch
	p.epoch, p.cursor, p.announced = now, site, site
	p.broadcasts, p.marks, p.movements = 0, 0, movements{}
	p.Node.Logger.Warn("another server of the database has taken over: sockets are closed and come again", "timeline", now, "before", before)
	p.Hub.BeginAnew(now, site)
	return true
}
