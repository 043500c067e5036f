// The room's typing: gathered for a moment, sent to the others only.
package room

import (
	"time"

	"muster/actors/presence"
	"muster/actors/wire"
	"muster/store/bus"
)

// maxTypers bounds the list and the single indicators of one tick.
const maxTypers = 20

func (r *Room) typed(m Typing) {
	if !r.loaded {
		return
	}
	sub := r.members.Of(m.Session.Out())
	if sub == nil || sub.Person.Name == "" {
		return
	}
	t := bus.Typing{MemberID: sub.Person.ID, Name: sub.Person.Name, On: m.On}
	news := false
	if m.On {
		news = r.typing.Start(t.MemberID, t.Name, sub.Out, r.node.Now())
	} else {
		news = r.typing.Stop(t.MemberID)
	}
	if r.bus != nil && news {
		r.bus.PublishTyping(r.handle.ID, t)
	}
}

// typerLeft ends the typing of a member whose socket left, if it typed there or has no
// other socket in the room. Other nodes where the member has one stop showing it too.
func (r *Room) typerLeft(left *presence.Subscription) {
	p := left.Person
	if !p.Absent() && !r.typing.In(p.ID, left.Out) {
		return
	}
	if r.typing.Stop(p.ID) && r.bus != nil {
		r.bus.PublishTyping(r.handle.ID, bus.Typing{MemberID: p.ID, Name: p.Name})
	}
}

// remoteTyping takes in what another node announced. It expires like typing on
// this node.
func (r *Room) remoteTyping(t bus.Typing) {
	switch {
	case !r.loaded:
	case t.On:
		r.typing.Start(t.MemberID, t.Name, nil, r.node.Now())
	default:
		r.typing.Stop(t.MemberID)
	}
}

// nextTyping is when typing has something to do; zero for never.
func (r *Room) nextTyping() time.Time {
	if r.typing.Changed() {
		return r.typingAt
	}
	return r.typing.Next()
}

// typingInterval is the least time between two updates of a room with so many
// sockets: with 5,000 sockets an update each TypingTick would be 33,000 writes a
// second.
func typingInterval(sockets int) time.Duration {
	return min(TypingTick*time.Duration(max(sockets, presence.LargeRoom))/presence.LargeRoom, typingTickMax)
}

// sendTyping sends what changed, at most once every typingInterval. A typer receives
// the others, never itself.
func (r *Room) sendTyping(now time.Time) {
	r.typing.Expire(now)
	if !r.typing.Changed() {
		r.typingAt = time.Time{}
		return
	}
	if r.typingAt.IsZero() {
		r.typingAt = now.Add(typingInterval(len(r.members.Subscriptions)))
	}
	if r.typingAt.After(now) {
		return
	}
	r.typingAt = time.Time{}
	began, ended := r.typing.Announce()
	r.indicate(began, true)
	r.indicate(ended, false)
	alone := "" // the only one who began or ended, for whom the others are as before
	if changed := append(began, ended...); len(changed) == 1 {
		alone = changed[0].ID
	}
	shown := r.typing.List()
	everybody := r.typingList(shown, "")
	own := map[string]wire.Frame{}
	for _, t := range shown[:min(len(shown), maxTypers)] {
		own[t.ID] = r.typingList(shown, t.ID)
	}
	for _, sub := range r.members.Subscriptions {
		if sub.Person.ID == alone {
			continue
		}
		if f, ok := own[sub.Person.ID]; ok {
			sub.Out.Push(f)
		} else {
			sub.Out.Push(everybody)
		}
	}
}

func (r *Room) indicate(who []presence.Typer, on bool) {
	for _, t := range who[:min(len(who), maxTypers)] {
		r.toAll(wire.Encode(wire.TypingIndicator{RoomID: r.handle.ID, Username: t.Name, IsTyping: on}), t.ID)
	}
}

// typingList is typing_users_update as the member but sees it.
func (r *Room) typingList(shown []presence.Typer, but string) wire.Frame {
	users := []string{}
	for _, t := range shown {
		if t.ID != but && len(users) < maxTypers {
			users = append(users, t.Name)
		}
	}
	return wire.Encode(wire.TypingUsersUpdate{RoomID: r.handle.ID, Users: users})
}
