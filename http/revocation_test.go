// Rights that are taken away, from the administrator's call to the open socket
// (WS-28, ROOM-12, ROLE-8, promise P7).

package http

import (
	"cmp"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/coder/websocket"

	"muster/store"
)

// revocation is one way to lose a right.
type revocation struct {
	name string
	// admin: the member loses the administrator's right, which alone opened
	// the room to it.
	admin bool
	// take makes the call that takes the right away.
	take func(chief *visitor, st stand) answer
	// code closes the socket; 0: it stays, out of the room.
	code websocket.StatusCode
	why  string // what an open socket is told
	door string // what a new one is told then, where that differs
	// event is what the site log tells of it.
	event func(st stand) (kind store.SiteEventKind, about map[string]string)
}

func aboutMember(kind store.SiteEventKind) func(stand) (store.SiteEventKind, map[string]string) {
	return func(st stand) (store.SiteEventKind, map[string]string) {
		return kind, map[string]string{"memberId": st.member.ID}
	}
}

func aboutSession(st stand) (store.SiteEventKind, map[string]string) {
	return store.SessionEnded, map[string]string{"sessionId": st.session}
}

const sessionOver = "Your session has ended"

var revocations = []revocation{
	{
		name: "ban", code: 4403, why: store.BannedFromChat, event: aboutMember(store.MemberStatusChanged),
		take: func(chief *visitor, st stand) answer {
			return chief.call("PATCH", "/api/admin/users/"+st.member.ID+"/chat-access",
				fields{"enabled": false, "bannedUntil": time.Now().Add(time.Hour).UTC().Format(time.RFC3339)})
		},
	},
	{
		name: "chat off", code: 4403, why: store.BannedFromChat, event: aboutMember(store.MemberStatusChanged),
		take: func(chief *visitor, st stand) answer {
			return chief.call("PATCH", "/api/admin/users/"+st.member.ID+"/chat-access", fields{"enabled": false})
		},
	},
	{
		name: "room access revoked", why: store.NoRoomAccess, event: aboutMember(store.RoomAccessChanged),
		take: func(chief *visitor, st stand) answer {
			return chief.call("DELETE", "/api/admin/room-access", fields{"user_id": st.member.ID, "room_id": st.room})
		},
	},
	{
		name: "room deleted", why: store.NoRoomAccess,
		take: func(chief *visitor, st stand) answer {
			return chief.send("DELETE", "/api/admin/rooms/"+st.room, nil)
		},
		event: func(st stand) (store.SiteEventKind, map[string]string) {
			return store.RoomChanged, map[string]string{"room": st.room}
		},
	},
	{
		name: "admin right removed", admin: true, why: store.NoRoomAccess, event: aboutMember(store.MemberStatusChanged),
		take: func(chief *visitor, st stand) answer {
			return chief.call("PATCH", "/api/admin/users/"+st.member.ID+"/admin-status", fields{"isAdmin": false})
		},
	},
	{
		name: "session ended from the list", code: 4401, why: sessionOver, door: store.NotAuthenticated, event: aboutSession,
		take: func(_ *visitor, st stand) answer { return st.own.send("DELETE", "/api/auth/sessions/"+st.session, nil) },
	},
	{
		name: "all other sessions ended", code: 4401, why: sessionOver, door: store.NotAuthenticated, event: aboutSession,
		take: func(_ *visitor, st stand) answer { return st.own.send("DELETE", "/api/auth/sessions", nil) },
	},
	{
		name: "logout", code: 4401, why: sessionOver, door: store.NotAuthenticated, event: aboutSession,
		take: func(_ *visitor, st stand) answer { return st.own.with(st.token).send("POST", "/api/auth/logout", nil) },
	},
}

// stand is a member in a private room, with the session of its sockets and
// another one for its own calls.
type stand struct {
	member         store.Member
	own            *visitor
	token, session string
	room           string
}

