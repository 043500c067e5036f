// Abroad: the people of one place who are there on other nodes, beside those
// who are there on this one.
package actors

import "muster/store"

// Remote counts whoever is on both sides once. The zero value is nobody.
type Remote struct {
	names map[string]string // by member id
	both  int               // how many of them are on this node too
}

// Count is the number of people when so many are on this node.
func (a *Remote) Count(here int) int { return here + len(a.names) - a.both }

func (a *Remote) Has(id string) bool {
	_, there := a.names[id]
	return there
}

// LocalChanged notes that somebody came to the place on this node (1) or left it (-1).
func (a *Remote) LocalChanged(id string, by int) {
	if a.Has(id) {
		a.both += by
	}
}

// Apply brings in what changed on the other nodes for somebody who is on this
// one or not; news says that they came or left as a whole.
func (a *Remote) Apply(c store.PresenceChange, here bool) (news bool) {
	was := a.Has(c.MemberID)
	by := 0
	switch {
	case c.Here:
		if a.names == nil {
			a.names = map[string]string{}
		}
		a.names[c.MemberID] = c.Name
		if was {
			return false
		}
		by = 1
	case !was:
		return false
	default:
		delete(a.names, c.MemberID)
		by = -1
	}
	if here {
		a.both += by
	}
	return !here
}

// Rename gives somebody there another name; false when absent.
func (a *Remote) Rename(id, name string) bool {
	if !a.Has(id) {
		return false
	}
	a.names[id] = name
	return true
}
