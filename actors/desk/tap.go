// The tap that activity runs through: it decides without a lock, for each thing that
// happens, whether it is sent or only counted. While nobody watches it is shut, which
// costs one atomic load.
package desk

import (
	"sync/atomic"

	"muster/store/desk"
	"muster/store/roomlog"
)

// Tap decides for one source of activity. Any goroutine may use it.
type Tap struct {
	watched atomic.Pointer[[]*flow]
}

// flow is what runs through the tap for one filter.
type flow struct {
	filter  desk.ActivityFilter
	key     string
	slots   atomic.Int64 // how many more are sent in this window
	leftOut atomic.Int64 // since it was last read
}

// open lets through what filters select; flows that are open already go on. Without
// filters it shuts the tap. The caller goes on using filters, so they stay as they are.
func (t *Tap) open(filters map[string]desk.ActivityFilter) {
	if len(filters) == 0 {
		t.watched.Store(nil)
		return
	}
	flows, opened := make([]*flow, 0, len(filters)), make(map[string]bool, len(filters))
	for _, f := range t.flows() {
		if _, still := filters[f.key]; still {
			flows = append(flows, f)
			opened[f.key] = true
		}
	}
	for key, filter := range filters {
		if opened[key] {
			continue
		}
		f := &flow{filter: filter, key: key}
		f.slots.Store(desk.ActivityPerWindow)
		flows = append(flows, f)
	}
	t.watched.Store(&flows)
}

// Watched says whether anything is watched.
func (t *Tap) Watched() bool { return t.watched.Load() != nil }

func (t *Tap) flows() []*flow {
	if watched := t.watched.Load(); watched != nil {
		return *watched
	}
	return nil
}

// Take says whether something that happened is sent. When a filter selects it and none
// has a slot left, it is counted.
func (t *Tap) Take(kind desk.ActivityKind, actor, room string) bool {
	flows := t.flows()
	took := false
	for _, f := range flows {
		// A load first: a window that is full costs no write to shared memory.
		if f.filter.Selects(kind, actor, "", room) && f.slots.Load() > 0 && f.slots.Add(-1) >= 0 {
			took = true
		}
	}
	if !took {
		for _, f := range flows {
			if f.filter.Selects(kind, actor, "", room) {
				f.leftOut.Add(1)
			}
		}
	}
	return took
}

// next begins a window and gives what was left out of the last one, by filter; nil for
// nothing.
func (t *Tap) next() map[string]int {
	var leftOut map[string]int
	for _, f := range t.flows() {
		f.slots.Store(desk.ActivityPerWindow)
		if n := f.leftOut.Swap(0); n > 0 {
			if leftOut == nil {
				leftOut = map[string]int{}
			}
			leftOut[f.key] = int(n)
		}
	}
	return leftOut
}

// OfEvents gives what is sent of the events of a room that this node committed.
func (t *Tap) OfEvents(room string, events []roomlog.Event) []desk.Activity {
	if !t.Watched() {
		return nil
	}
	var taken []desk.Activity
	for i := range events {
		e := &events[i]
		actor := e.ActorID
		if e.Message != nil {
			actor = e.Message.SenderID
		}
		if e.Kind != roomlog.MessagePreview && t.Take(desk.ActivityKind(e.Kind), actor, room) {
			taken = append(taken, desk.ActivityOf(*e))
		}
	}
	return taken
}
