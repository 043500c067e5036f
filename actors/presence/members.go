package presence

import (
	"maps"
	"slices"
	"time"

	"muster/actors/wire"
	"muster/store/bus"
)

// When a person who came is announced to the others in a room.
const (
	EntrySilence = time.Second      // after an automatic entry
	ReturnWindow = 60 * time.Second // somebody who comes back within it makes no toast
)

// Outbox is the way out to one socket; it also is what a socket is known by.
type Outbox interface {
	Push(frame wire.Frame)
	PushAll(frames wire.Frames)
}

// Subscription is one socket in a room. It belongs to the room's actor; a
// session's actor reads Sent only after that actor ended.
type Subscription struct {
	Out       Outbox
	Person    *Person
	Sent      int64 // number of the last event it was given
	Replaying bool  // it is given the events from the log until it enters again
	index     int   // in Members.Subscriptions
}

// Person is one member in a room, with all of the member's sockets there.
type Person struct {
	ID, Name   string
	Announced  bool // to the others on this node
	Published  bool // to the other nodes
	Toast      bool // the others are shown a toast: not back within ReturnWindow
	sockets    int
	countsSeen int64     // Members.counts when the person first received the count
	due        time.Time // when the others receive it
}

// Members is the people of a room and their sockets, and who is still to be announced
// to the others.
type Members struct {
	Subscriptions []*Subscription
	People        map[string]*Person // by member id
	Remote        Remote             // people of this room on other nodes
	bySocket      map[Outbox]*Subscription
	waiting       []*Person            // not announced, in the order in which they are due
	left          map[string]time.Time // when somebody left, for ReturnWindow
	counts        int64                // how often the count was sent to somebody
	forgetAt      time.Time
}

// NewMembers starts with an empty room.
func NewMembers() *Members {
	return &Members{bySocket: map[Outbox]*Subscription{}, People: map[string]*Person{}, left: map[string]time.Time{}}
}

// Count is the number of people, on all nodes.
func (m *Members) Count() int { return m.Remote.Count(len(m.People)) }

// Names gives the people on all nodes by member id, as many as Count says.
func (m *Members) Names() map[string]string {
	names := make(map[string]string, m.Count())
	maps.Copy(names, m.Remote.names)
	for id, p := range m.People {
		names[id] = p.Name
	}
	return names
}

// ReportCount is Count for a frame that goes to somebody.
func (m *Members) ReportCount() int {
	m.counts++
	return m.Count()
}

// CountSeen notes that a newcomer has received the count. The others do not
// include a newcomer in a count that they received before.
func (m *Members) CountSeen(p *Person) {
	if p.sockets == 1 {
		p.countsSeen = m.counts
	}
}

// Of gives the subscription of a socket, or nil.
func (m *Members) Of(socket Outbox) *Subscription { return m.bySocket[socket] }

// Enter subscribes a socket. A new person is announced to the others at once, or
// after EntrySilence when the entry was automatic.
func (m *Members) Enter(socket Outbox, id, name string, silent bool, now time.Time) *Subscription {
	p := m.People[id]
	if p == nil {
		p = &Person{ID: id, Name: name, due: now.Add(EntrySilence), Toast: name != "" && !m.Returned(id, now)}
		m.People[id] = p
		m.Remote.LocalChanged(id, 1)
		if p.Announced = m.Remote.Has(id); !p.Announced {
			m.waiting = append(m.waiting, p)
		}
	}
	if !silent {
		m.AnnounceNow(p, now)
	}
	s := &Subscription{Out: socket, Person: p, index: len(m.Subscriptions)}
	m.Subscriptions = append(m.Subscriptions, s)
	m.bySocket[socket] = s
	p.sockets++
	return s
}

// Returned says whether somebody left less than ReturnWindow ago.
func (m *Members) Returned(id string, now time.Time) bool {
	at, left := m.left[id]
	return left && now.Sub(at) < ReturnWindow
}

// ApplyRemote brings in a change on the other nodes; changed says that somebody
// came to the room or left it as a whole.
func (m *Members) ApplyRemote(c bus.PresenceChange, now time.Time) (changed bool) {
	p := m.People[c.MemberID]
	changed = m.Remote.Apply(c, p != nil)
	switch {
	case c.Here && p != nil:
		m.AnnounceNow(p, now) // so that they have been announced here once
	case changed && !c.Here:
		m.left[c.MemberID] = now
	}
	return changed
}

// AnnounceNow announces a person at once whose entry was automatic: the client chose
// this room.
func (m *Members) AnnounceNow(p *Person, now time.Time) {
	if !p.Announced && p.due.After(now) {
		p.due = now
		m.unwait(p)
		m.waiting = slices.Insert(m.waiting, 0, p)
	}
}

// unwait takes a person out of those who wait, who mostly is the last.
func (m *Members) unwait(p *Person) {
	for i := len(m.waiting) - 1; i >= 0; i-- {
		if m.waiting[i] == p {
			m.waiting = slices.Delete(m.waiting, i, i+1)
			return
		}
	}
}

// Leave takes a socket out. gone is the person whose last socket it was, if the
// person, or a count with the person in it, had been announced to the others.
func (m *Members) Leave(socket Outbox, now time.Time) (s *Subscription, gone *Person) {
	s = m.bySocket[socket]
	if s == nil {
		return nil, nil
	}
	delete(m.bySocket, socket)
	last := len(m.Subscriptions) - 1
	m.Subscriptions[s.index] = m.Subscriptions[last]
	m.Subscriptions[s.index].index = s.index
	m.Subscriptions[last] = nil
	m.Subscriptions = m.Subscriptions[:last]
	p := s.Person
	if p.sockets--; p.sockets > 0 {
		return s, nil
	}
	delete(m.People, p.ID)
	m.Remote.LocalChanged(p.ID, -1)
	if !p.Announced {
		m.unwait(p)
		if p.countsSeen == m.counts {
			return s, nil
		}
		return s, p
	}
	if !m.Remote.Has(p.ID) {
		m.left[p.ID] = now
	}
	return s, p
}

// Absent says whether none of the person's sockets is in the room.
func (p *Person) Absent() bool { return p.sockets == 0 }

// Announce gives the people who must be announced now.
func (m *Members) Announce(now time.Time) []*Person {
	n := 0
	for n < len(m.waiting) && !m.waiting[n].due.After(now) {
		m.waiting[n].Announced = true
		n++
	}
	out := m.waiting[:n:n]
	m.waiting = m.waiting[n:]
	return out
}

// Next is when the next person must be announced; zero for nobody.
func (m *Members) Next() time.Time {
	if len(m.waiting) == 0 {
		return time.Time{}
	}
	return m.waiting[0].due
}

// Forget drops who left longer ago than ReturnWindow, once in a while.
func (m *Members) Forget(now time.Time) {
	if now.Before(m.forgetAt) {
		return
	}
	m.forgetAt = now.Add(ReturnWindow)
	for id, at := range m.left {
		if now.Sub(at) >= ReturnWindow {
			delete(m.left, id)
		}
	}
}

// Rename gives a person another name; false when absent.
func (m *Members) Rename(id, name string) bool {
	p := m.People[id]
	if p != nil {
		p.Name = name
	}
	return m.Remote.Rename(id, name) || p != nil
}
