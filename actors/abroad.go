// Abroad: the people of one place who are there on other nodes, beside those
// who are there on this one.
package actors

import "muster/store"

// abroad counts whoever is on both sides once. The zero value is nobody.
type abroad struct {
	names map[string]string // by member id
	both  int               // how many of them are on this node too
}

// count is the number of people when so many are on this node.
func (a *abroad) count(here int) int { return here + len(a.names) - a.both }

func (a *abroad) has(id string) bool {
	_, there := a.names[id]
	return there
}

// meet notes that somebody came to the place on this node (1) or left it (-1).
func (a *abroad) meet(id string, by int) {
	if a.has(id) {
		a.both += by
	}
}

// change brings in what changed on the other nodes for somebody who is on this
// one or not; news says that they came or left as a whole.
func (a *abroad) change(c store.PresenceChange, here bool) (news bool) {
	was := a.has(c.MemberID)
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

// rename gives somebody there another name; false when absent.
func (a *abroad) rename(id, name string) bool {
	if !a.has(id) {
		return false
	}
	a.names[id] = name
	return true
}
