package roomlog

import (
	"slices"
	"time"

	"muster/store"
)

// How much a Replay holds.
const (
	ReplayEvents = 512
	ReplayBytes  = 256 << 10
)

// Replay is the replay buffer of a room: the events after base up to last without
// a gap, with their encodings, bounded by count and bytes.
type Replay struct {
	events     []Announcement
	bytes      int
	base, last int64
}

// NewReplay starts after the event numbered head.
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

// After gives the events after seq; false when the buffer does not reach back so
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

// rewrite changes copies of messages: others may hold the event still.
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
