// The room's door: how a socket gets in, with what it missed or with the
// history, and out again.
package actors

import (
	"time"

	"muster/actors/wire"
)

// Messages to a room.
type (
	// roomEnter asks for a seat. With lastSeq the room answers with what was
	// missed since, or, when its ring does not reach back, with roomTooFar.
	roomEnter struct {
		session *Session
		out     Outbox
		member  string
		name    string
		ticket  int64
		lastSeq *int64
		// told: the session has already been told room_joined and given the
		// events up to lastSeq, which the log has vouched for.
		told   bool
		silent bool // automatic entry (WS-36)
	}
	// roomLeave gives the seat up; quiet when the socket is gone.
	roomLeave struct {
		session *Session
		ticket  int64
		quiet   bool
	}
)

// Answers of a room to a session.
type (
	roomEntered struct {
		handle *roomHandle
		seat   *seat
		ticket int64
	}
	// roomTooFar: what was missed must be read from the log.
	roomTooFar struct {
		ticket  int64
		applied int64
		online  int
	}
	roomRefused struct {
		ticket int64
		err    error
	}
	roomLeft struct{ ticket int64 }
)

// enter seats a socket atomically with what it is given: the frames that bring
// it to r.applied are pushed in the turn in which it becomes live. Who is seated
// already and must read the log keeps the seat, which is given no events until
// then.
func (r *room) enter(m roomEnter) {
	if !r.loaded {
		r.waiters = append(r.waiters, m)
		return
	}
	now := r.hub.now()
	st := r.roster.by[m.session]
	if m.lastSeq != nil {
		_, near := r.ring.after(*m.lastSeq)
		ahead := m.told && *m.lastSeq > r.applied
		if !near && !ahead {
			if st != nil {
				st.reads = true
			}
			tell(m.session.ref, roomTooFar{m.ticket, r.applied, r.countWith(m.member)})
			return
		}
	}
	if st != nil {
		st.reads = false
		r.roster.hurry(st.person, now)
		r.greet(m, st)
		tell(m.session.ref, roomEntered{r.handle, st, m.ticket})
		return
	}
	st = r.roster.enter(m.session, m.out, m.member, m.name, m.silent, now)
	r.show(st.person)
	r.greet(m, st)
	r.roster.greeted(st.person)
	tell(m.session.ref, roomEntered{r.handle, st, m.ticket})
}

// greet pushes room_joined and then either what was missed or the history.
func (r *room) greet(m roomEnter, st *seat) {
	resumed := m.lastSeq != nil
	if !m.told {
		st.out.Push(wire.Encode(wire.RoomJoined{
			RoomID: r.handle.id, OnlineCount: r.roster.tellCount(), Seq: r.applied, Resumed: resumed,
		}))
	}
	if !resumed {
		st.out.Push(r.tail.history())
		st.sent = r.applied
	} else {
		st.sent = *m.lastSeq
		missed, _ := r.ring.after(*m.lastSeq)
		for _, a := range missed {
			st.sent = a.Seq
			st.out.Push(a.Frame)
		}
	}
	if len(r.typing.told) > 0 {
		st.out.Push(r.typingList(r.typing.list(), st.person.id))
	}
}

// countWith is the number of people once the member is here too.
func (r *room) countWith(member string) int {
	n := r.roster.tellCount()
	if r.roster.people[member] == nil && !r.roster.abroad.has(member) {
		n++
	}
	return n
}

// leave takes a socket out; room_left is the last the socket hears of it.
func (r *room) leave(m roomLeave) {
	for i, w := range r.waiters {
		if w.session == m.session {
			r.waiters = append(r.waiters[:i], r.waiters[i+1:]...)
			break
		}
	}
	r.pay(m.session)
	now := r.hub.now()
	st, gone := r.roster.leave(m.session, now)
	if gone != nil {
		r.typing.stop(gone.id)
		r.hide(gone)
		if !r.roster.abroad.has(gone.id) {
			r.tellLeft(gone.id, gone.name, now)
		}
	} else if st != nil && len(st.person.seats) == 0 {
		r.typing.stop(st.person.id)
	}
	if m.quiet {
		return
	}
	if st != nil {
		st.out.Push(wire.Encode(wire.RoomLeft{RoomID: r.handle.id}))
	}
	tell(m.session.ref, roomLeft{m.ticket})
}

// tellArrivals tells the others of who came (WS-7).
func (r *room) tellArrivals(now time.Time) {
	for _, p := range r.roster.arrived(now) {
		r.show(p)
		r.tellJoined(p.id, p.name, p.toast, now)
	}
	if c := &r.crowd; len(c.pending) > 0 && !c.at.After(now) {
		t := c.take(now, r.roster.tellCount())
		for _, st := range r.roster.seats {
			t.to(st.out, st.person.id)
		}
	}
	r.roster.forget(now)
}

// tellJoined tells everybody here that somebody came, on whatever node.
func (r *room) tellJoined(id, name string, toast bool, now time.Time) {
	joined := func(count int) wire.Out {
		return wire.UserJoinedRoom{
			RoomID: r.handle.id, UserID: id, Username: name, ShowNotification: toast, OnlineCount: count,
		}
	}
	people := r.roster.count()
	if people > crowd {
		if toast = toast && now.Sub(r.crowd.lastToast) >= toastGap; toast {
			r.crowd.lastToast = now
		}
	}
	r.crowd.put(now, people, news{joined, id})
}

// tellLeft tells everybody here that somebody left the room as a whole.
func (r *room) tellLeft(id, name string, now time.Time) {
	left := func(count int) wire.Out {
		return wire.UserLeftRoom{RoomID: r.handle.id, UserID: id, Username: name, OnlineCount: count}
	}
	r.crowd.put(now, r.roster.count(), news{left, id})
}
