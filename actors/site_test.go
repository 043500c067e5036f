package actors

import (
	"testing"
	"time"

	"muster/actors/poller"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// An ended session closes its own sockets and no other.
func TestWS28SessionEnded(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		a.take()
		r.admission.set(func(l *memAdmission) { delete(l.callers, "token-ann") })
		r.site(store.SiteEvent{Kind: store.SessionEnded, SessionID: "session-ann", MemberID: "id-ann"})
		equal(t, "error", kinds(a.take()), []string{"error"})
		equal(t, "closed", a.closed(), wire.CloseSessionEnded)
		b.say("x")
		equal(t, "nothing more", len(a.take()), 0)
		equal(t, "others", b.closed(), 0)
		equal(t, "people", r.hub.OnlineCount(), 1)
	})
}

// A session that expires closes its open socket, although the site log does not
// report it; one that was used on another node meanwhile goes on.
func TestAUTH37SessionRunsOut(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		soon := time.Now().Add(time.Hour)
		r.admission.set(func(l *memAdmission) { l.expires = soon })
		a := r.inside("ann")
		a.take()
		later := soon.Add(2 * time.Hour)
		r.admission.set(func(l *memAdmission) { l.expires = later })
		after(time.Hour + time.Minute)
		equal(t, "used by another", a.closed(), 0)
		r.admission.set(func(l *memAdmission) { delete(l.callers, "token-ann") })
		after(2 * time.Hour)
		equal(t, "closed", a.closed(), wire.CloseSessionEnded)
	})
}

// A ban closes the sockets at once on the node where it was made and within a
// poll on the others; the change of an administrator's right takes effect too.
func TestWS28Standing(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, tab, b := r.inside("ann"), r.inside("ann"), r.inside("bob")
		a.take()
		tab.take()
		r.change("ann", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
		r.log.changed(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-ann"}) // on another node
		after(poller.Every)
		for _, s := range []*browser{a, tab} {
			e := refusal(t, s.take())
			equal(t, "text", e["message"], any("You are currently banned from chat"))
			equal(t, "closed", s.closed(), wire.CloseBanned)
		}
		r.change("bob", func(c *store.Caller) { c.Member.IsAdmin = true })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-bob"})
		b.take()
		b.send(`{"type":"send_message","messageType":"image"}`)
		equal(t, "administrator now", refusal(t, b.take())["code"], any("media_unknown"))
	})
}

// A room that is closed to its members removes them; their sockets stay open.
func TestROOM12AccessRevoked(t *testing.T) {
	for name, e := range map[string]store.SiteEvent{
		"access":   {Kind: store.RoomAccessChanged, MemberID: "id-ann", Room: "general"},
		"room":     {Kind: store.RoomChanged, Room: "general"},
		"standing": {Kind: store.MemberStatusChanged, MemberID: "id-ann"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, nil, func(r *harness) {
				a, b := r.inside("ann"), r.inside("bob")
				a.take()
				r.admission.set(func(l *memAdmission) { l.closed["id-ann general"] = true })
				r.site(e)
				got := a.take()
				equal(t, "received", kinds(got), []string{"room_left", "error"})
				equal(t, "text", got[1]["message"], any("You do not have access to this chat room"))
				equal(t, "socket", a.closed(), 0)
				b.say("x")
				equal(t, "nothing more", len(a.take()), 0)
				equal(t, "others stay", len(only(b.take(), "message")), 1)
				a.send(`{"type":"join_room","roomId":"side"}`)
				equal(t, "in another room", kinds(a.take()), []string{"room_joined", "message_history"})
			})
		})
	}
}

// A change that is committed while somebody joins is not missed.
func TestP7ChangeDuringJoin(t *testing.T) {
	for _, admitted := range []bool{true, false} {
		bubble(t, nil, func(r *harness) {
			r.member("ann")
			hold := make(chan struct{})
			r.admission.set(func(l *memAdmission) { l.hold, l.closed["id-ann general"] = hold, !admitted })
			a := r.join("ann", "") // its answer is read before the ban
			r.change("ann", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
			r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-ann"})
			close(hold)
			after(0)
			equal(t, "closed", a.closed(), wire.CloseBanned)
		})
	}
}

// When the log does not answer whether something changed, it is asked again.
func TestP7RecheckIsRepeated(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		r.admission.set(func(l *memAdmission) { l.down = store.NewError(store.Unavailable, "Down") })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-ann"})
		after(10 * time.Second)
		equal(t, "nobody is thrown out by an outage", a.closed(), 0)
		r.change("ann", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
		r.admission.set(func(l *memAdmission) { l.down = nil })
		after(session.RecheckRetry)
		equal(t, "closed", a.closed(), wire.CloseBanned)
		equal(t, "what waited for it is dropped", a.denied, true)
	})
}

// A command that the log refuses because of a ban closes the socket even before
// the site log reports the ban.
func TestP7RefusedByTheLog(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		r.change("ann", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
		r.log.set(func(l *memLog) { l.refuse["id-ann"] = roomlog.ErrBanned() })
		a.say("x")
		equal(t, "frames", kinds(a.take()), []string{"error", "error"})
		equal(t, "closed", a.closed(), wire.CloseBanned)
	})
}

// A name that changes while a room is read is not missed.
func TestWS21RenamedDuringLoad(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.member("ann")
		r.log.byAnotherNode("general", "id-ann", "mine")
		r.log.opened = func(id string) { // what is read still has the old name
			runtime.Tell(r.hub.live(id).Ref, room.Renamed{Member: "id-ann", Before: "ann", After: "eve", SiteSeq: 1})
		}
		history := only(r.join("bob", "").take(), "message_history")[0]["messages"].([]any)
		equal(t, "name", history[0].(map[string]any)["username"], any("eve"))
	})
}

// Everybody in chat and the rooms of the member receive a new name, and
// what is in memory carries it.
func TestWS21Renamed(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		aside := r.join("cyd", `,"roomId":"side"`)
		a.say("mine")
		a.take()
		b.take()
		aside.take()
		r.log.set(func(l *memLog) { l.names["id-ann"] = "eve" })
		r.site(store.SiteEvent{Kind: store.Renamed, MemberID: "id-ann", OldUsername: "ann", NewUsername: "eve"})
		want := frame{"type": "username_changed", "userId": "id-ann", "oldUsername": "ann", "newUsername": "eve", "siteSeq": 1.0}
		equal(t, "in another room", aside.take(), []frame{want})
		for _, s := range []*browser{a, b} {
			got := s.take()
			equal(t, "room", kinds(got), []string{"username_changed", "room_username_changed"})
			equal(t, "room's", got[1]["roomId"], any("general"))
		}
		for _, extra := range []string{"", `,"lastSeq":0`} {
			got := r.join("dan", extra).take()
			var m map[string]any
			if extra == "" {
				m = only(got, "message_history")[0]["messages"].([]any)[0].(map[string]any)
			} else {
				m = only(got, "message")[0]
			}
			equal(t, "relabelled", m["username"], any("eve"))
		}
	})
}
