package presence

import (
	"slices"
	"time"

	"muster/store/bus"
)

// key names one person in one room; room "" is the whole chat.
type key struct{ room, member string }

// Local is who is on this node, as it is announced to the other nodes: changes
// gathered for a moment under one version, a digest now and then, a snapshot
// when one is requested.
type Local struct {
	Node        string
	version     int64
	now         map[key]bus.PresenceChange
	published   map[key]bus.PresenceChange // as of version
	dirty       []key                      // in the order in which they changed
	snapshotDue bool
	snapshotAt  time.Time // of the last snapshot
}

// snapshotGap is the least time between two snapshots.
const snapshotGap = time.Second

// NewLocal starts with nobody on the node of that name.
func NewLocal(node string) *Local {
	return &Local{Node: node, now: map[key]bus.PresenceChange{}, published: map[key]bus.PresenceChange{}}
}

// Put notes that somebody came, left or has another name.
func (l *Local) Put(c bus.PresenceChange) {
	k := key{c.Room, c.MemberID}
	if c.Here {
		l.now[k] = c
	} else {
		delete(l.now, k)
	}
	l.dirty = append(l.dirty, k)
}

// Rename gives a person another name wherever they are on this node.
func (l *Local) Rename(member, name string) {
	for k, c := range l.now {
		if k.member == member {
			c.Name, c.Toast = name, false
			l.Put(c)
		}
	}
}

// ClearRoom notes that nobody is in a room any more.
func (l *Local) ClearRoom(room string) {
	for k := range l.now {
		if k.room == room {
			l.Put(bus.PresenceChange{Room: k.room, MemberID: k.member})
		}
	}
}

// RequestSnapshot has the next Flush include a snapshot.
func (l *Local) RequestSnapshot() { l.snapshotDue = true }

// Due says whether there is something to publish.
func (l *Local) Due() bool { return len(l.dirty) > 0 || l.snapshotDue }

// Flush gives what is to be published now. A snapshot that would follow the last
// one too soon stays due.
func (l *Local) Flush(now time.Time) []bus.Presence {
	var out []bus.Presence
	if changes := l.changes(); len(changes) > 0 {
		l.version++
		out = append(out, bus.Presence{Node: l.Node, Kind: bus.PresenceBatch, Version: l.version, Changes: changes})
	}
	if l.snapshotDue && (l.snapshotAt.IsZero() || now.Sub(l.snapshotAt) >= snapshotGap) {
		l.snapshotDue, l.snapshotAt = false, now
		out = append(out, l.snapshot())
	}
	return out
}

// changes brings published up to date and gives the difference. Somebody who
// came and left since the last call is no difference.
func (l *Local) changes() []bus.PresenceChange {
	var changes []bus.PresenceChange
	for _, k := range l.dirty {
		is, on := l.now[k]
		was, before := l.published[k]
		switch {
		case on && (!before || is.Name != was.Name):
			changes = append(changes, is)
			is.Toast = false // a later snapshot repeats the person, not the arrival
			l.published[k] = is
		case !on && before:
			delete(l.published, k)
			changes = append(changes, bus.PresenceChange{Room: k.room, MemberID: k.member})
		}
	}
	l.dirty = nil
	return changes
}

func (l *Local) snapshot() bus.Presence {
	all := make([]bus.PresenceChange, 0, len(l.published))
	for _, c := range l.published {
		all = append(all, c)
	}
	slices.SortFunc(all, compareChanges)
	return bus.Presence{Node: l.Node, Kind: bus.PresenceSnapshot, Version: l.version, Changes: all}
}

// Digest says that this node lives and which version holds.
func (l *Local) Digest() bus.Presence {
	return bus.Presence{Node: l.Node, Kind: bus.PresenceDigest, Version: l.version}
}
