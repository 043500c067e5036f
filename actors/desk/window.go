package desk

import (
	"time"

	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store/desk"
)

// schedule sets the timer of the window while anything is watched anywhere.
func (a *activityActor) schedule(self runtime.Ref) {
	if !a.ticking && len(a.watchers)+len(a.peers) > 0 {
		a.ticking = true
		a.stop = a.Node.After(desk.ActivityWindow, func() { runtime.Tell(self, windowEnds{}) })
	}
}

// tick ends a window.
func (a *activityActor) tick(self runtime.Ref) {
	a.ticking = false
	now := a.Node.Now()
	leftOut, unseen := a.Events.next(), a.Presence.next()
	if bus := a.Bus; bus != nil && len(a.peers) > 0 && len(a.pending)+len(leftOut) > 0 {
		bus.PublishActivity(desk.ActivityBatch{Activities: a.pending, LeftOut: leftOut})
	}
	a.pending = nil
	for node, p := range a.peers {
		if !now.Before(p.until) {
			delete(a.peers, node)
			a.openTaps(a.watchedHere())
		}
	}
	a.send(nil, leftOut)
	a.send(nil, unseen)
	for out, w := range a.watchers {
		w.slots = perWatcher
		if w.leftOut > 0 && now.Sub(w.announcedAt) >= time.Second {
			out.Push(wire.Encode(wire.ActivityLeftOut{Count: w.leftOut}))
			w.leftOut, w.announcedAt = 0, now
		}
	}
	if a.Bus != nil && len(a.watchers) > 0 && !now.Before(a.leaseAt) {
		a.watchersChanged(self)
	}
	a.schedule(self)
}

// send sends each browser what its filter selects, as far as it keeps up. A node that
// may not know who has lost a right sends nothing.
func (a *activityActor) send(all []desk.Activity, leftOut map[string]int) {
	current := a.LogIsCurrent()
	frames := make([]wire.Frame, len(all)) // encoded once for all
	for out, w := range a.watchers {
		w.leftOut += leftOut[w.key]
		keepsUp := current && (len(all) == 0 || out.Await(backlog, 0))
		for i := range all {
			one := &all[i]
			switch {
			case !w.filter.Selects(one.Kind, one.Actor.ID, one.About(), one.Room):
			case !keepsUp || w.slots == 0:
				w.leftOut++
			default:
				if frames[i].Len() == 0 {
					frames[i] = wire.Encode(wire.Activity{ActivityBody: ActivityBody(*one)})
				}
				w.slots--
				out.Push(frames[i])
			}
		}
	}
}
