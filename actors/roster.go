// The roster: who is in a room, by person and by socket, and of whom the
// others must still be told (WS-7, WS-8, WS-36).
package actors

import (
	"slices"
	"time"

	"muster/store"
)

// seat is one socket in a room. It belongs to the room's actor; the session
// reads sent only after that actor ended.
type seat struct {
	session *Session
	out     Outbox
	person  *person
	sent    int64 // number of the last event it was given
	reads   bool  // it is given the events from the log until it enters again
	index   int   // in roster.seats
}

// person is one member in a room, with all of the member's sockets there.
type person struct {
	id, name string
	seats    []*seat
	told     bool      // the others know
	shown    bool      // the other nodes know
	counts   int64     // roster.counts when they had been greeted
	due      time.Time // when the others are told
	toast    bool      // not back within returnWindow
}

// roster is the people of a room.
type roster struct {
	seats   []*seat
	by      map[*Session]*seat
	people  map[string]*person
	waiting []*person            // not told yet, in the order in which they are due
	left    map[string]time.Time // when somebody left, for returnWindow
	abroad  abroad               // people of this room on other nodes
	counts  int64                // how often somebody was told the count

	forgetAt time.Time
}

func newRoster() *roster {
	return &roster{by: map[*Session]*seat{}, people: map[string]*person{}, left: map[string]time.Time{}}
}

// count is the number of people, on all nodes.
func (r *roster) count() int { return r.abroad.count(len(r.people)) }

// tellCount is count for a frame, which somebody will then go by.
func (r *roster) tellCount() int {
	r.counts++
	return r.count()
}

// greeted notes that a newcomer has been told the count. What was told up to
// then does not make the others count on them.
func (r *roster) greeted(p *person) {
	if len(p.seats) == 1 {
		p.counts = r.counts
	}
}

// enter seats a socket. The others hear of a new person at once, or after
// entrySilence when the entry was automatic.
func (r *roster) enter(s *Session, out Outbox, id, name string, silent bool, now time.Time) *seat {
	p := r.people[id]
	if p == nil {
		p = &person{id: id, name: name, due: now.Add(entrySilence), toast: name != ""}
		if r.back(id, now) {
			p.toast = false
		}
		r.people[id] = p
		r.abroad.meet(id, 1)
		if p.told = r.abroad.has(id); !p.told {
			r.waiting = append(r.waiting, p)
		}
	}
	if !silent {
		r.hurry(p, now)
	}
	st := &seat{session: s, out: out, person: p, index: len(r.seats)}
	r.seats = append(r.seats, st)
	r.by[s] = st
	p.seats = append(p.seats, st)
	return st
}

// back says whether somebody left less than returnWindow ago.
func (r *roster) back(id string, now time.Time) bool {
	at, left := r.left[id]
	return left && now.Sub(at) < returnWindow
}

// elsewhere brings in a change on the other nodes; news says that somebody came
// to the room or left it as a whole.
func (r *roster) elsewhere(c store.PresenceChange, now time.Time) (news bool) {
	p := r.people[c.MemberID]
	news = r.abroad.change(c, p != nil)
	switch {
	case c.Here && p != nil:
		r.hurry(p, now) // so that everybody here has been told of them once
	case news && !c.Here:
		r.left[c.MemberID] = now
	}
	return news
}

// hurry makes a silent entry an open one: the client chose this room.
func (r *roster) hurry(p *person, now time.Time) {
	if !p.told && p.due.After(now) {
		p.due = now
		r.unwait(p)
		r.waiting = slices.Insert(r.waiting, 0, p)
	}
}

// unwait takes a person out of those who are not told yet: mostly the last.
func (r *roster) unwait(p *person) {
	for i := len(r.waiting) - 1; i >= 0; i-- {
		if r.waiting[i] == p {
			r.waiting = slices.Delete(r.waiting, i, i+1)
			return
		}
	}
}

// leave takes a socket out. gone is the person whose last socket it was, if
// the others had been told of them or of a number of people with them in it.
func (r *roster) leave(s *Session, now time.Time) (st *seat, gone *person) {
	st = r.by[s]
	if st == nil {
		return nil, nil
	}
	delete(r.by, s)
	last := len(r.seats) - 1
	r.seats[st.index] = r.seats[last]
	r.seats[st.index].index = st.index
	r.seats[last] = nil
	r.seats = r.seats[:last]
	p := st.person
	p.seats = slices.DeleteFunc(p.seats, func(o *seat) bool { return o == st })
	if len(p.seats) > 0 {
		return st, nil
	}
	delete(r.people, p.id)
	r.abroad.meet(p.id, -1)
	if !p.told {
		r.unwait(p)
		if p.counts == r.counts {
			return st, nil
		}
		return st, p
	}
	if !r.abroad.has(p.id) {
		r.left[p.id] = now
	}
	return st, p
}

// arrived gives the people of whom the others must be told now.
func (r *roster) arrived(now time.Time) []*person {
	n := 0
	for n < len(r.waiting) && !r.waiting[n].due.After(now) {
		r.waiting[n].told = true
		n++
	}
	out := r.waiting[:n:n]
	r.waiting = r.waiting[n:]
	return out
}

// next is when the others must be told of somebody; zero for nobody.
func (r *roster) next() time.Time {
	if len(r.waiting) == 0 {
		return time.Time{}
	}
	return r.waiting[0].due
}

// forget drops who left longer ago than returnWindow, once in a while.
func (r *roster) forget(now time.Time) {
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

// rename gives a person here another name; false when absent.
func (r *roster) rename(id, name string) bool {
	p := r.people[id]
	if p != nil {
		p.name = name
	}
	return r.abroad.rename(id, name) || p != nil
}
