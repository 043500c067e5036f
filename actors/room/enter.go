// Entering and leaving a room. A socket that enters receives what it missed or
// the history.
package room

import (
	"time"

	"muster/actors/presence"
	"muster/actors/runtime"
	"muster/actors/wire"
)

// Messages to a room.
type (
	// Enter asks for a subscription. With LastSeq the room sends what was
	// missed since, or answers ReplayFromLog when its replay buffer does not
	// reach back so far.
	Enter struct {
		Session Session
		Member  string
		Name    string
		Ticket  int64
		LastSeq *int64
		// AlreadySent: the session has already been sent room_joined and the events
		// up to LastSeq, read from the log.
		AlreadySent bool
		Silent      bool // automatic entry: announced to the others only after a while
	}
	// Leave ends the subscription; Quiet means that the socket is gone and no
	// answer is needed.
	Leave struct {
		Session Session
		Ticket  int64
		Quiet   bool
	}
)

// Answers of a room to a session.
type (
	// Entered: the socket is in the room.
	Entered struct {
		Handle       *Handle
		Subscription *presence.Subscription
		Ticket       int64
	}
	// ReplayFromLog: the session must read what it missed from the log.
	ReplayFromLog struct {
		Ticket  int64
		Applied int64
		Room    *Handle
		Counted bool // the member is among the people of the room already
	}
	// Refused: the room could not be read.
	Refused struct {
		Ticket int64
		Err    error
	}
	// Left: the socket is in the room no more.
	Left struct{ Ticket int64 }
)

// enter subscribes a socket. It pushes the frames that bring the socket to
// r.applied in the same turn in which the subscription becomes live, so no
// event falls between. A socket that is subscribed already and must read the
// log keeps its subscription, which receives no events until it enters again.
func (r *Room) enter(m Enter) {
	if !r.loaded {
		r.joining = append(r.joining, m)
		return
	}
	now := r.node.Now()
	sub := r.members.Of(m.Session.Out())
	if m.LastSeq != nil {
		near := r.replay.Reaches(*m.LastSeq)
		ahead := m.AlreadySent && *m.LastSeq > r.applied
		if !near && !ahead {
			if sub != nil {
				sub.Replaying = true
			}
			runtime.Tell(m.Session.Ref(), ReplayFromLog{m.Ticket, r.applied, r.handle, r.has(m.Member)})
			return
		}
	}
	if sub != nil {
		sub.Replaying = false
		r.members.AnnounceNow(sub.Person, now)
		r.sendInitialState(m, sub)
		runtime.Tell(m.Session.Ref(), Entered{r.handle, sub, m.Ticket})
		return
	}
	sub = r.members.Enter(m.Session.Out(), m.Member, m.Name, m.Silent, now)
	r.publish(sub.Person)
	r.sendInitialState(m, sub)
	r.members.CountSeen(sub.Person)
	runtime.Tell(m.Session.Ref(), Entered{r.handle, sub, m.Ticket})
}

// sendInitialState pushes room_joined and then either the missed events or the
// history.
func (r *Room) sendInitialState(m Enter, sub *presence.Subscription) {
	resumed := m.LastSeq != nil
	if !m.AlreadySent {
		sub.Out.Push(wire.Encode(wire.RoomJoined{
			RoomID: r.handle.ID, OnlineCount: r.members.ReportCount(), Seq: r.applied, Resumed: resumed, Epoch: r.hub.Epoch(),
		}))
	}
	if !resumed {
		sub.Out.Push(r.recent.History(r.hub.Signer(sub.Person.ID)))
		sub.Sent = r.applied
	} else {
		sub.Sent = *m.LastSeq
		missed, _ := r.replay.After(*m.LastSeq)
		for _, a := range missed {
			sub.Sent = a.Seq
			sub.Out.Push(a.For(r.hub.Signer(sub.Person.ID)))
		}
	}
	if shown := r.typing.List(); len(shown) > 0 {
		sub.Out.Push(r.typingList(shown, sub.Person.ID))
	}
}

// has says whether a member is in the room, on any node.
func (r *Room) has(member string) bool {
	return r.members.People[member] != nil || r.members.Remote.Has(member)
}

// leave removes a socket from the room; room_left is the last frame that the
// room sends it.
func (r *Room) leave(m Leave) {
	for i, w := range r.joining {
		if w.Session == m.Session {
			r.joining = append(r.joining[:i], r.joining[i+1:]...)
			break
		}
	}
	r.flushReplies(m.Session)
	now := r.node.Now()
	sub, gone := r.members.Leave(m.Session.Out(), now)
	if sub != nil {
		r.typerLeft(sub)
	}
	if gone != nil {
		r.unpublish(gone)
		if !r.members.Remote.Has(gone.ID) {
			r.noticeLeft(gone.ID, gone.Name, now)
		}
	}
	if m.Quiet {
		return
	}
	if sub != nil {
		sub.Out.Push(wire.Encode(wire.RoomLeft{RoomID: r.handle.ID}))
	}
	runtime.Tell(m.Session.Ref(), Left{m.Ticket})
}

// sendNotices sends the notices of who came and left that are due.
func (r *Room) sendNotices(now time.Time) {
	for _, p := range r.members.Announce(now) {
		r.publish(p)
		r.noticeJoined(p.ID, p.Name, p.Toast, now)
	}
	if r.notices.Due(now) {
		batch := r.notices.Take(now, r.members.ReportCount())
		for _, sub := range r.members.Subscriptions {
			batch.PushTo(sub.Out, sub.Person.ID)
		}
	}
	r.members.Forget(now)
}

// noticeJoined announces to everybody in the room on this node that somebody came, on
// any node.
func (r *Room) noticeJoined(id, name string, toast bool, now time.Time) {
	contributor := r.hub.IsContributor(id, now)
	joined := func(count int) wire.Out {
		return wire.UserJoinedRoom{
			RoomID: r.handle.ID, UserID: id, Username: name, ShowNotification: toast, IsRecentContributor: contributor, OnlineCount: count,
		}
	}
	people := r.members.Count()
	toast = toast && r.notices.Toast(now, people)
	r.notices.Put(now, people, presence.Notice{Frame: joined, About: id})
}

// noticeLeft announces to everybody in the room on this node that somebody left it on
// all nodes.
func (r *Room) noticeLeft(id, name string, now time.Time) {
	left := func(count int) wire.Out {
		return wire.UserLeftRoom{RoomID: r.handle.ID, UserID: id, Username: name, OnlineCount: count}
	}
	r.notices.Put(now, r.members.Count(), presence.Notice{Frame: left, About: id})
}
