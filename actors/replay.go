// The ring: a room's recent events with their encodings, for members who were
// away for a moment.
package actors

import (
	"slices"
	"time"

	"muster/store"
)

// Replay holds the events after base up to last without a gap, bounded by count
// and bytes.
type Replay struct {
	events     []Announcement
	bytes      int
	base, last int64
}

func NewReplay(head int64) *Replay { return &Replay{base: head, last: head} }

// Append appends the event that follows last.
func (r *Replay) Append(a Announcement) {
	r.events = append(r.events, a)
	r.bytes += a.Frame.Len()
	r.last = a.Seq
	drop := 0
	for len(r.events)-drop > ReplayEvents || r.bytes > ReplayBytes {
		r.bytes -= r.events[drop].Frame.Len()
		r.base = r.events[drop].Seq
		drop++
	}
	if drop > 0 {
		r.events = slices.Delete(r.events, 0, drop)
	}
}

// After gives the events after seq; false when the ring does not reach back so
// far or seq is not known yet.
func (r *Replay) After(seq int64) ([]Announcement, bool) {
	if seq < r.base || seq > r.last {
		return nil, false
	}
	return r.events[len(r.events)-int(r.last-seq):], true
}

// Purge takes the text of a deleted message out of the events that carry it.
func (r *Replay) Purge(id string, at time.Time) {
	r.rewrite(func(m *store.Message) bool { return blank(m, id, at) })
}

// Rename relabels a member in all events.
func (r *Replay) Rename(memberID, before, after string) {
	r.rewrite(func(m *store.Message) bool { return relabel(m, memberID, before, after) })
	for i := range r.events {
		a := &r.events[i]
		if a.Event.ActorID == memberID && a.Event.Message == nil {
			a.Event.ActorName = after
			r.encode(a)
		}
	}
}

// rewrite changes copies of messages: an event may still be in other hands.
func (r *Replay) rewrite(change func(*store.Message) bool) {
	for i := range r.events {
		a := &r.events[i]
		if a.Event.Message == nil {
			continue
		}
		m := *a.Event.Message
		m.Reactions = slices.Clone(m.Reactions)
		if change(&m) {
			a.Event.Message = &m
			r.encode(a)
		}
	}
}

func (r *Replay) encode(a *Announcement) {
	r.bytes -= a.Frame.Len()
	a.Frame = EventFrame(a.Event)
	r.bytes += a.Frame.Len()
}
