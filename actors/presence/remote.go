package presence

import (
	"muster/store/bus"
)

// Remote is the people of one room, or of the whole chat, who are there on other
// nodes, beside those who are there on this one. Who is on both sides is counted
// once. The zero value is nobody.
type Remote struct {
	names map[string]string // by member id
	both  int               // how many of them are on this node too
}

// NewRemote starts with people by member id and name, none of whom is on this
// node.
func NewRemote(names map[string]string) Remote { return Remote{names: names} }

// Count is the number of people on all nodes when so many are on this one.
func (r *Remote) Count(local int) int { return local + len(r.names) - r.both }

// Has says whether somebody is there on another node.
func (r *Remote) Has(id string) bool {
	_, there := r.names[id]
	return there
}

// LocalChanged notes that somebody came on this node (1) or left it (-1).
func (r *Remote) LocalChanged(id string, by int) {
	if r.Has(id) {
		r.both += by
	}
}

// Apply brings in a change on the other nodes. local says whether the person is
// on this node; changed says that they came or left as a whole.
func (r *Remote) Apply(c bus.PresenceChange, local bool) (changed bool) {
	was := r.Has(c.MemberID)
	by := 0
	switch {
	case c.Here:
		if r.names == nil {
			r.names = map[string]string{}
		}
		r.names[c.MemberID] = c.Name
		if was {
			return false
		}
		by = 1
	case !was:
		return false
	default:
		delete(r.names, c.MemberID)
		by = -1
	}
	if local {
		r.both += by
	}
	return !local
}

// Rename gives somebody there another name; false when absent.
func (r *Remote) Rename(id, name string) bool {
	if !r.Has(id) {
		return false
	}
	r.names[id] = name
	return true
}
