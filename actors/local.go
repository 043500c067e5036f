// Here: who is on this node, as the other nodes are told it: changes gathered
// for a moment under one version, a digest now and then, the whole when asked.
package actors

import (
	"slices"
	"time"

	"muster/store"
)

// key is one person in one room; room "" is the whole chat.
type key struct{ room, member string }

// Local is what this node tells. The zero version is nobody.
type Local struct {
	Node        string
	version     int64
	now         map[key]store.PresenceChange
	published   map[key]store.PresenceChange // as of version
	dirty       []key                        // in the order in which they changed
	snapshotDue bool                         // the whole is due
	snapshotAt  time.Time                    // when the whole was told last
}

// snapshotGap is the least time between two wholes.
const snapshotGap = time.Second

func NewLocal(node string) *Local {
	return &Local{Node: node, now: map[key]store.PresenceChange{}, published: map[key]store.PresenceChange{}}
}

// Put notes that somebody is at a place, under a name, or no longer.
func (h *Local) Put(c store.PresenceChange) {
	p := key{c.Room, c.MemberID}
	if c.Here {
		h.now[p] = c
	} else {
		delete(h.now, p)
	}
	h.dirty = append(h.dirty, p)
}

// Rename gives a person another name wherever they are on this node.
func (h *Local) Rename(member, name string) {
	for p, c := range h.now {
		if p.member == member {
			c.Name, c.Toast = name, false
			h.Put(c)
		}
	}
}

// ClearRoom notes that nobody is in a room any more.
func (h *Local) ClearRoom(room string) {
	for p := range h.now {
		if p.room == room {
			h.Put(store.PresenceChange{Room: p.room, MemberID: p.member})
		}
	}
}

// RequestSnapshot notes that somebody asks for the whole.
func (h *Local) RequestSnapshot() { h.snapshotDue = true }

// Due says whether there is something to tell.
func (h *Local) Due() bool { return len(h.dirty) > 0 || h.snapshotDue }

// Flush gives what is to be told now; nothing is left untold but a whole that
// would follow the last one too soon.
func (h *Local) Flush(now time.Time) []store.Presence {
	var out []store.Presence
	if changes := h.changes(); len(changes) > 0 {
		h.version++
		out = append(out, store.Presence{Node: h.Node, Kind: store.PresenceBatch, Version: h.version, Changes: changes})
	}
	if h.snapshotDue && (h.snapshotAt.IsZero() || now.Sub(h.snapshotAt) >= snapshotGap) {
		h.snapshotDue, h.snapshotAt = false, now
		out = append(out, h.snapshot())
	}
	return out
}

// changes brings told up to now. Who came and left again meanwhile is no
// change.
func (h *Local) changes() []store.PresenceChange {
	var changes []store.PresenceChange
	for _, p := range h.dirty {
		is, on := h.now[p]
		was, before := h.published[p]
		switch {
		case on && (!before || is.Name != was.Name):
			changes = append(changes, is)
			is.Toast = false // only the arrival itself is one, not the whole that repeats it
			h.published[p] = is
		case !on && before:
			delete(h.published, p)
			changes = append(changes, store.PresenceChange{Room: p.room, MemberID: p.member})
		}
	}
	h.dirty = nil
	return changes
}

func (h *Local) snapshot() store.Presence {
	all := make([]store.PresenceChange, 0, len(h.published))
	for _, c := range h.published {
		all = append(all, c)
	}
	slices.SortFunc(all, compareChanges)
	return store.Presence{Node: h.Node, Kind: store.PresenceSnapshot, Version: h.version, Changes: all}
}

// Digest says that this node lives and which version holds.
func (h *Local) Digest() store.Presence {
	return store.Presence{Node: h.Node, Kind: store.PresenceDigest, Version: h.version}
}
