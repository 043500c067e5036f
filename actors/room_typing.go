// The room's typing: gathered for a moment, told to the others only (WS-19).
package actors

import (
	"time"

	"muster/actors/wire"
	"muster/store"
)

// maxTypers bounds the list and the single indicators of one tick.
const maxTypers = 20

func (r *room) typed(m roomTyping) {
	if !r.loaded {
		return
	}
	st := r.roster.by[m.session]
	if st == nil || st.person.name == "" {
		return
	}
	t := store.Typing{MemberID: st.person.id, Name: st.person.name, On: m.on}
	news := false
	if m.on {
		news = r.typing.start(t.MemberID, t.Name, r.hub.now())
	} else {
		news = r.typing.stop(t.MemberID)
	}
	if bus := r.hub.cfg.Bus; bus != nil && news {
		bus.PublishTyping(r.handle.id, t)
	}
}

// hinted takes in what another node says; like everything of typing it runs
// out by itself.
func (r *room) hinted(t store.Typing) {
	switch {
	case !r.loaded:
	case t.On:
		r.typing.start(t.MemberID, t.Name, r.hub.now())
	default:
		r.typing.stop(t.MemberID)
	}
}

// nextTyping is when typing has something to do; zero for never.
func (r *room) nextTyping() time.Time {
	if r.typing.stale() {
		return r.typingAt
	}
	return r.typing.next()
}

// tellTyping tells what changed, at most once every typingTick. Who types is
// told of the others, never of itself.
func (r *room) tellTyping(now time.Time) {
	r.typing.expire(now)
	if !r.typing.stale() {
		r.typingAt = time.Time{}
		return
	}
	if r.typingAt.IsZero() {
		r.typingAt = now.Add(typingTick)
	}
	if r.typingAt.After(now) {
		return
	}
	r.typingAt = time.Time{}
	began, ended := r.typing.change()
	r.indicate(began, true)
	r.indicate(ended, false)
	shown := r.typing.list()
	everybody := r.typingList(shown, "")
	own := map[string]wire.Frame{}
	for _, t := range shown[:min(len(shown), maxTypers)] {
		own[t.id] = r.typingList(shown, t.id)
	}
	for _, st := range r.roster.seats {
		if f, ok := own[st.person.id]; ok {
			st.out.Push(f)
		} else {
			st.out.Push(everybody)
		}
	}
}

func (r *room) indicate(who []typer, on bool) {
	for _, t := range who[:min(len(who), maxTypers)] {
		r.toAll(wire.Encode(wire.TypingIndicator{RoomID: r.handle.id, Username: t.name, IsTyping: on}), t.id)
	}
}

// typingList is typing_users_update as the member but sees it.
func (r *room) typingList(shown []typer, but string) wire.Frame {
	users := []string{}
	for _, t := range shown {
		if t.id != but && len(users) < maxTypers {
			users = append(users, t.name)
		}
	}
	return wire.Encode(wire.TypingUsersUpdate{RoomID: r.handle.id, Users: users})
}
