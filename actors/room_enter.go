// Entering and leaving a room. A socket that enters receives what it missed or
// the history.
package actors

import (
	"time"

	"muster/actors/presence"
	"muster/actors/runtime"
	"muster/actors/wire"
)

// Messages to a room.
type (
	// roomEnter asks for a subscription. With lastSeq the room sends what was
	// missed since, or answers roomReplayFromLog when its replay buffer does not
	// reach back so far.
	roomEnter struct {
		session *Session
		member  string
		name    string
		ticket  int64
		lastSeq *int64
		// alreadySent: the session has already been sent room_joined and the events
		// up to lastSeq, read from the log.
		alreadySent bool
		silent      bool // automatic entry: announced to the others only after a while
	}
	// roomLeave ends the subscription; quiet means that the socket is gone and no
	// answer is needed.
	roomLeave struct {
		session *Session
		ticket  int64
		quiet   bool
	}
)

// Answers of a room to a session.
type (
	roomEntered struct {
		handle       *roomHandle
		subscription *presence.Subscription
		ticket       int64
	}
	// roomReplayFromLog: the session must read what it missed from the log.
	roomReplayFromLog struct {
		ticket  int64
		applied int64
		room    *roomHandle
		counted bool // the member is among the people of the room already
	}
	roomRefused struct {
		ticket int64
		err    error
	}
	roomLeft struct{ ticket int64 }
)

// enter subscribes a socket. It pushes the frames that bring the socket to
// r.applied in the same turn in which the subscription becomes live, so no
// event falls between. A socket that is subscribed already and must read the
// log keeps its subscription, which receives no events until it enters again.
func (r *room) enter(m roomEnter) {
	if !r.loaded {
		r.joining = append(r.joining, m)
		return
	}
	now := r.hub.node.Now()
	st := r.members.Of(m.session.out)
	if m.lastSeq != nil {
		near := r.replay.Reaches(*m.lastSeq)
		ahead := m.alreadySent && *m.lastSeq > r.applied
		if !near && !ahead {
			if st != nil {
				st.Replaying = true
			}
			runtime.Tell(m.session.ref, roomReplayFromLog{m.ticket, r.applied, r.handle, r.has(m.member)})
			return
		}
	}
	if st != nil {
		st.Replaying = false
		r.members.AnnounceNow(st.Person, now)
		r.sendInitialState(m, st)
		runtime.Tell(m.session.ref, roomEntered{r.handle, st, m.ticket})
		return
	}
	st = r.members.Enter(m.session.out, m.member, m.name, m.silent, now)
	r.publish(st.Person)
	r.sendInitialState(m, st)
	r.members.CountSeen(st.Person)
	runtime.Tell(m.session.ref, roomEntered{r.handle, st, m.ticket})
}

// sendInitialState pushes room_joined and then either the missed events or the
// history.
func (r *room) sendInitialState(m roomEnter, st *presence.Subscription) {
	resumed := m.lastSeq != nil
	if !m.alreadySent {
		st.Out.Push(wire.Encode(wire.RoomJoined{
			RoomID: r.handle.id, OnlineCount: r.members.ReportCount(), Seq: r.applied, Resumed: resumed,
		}))
	}
	if !resumed {
		st.Out.Push(r.recent.History(r.hub.signer(st.Person.ID)))
		st.Sent = r.applied
	} else {
		st.Sent = *m.lastSeq
		missed, _ := r.replay.After(*m.lastSeq)
		for _, a := range missed {
			st.Sent = a.Seq
			st.Out.Push(a.For(r.hub.signer(st.Person.ID)))
		}
	}
	if shown := r.typing.List(); len(shown) > 0 {
		st.Out.Push(r.typingList(shown, st.Person.ID))
	}
}

// has says whether a member is in the room, on any node.
func (r *room) has(member string) bool {
	return r.members.People[member] != nil || r.members.Remote.Has(member)
}

// leave removes a socket from the room; room_left is the last frame that the
// room sends it.
func (r *room) leave(m roomLeave) {
	for i, w := range r.joining {
		if w.session == m.session {
			r.joining = append(r.joining[:i], r.joining[i+1:]...)
			break
		}
	}
	r.flushReplies(m.session)
	now := r.hub.node.Now()
	st, gone := r.members.Leave(m.session.out, now)
	if gone != nil {
		r.typing.Stop(gone.ID)
		r.unpublish(gone)
		if !r.members.Remote.Has(gone.ID) {
			r.noticeLeft(gone.ID, gone.Name, now)
		}
	} else if st != nil && st.Person.Absent() {
		r.typing.Stop(st.Person.ID)
	}
	if m.quiet {
		return
	}
	if st != nil {
		st.Out.Push(wire.Encode(wire.RoomLeft{RoomID: r.handle.id}))
	}
	runtime.Tell(m.session.ref, roomLeft{m.ticket})
}

// sendNotices sends the notices of who came and left that are due.
func (r *room) sendNotices(now time.Time) {
	for _, p := range r.members.Announce(now) {
		r.publish(p)
		r.noticeJoined(p.ID, p.Name, p.Toast, now)
	}
	if r.notices.Due(now) {
		batch := r.notices.Take(now, r.members.ReportCount())
		for _, st := range r.members.Subscriptions {
			batch.PushTo(st.Out, st.Person.ID)
		}
	}
	r.members.Forget(now)
}

// noticeJoined announces to everybody in the room on this node that somebody came, on
// any node.
func (r *room) noticeJoined(id, name string, toast bool, now time.Time) {
	contributor := r.hub.contributors.Has(id, now)
	joined := func(count int) wire.Out {
		return wire.UserJoinedRoom{
			RoomID: r.handle.id, UserID: id, Username: name, ShowNotification: toast, IsRecentContributor: contributor, OnlineCount: count,
		}
	}
	people := r.members.Count()
	toast = toast && r.notices.Toast(now, people)
	r.notices.Put(now, people, presence.Notice{Frame: joined, About: id})
}

// noticeLeft announces to everybody in the room on this node that somebody left it on
// all nodes.
func (r *room) noticeLeft(id, name string, now time.Time) {
	left := func(count int) wire.Out {
		return wire.UserLeftRoom{RoomID: r.handle.id, UserID: id, Username: name, OnlineCount: count}
	}
	r.notices.Put(now, r.members.Count(), presence.Notice{Frame: left, About: id})
}
