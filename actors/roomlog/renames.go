package roomlog

import (
	"slices"
	"time"

	"muster/store/roomlog"
)

// renameMemory is how long after a rename an event with the old name may come.
const renameMemory = time.Minute

// Renames are the recent renames of members. An event that was committed before
// one and comes after it still holds the old name; it is relabelled, so that
// nobody is shown a name that was just replaced. The zero value is none.
type Renames struct {
	members map[string]renamed // by member id
}

// renamed is a member's newest name and the ones before.
type renamed struct {
	before []string
	after  string
	at     time.Time
}

// Note adds a rename and forgets those of long ago.
func (r *Renames) Note(member, before, after string, now time.Time) {
	if r.members == nil {
		r.members = map[string]renamed{}
	}
	for id, m := range r.members {
		if now.Sub(m.at) >= renameMemory {
			delete(r.members, id)
		}
	}
	// Only names known to be older are replaced: an event may hold a newer name
	// than the last rename that came here.
	old := slices.DeleteFunc(append(r.members[member].before, before), func(name string) bool { return name == after })
	r.members[member] = renamed{old, after, now}
}

// Relabel puts the newest names into an event that holds older ones. It changes a
// copy: others may hold the event.
func (r *Renames) Relabel(a Announcement) Announcement {
	if len(r.members) == 0 {
		return a
	}
	changed := false
	if m := a.Event.Message; m != nil {
		c := *m
		for id, n := range r.members {
			if c.SenderID == id && slices.Contains(n.before, c.SenderName) {
				c.SenderName, changed = n.after, true
			}
			if c.ReplyName != "" && slices.Contains(n.before, c.ReplyName) {
				c.ReplyName, changed = n.after, true
			}
		}
		a.Event.Message = &c
	}
	if n, ok := r.members[a.Event.ActorID]; ok && slices.Contains(n.before, a.Event.ActorName) {
		a.Event.ActorName = n.after
		changed = changed || a.Event.Kind != roomlog.MessageSent
	}
	if changed {
		a.Frame = EventFrame(a.Event, nil)
	}
	return a
}
