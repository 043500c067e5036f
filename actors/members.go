// The roster: who is in a room, by person and by socket, and of whom the
// others must still be told (WS-7, WS-8, WS-36).
package actors

import (
	"maps"
	"slices"
	"time"

	"muster/store"
)

// Subscription is one socket in a room. It belongs to the room's actor; the session
// reads sent only after that actor ended.
type Subscription struct {
	Session   *Session
	Out       Outbox
	Person    *Person
	Sent      int64 // number of the last event it was given
	Replaying bool  // it is given the events from the log until it enters again
	index     int   // in roster.seats
}

// Person is one member in a room, with all of the member's sockets there.
type Person struct {
	ID, Name      string
	Subscriptions []*Subscription
	Announced     bool      // the others know
	Published     bool      // the other nodes know
	countsSeen    int64     // roster.counts when they had been greeted
	due           time.Time // when the others are told
	Toast         bool      // not back within returnWindow
}

// Members is the people of a room.
type Members struct {
	Subscriptions []*Subscription
	bySession     map[*Session]*Subscription
	People        map[string]*Person
	waiting       []*Person            // not told yet, in the order in which they are due
	left          map[string]time.Time // when somebody left, for returnWindow
	Remote        Remote               // people of this room on other nodes
	counts        int64                // how often somebody was told the count

	forgetAt time.Time
}

func NewMembers() *Members {
	return &Members{bySession: map[*Session]*Subscription{}, People: map[string]*Person{}, left: map[string]time.Time{}}
}

// Count is the number of people, on all nodes.
func (r *Members) Count() int { return r.Remote.Count(len(r.People)) }

// Names gives the people on all nodes by member id, as many as Count says.
func (r *Members) Names() map[string]string {
	names := maps.Clone(r.Remote.names)
	if names == nil {
		names = make(map[string]string, len(r.People))
	}
	for id, p := range r.People {
		names[id] = p.Name
	}
	return names
}

// ReportCount is count for a frame, which somebody will then go by.
func (r *Members) ReportCount() int {
	r.counts++
	return r.Count()
}

// CountSeen notes that a newcomer has been told the count. What was told up to
// then does not make the others count on them.
func (r *Members) CountSeen(p *Person) {
	if len(p.Subscriptions) == 1 {
		p.countsSeen = r.counts
	}
}

// Enter seats a socket. The others hear of a new person at once, or after
// entrySilence when the entry was automatic.
func (r *Members) Enter(s *Session, out Outbox, id, name string, silent bool, now time.Time) *Subscription {
	p := r.People[id]
	if p == nil {
		p = &Person{ID: id, Name: name, due: now.Add(entrySilence), Toast: name != ""}
		if r.Returned(id, now) {
			p.Toast = false
		}
		r.People[id] = p
		r.Remote.LocalChanged(id, 1)
		if p.Announced = r.Remote.Has(id); !p.Announced {
			r.waiting = append(r.waiting, p)
		}
	}
	if !silent {
		r.AnnounceNow(p, now)
	}
	st := &Subscription{Session: s, Out: out, Person: p, index: len(r.Subscriptions)}
	r.Subscriptions = append(r.Subscriptions, st)
	r.bySession[s] = st
	p.Subscriptions = append(p.Subscriptions, st)
	return st
}

// Returned says whether somebody left less than returnWindow ago.
func (r *Members) Returned(id string, now time.Time) bool {
	at, left := r.left[id]
	return left && now.Sub(at) < returnWindow
}

// ApplyRemote brings in a change on the other nodes; news says that somebody came
// to the room or left it as a whole.
func (r *Members) ApplyRemote(c store.PresenceChange, now time.Time) (news bool) {
	p := r.People[c.MemberID]
	news = r.Remote.Apply(c, p != nil)
	switch {
	case c.Here && p != nil:
		r.AnnounceNow(p, now) // so that everybody here has been told of them once
	case news && !c.Here:
		r.left[c.MemberID] = now
	}
	return news
}

// AnnounceNow makes a silent entry an open one: the client chose this room.
func (r *Members) AnnounceNow(p *Person, now time.Time) {
	if !p.Announced && p.due.After(now) {
		p.due = now
		r.unwait(p)
		r.waiting = slices.Insert(r.waiting, 0, p)
	}
}

// unwait takes a person out of those who are not told yet: mostly the last.
func (r *Members) unwait(p *Person) {
	for i := len(r.waiting) - 1; i >= 0; i-- {
		if r.waiting[i] == p {
			r.waiting = slices.Delete(r.waiting, i, i+1)
			return
		}
	}
}

// Leave takes a socket out. gone is the person whose last socket it was, if
// the others had been told of them or of a number of people with them in it.
func (r *Members) Leave(s *Session, now time.Time) (st *Subscription, gone *Person) {
	st = r.bySession[s]
	if st == nil {
		return nil, nil
	}
	delete(r.bySession, s)
	last := len(r.Subscriptions) - 1
	r.Subscriptions[st.index] = r.Subscriptions[last]
	r.Subscriptions[st.index].index = st.index
	r.Subscriptions[last] = nil
	r.Subscriptions = r.Subscriptions[:last]
	p := st.Person
	p.Subscriptions = slices.DeleteFunc(p.Subscriptions, func(o *Subscription) bool { return o == st })
	if len(p.Subscriptions) > 0 {
		return st, nil
	}
	delete(r.People, p.ID)
	r.Remote.LocalChanged(p.ID, -1)
	if !p.Announced {
		r.unwait(p)
		if p.countsSeen == r.counts {
			return st, nil
		}
		return st, p
	}
	if !r.Remote.Has(p.ID) {
		r.left[p.ID] = now
	}
	return st, p
}

// Due gives the people of whom the others must be told now.
func (r *Members) Due(now time.Time) []*Person {
	n := 0
	for n < len(r.waiting) && !r.waiting[n].due.After(now) {
		r.waiting[n].Announced = true
		n++
	}
	out := r.waiting[:n:n]
	r.waiting = r.waiting[n:]
	return out
}

// Next is when the others must be told of somebody; zero for nobody.
func (r *Members) Next() time.Time {
	if len(r.waiting) == 0 {
		return time.Time{}
	}
	return r.waiting[0].due
}

// Forget drops who left longer ago than returnWindow, once in a while.
func (r *Members) Forget(now time.Time) {
	if now.Before(r.forgetAt) {
		return
	}
	r.forgetAt = now.Add(returnWindow)
	for id, at := range r.left {
		if now.Sub(at) >= returnWindow {
			delete(r.left, id)
		}
	}
}

// Rename gives a person here another name; false when absent.
func (r *Members) Rename(id, name string) bool {
	p := r.People[id]
	if p != nil {
		p.Name = name
	}
	return r.Remote.Rename(id, name) || p != nil
}
