// Here: who is on this node, as the other nodes are told it: changes gathered
// for a moment under one version, a digest now and then, the whole when asked.
package actors

import (
	"slices"
	"time"

	"muster/store"
)

// place is one person in one room; room "" is the whole chat.
type place struct{ room, member string }

// here is what this node tells. The zero version is nobody.
type here struct {
	node    string
	version int64
	now     map[place]store.PresenceChange
	told    map[place]store.PresenceChange // as of version
	dirty   []place                        // in the order in which they changed
	asked   bool                           // the whole is due
	wholeAt time.Time                      // when the whole was told last
}

// wholeGap is the least time between two wholes.
const wholeGap = time.Second

func newHere(node string) *here {
	return &here{node: node, now: map[place]store.PresenceChange{}, told: map[place]store.PresenceChange{}}
}

// put notes that somebody is at a place, under a name, or no longer.
func (h *here) put(c store.PresenceChange) {
	p := place{c.Room, c.MemberID}
	if c.Here {
		h.now[p] = c
	} else {
		delete(h.now, p)
	}
	h.dirty = append(h.dirty, p)
}

// rename gives a person another name wherever they are on this node.
func (h *here) rename(member, name string) {
	for p, c := range h.now {
		if p.member == member {
			c.Name, c.Toast = name, false
			h.put(c)
		}
	}
}

// clear notes that nobody is in a room any more.
func (h *here) clear(room string) {
	for p := range h.now {
		if p.room == room {
			h.put(store.PresenceChange{Room: p.room, MemberID: p.member})
		}
	}
}

// wanted notes that somebody asks for the whole.
func (h *here) wanted() { h.asked = true }

// due says whether there is something to tell.
func (h *here) due() bool { return len(h.dirty) > 0 || h.asked }

// flush gives what is to be told now; nothing is left untold but a whole that
// would follow the last one too soon.
func (h *here) flush(now time.Time) []store.Presence {
	var out []store.Presence
	if changes := h.changes(); len(changes) > 0 {
		h.version++
		out = append(out, store.Presence{Node: h.node, Kind: store.PresenceBatch, Version: h.version, Changes: changes})
	}
	if h.asked && (h.wholeAt.IsZero() || now.Sub(h.wholeAt) >= wholeGap) {
		h.asked, h.wholeAt = false, now
		out = append(out, h.whole())
	}
	return out
}

// changes brings told up to now. Who came and left again meanwhile is no
// change.
func (h *here) changes() []store.PresenceChange {
	var changes []store.PresenceChange
	for _, p := range h.dirty {
		is, on := h.now[p]
		was, before := h.told[p]
		switch {
		case on && (!before || is.Name != was.Name):
			changes = append(changes, is)
			is.Toast = false // only the arrival itself is one, not the whole that repeats it
			h.told[p] = is
		case !on && before:
			delete(h.told, p)
			changes = append(changes, store.PresenceChange{Room: p.room, MemberID: p.member})
		}
	}
	h.dirty = nil
	return changes
}

func (h *here) whole() store.Presence {
	all := make([]store.PresenceChange, 0, len(h.told))
	for _, c := range h.told {
		all = append(all, c)
	}
	slices.SortFunc(all, byPlace)
	return store.Presence{Node: h.node, Kind: store.PresenceWhole, Version: h.version, Changes: all}
}

// digest says that this node lives and which version holds.
func (h *here) digest() store.Presence {
	return store.Presence{Node: h.node, Kind: store.PresenceDigest, Version: h.version}
}
