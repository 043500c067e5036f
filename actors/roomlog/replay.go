package roomlog

import (
	"slices"

	"muster/store/roomlog"
)

// How much a Replay holds.
const (
	replayEvents = roomlog.ReplayEvents
	replayBytes  = 256 << 10
)

// Replay is the replay buffer of a room: the events after base up to last without
// a gap, with their encodings, bounded by count and bytes. It is circular: an
// event that leaves moves no other.
type Replay struct {
	ring       []Announcement // grows to replayEvents places, then stays
	first      int            // place of the oldest event
	count      int
	bytes      int
	base, last int64
}

// NewReplay holds events, which lead without a gap up to the one numbered head.
func NewReplay(head int64, events []Announcement) *Replay {
	r := &Replay{base: head - int64(len(events)), last: head - int64(len(events))}
	for _, a := range events {
		r.Append(a)
	}
	return r
}

// Append appends the event that follows last.
func (r *Replay) Append(a Announcement) {
	if r.count == replayEvents {
		r.dropFirst()
	}
	if r.count == len(r.ring) {
		r.grow()
	}
	*r.at(r.count) = a
	r.count++
	r.bytes += a.Frame.Len()
	r.last = a.Seq
	for r.bytes > replayBytes {
		r.dropFirst()
	}
}

// at is the place of the event i after the oldest one.
func (r *Replay) at(i int) *Announcement { return &r.ring[(r.first+i)%len(r.ring)] }

func (r *Replay) dropFirst() {
	oldest := r.at(0)
	r.bytes -= oldest.Frame.Len()
	r.base = oldest.Seq
	*oldest = Announcement{}
	r.first = (r.first + 1) % len(r.ring)
	r.count--
}

// grow doubles the places, so that a quiet room holds few.
func (r *Replay) grow() {
	ring := make([]Announcement, min(max(2*len(r.ring), 8), replayEvents))
	for i := range r.count {
		ring[i] = *r.at(i)
	}
	r.ring, r.first = ring, 0
}

// Reaches is true when After knows the events after seq.
func (r *Replay) Reaches(seq int64) bool { return seq >= r.base && seq <= r.last }

// After gives the events after seq, in a slice of the caller's own; false when the
// buffer does not reach back so far or seq is not known yet.
func (r *Replay) After(seq int64) ([]Announcement, bool) {
	if !r.Reaches(seq) {
		return nil, false
	}
	events := make([]Announcement, int(r.last-seq))
	for i := range events {
		events[i] = *r.at(r.count - len(events) + i)
	}
	return events, true
}

// Change brings the events up to date with one that changes a message: no resume
// sends a text that was deleted or replaced.
func (r *Replay) Change(e roomlog.Event) {
	if !changesMessages(e.Kind) {
		return
	}
	r.rewrite(func(m *roomlog.Message) bool { return change(m, e) })
	for i := range r.count {
		if a := r.at(i); changeEvent(&a.Event, e) {
			r.encode(a)
		}
	}
}

// Rename relabels a member in all events.
func (r *Replay) Rename(memberID, before, after string) {
	r.rewrite(func(m *roomlog.Message) bool { return relabel(m, memberID, before, after) })
	for i := range r.count {
		a := r.at(i)
		if a.Event.ActorID == memberID && a.Event.Message == nil {
			a.Event.ActorName = after
			r.encode(a)
		}
	}
}

// rewrite changes copies of messages: others may hold the event still.
func (r *Replay) rewrite(change func(*roomlog.Message) bool) {
	for i := range r.count {
		a := r.at(i)
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
	a.Frame = EventFrame(a.Event, nil)
	r.bytes += a.Frame.Len()
}