// place makes a member and a room it may enter for the reason that r takes away.
func (l *liveSite) place(chief *visitor, r revocation, name string) stand {
	st := stand{room: "room-" + name}
	st.own, st.member, _ = l.soldier(name)
	st.token, st.session = l.session(store.MemberSession, st.member.ID)
	chief.post("/api/admin/rooms", fields{"name": st.room}).want(l.t, 200)
	if r.admin {
		chief.call("PATCH", "/api/admin/users/"+st.member.ID+"/admin-status", fields{"isAdmin": true}).want(l.t, 200)
	} else {
		chief.post("/api/admin/room-access", fields{"user_email": name, "room_id": st.room, "access_level": "member"}).want(l.t, 200)
	}
	return st
}

// WS-28, ROOM-12, ROLE-8, AUTH-37: what an open socket is told on the node of
// the call and on another one, and that nothing of the room reaches it later.
func TestRightsEndInOpenSockets(t *testing.T) {
	t.Parallel()
	for _, r := range revocations {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			l := newLiveSite(t, 2)
			chief, _ := l.chief("chief")
			witness, _, _ := l.soldier("witness")
			st := l.place(chief, r, "ann")
			chief.post("/api/admin/room-access", fields{"user_email": "witness", "room_id": st.room, "access_level": "member"}).want(t, 200)
			var open []*browser
			for node := range l.nodes {
				b := l.dial(node, st.token, st.room)
				b.inRoom(st.room)
				open = append(open, b)
			}
			r.take(chief, st).want(t, 200)
			if r.code != 0 {
				for node, b := range open {
					b.closes(r.code, r.why)
					l.dial(node, st.token, "general").closes(r.code, cmp.Or(r.door, r.why))
				}
				return
			}
			if r.admin {
				st.own.get("/api/admin/rooms").want(t, 403)
			}
			for _, b := range open {
				b.until("room_left", func(f heard) bool { return f.RoomID == st.room })
				b.until("error", func(f heard) bool { return f.Text == r.why })
			}
			if r.name != "room deleted" { // where somebody is left to speak
				w := l.dial(0, witness.token, st.room)
				w.inRoom(st.room)
				w.text(st.room, "among ourselves")
				w.until("message", func(f heard) bool { return f.Text == "among ourselves" })
			}
			for node, b := range open {
				b.say(fields{"type": "join_room", "roomId": st.room})
				b.say(fields{"type": "join_room", "roomId": "general"})
				b.inRoom("general")
				b.text("general", fmt.Sprint("still here ", node))
				b.until("message", func(f heard) bool { return f.Text == fmt.Sprint("still here ", node) })
				for _, f := range b.after("room_left") {
					if f.RoomID == st.room || f.Text == "among ourselves" {
						t.Errorf("node %d: %+v reached a socket that had to leave", node, f)
					}
				}
			}
		})
	}
}

// ROLE-8, CHAT-23: a former administrator's open socket deletes nobody's
// messages any more.
func TestFormerAdministratorDeletesNothing(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 1)
	chief, _ := l.chief("chief")
	_, ann, session := l.soldier("ann")
	_, bob, _ := l.soldier("bob")
	said := []string{l.say(ann, session, "general", "one"), l.say(ann, session, "general", "two")}
	right := func(is bool) {
		chief.call("PATCH", "/api/admin/users/"+bob.ID+"/admin-status", fields{"isAdmin": is}).want(t, 200)
	}
	token, _ := l.session(store.MemberSession, bob.ID)
	b := l.dial(0, token, "general")
	b.inRoom("general")
	erase := func(id string) { b.say(fields{"type": "delete_message", "messageId": id, "roomId": "general"}) }
	right(true)
	erase(said[0])
	b.until("message_deleted", func(heard) bool { return true })
	right(false)
	erase(said[1])
	b.until("error", func(f heard) bool { return f.Text == store.NotYourMessage })
	for i, id := range said {
		var stands bool
		l.must(l.Pool().QueryRow(context.Background(), `select deleted_at is null from messages where id = $1`, id).Scan(&stands))
		if stands != (i == 1) {
			t.Errorf("message %d stands: %v", i, stands)
		}
	}
}
