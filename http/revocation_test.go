// Revocation of rights, from the administrator's call to the open sockets.

package http

import (
	"cmp"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/coder/websocket"

	"muster/store"
	"muster/store/roomlog"
)

// revocation is one way to lose a right.
type revocation struct {
	name string
	// admin: the member loses the administrator's right, and entered the room
	// only by it.
	admin bool
	// revoke makes the call that revokes the right.
	revoke func(chief *visitor, st revoked) response
	// code is the socket's close code; 0: it stays open but leaves the room.
	code            websocket.StatusCode
	reason          string // in the error frame of an open socket
	newSocketReason string // in that of a new socket, where it differs
	// event is the event expected in the site log.
	event func(st revoked) (kind store.SiteEventKind, about map[string]string)
}

func aboutMember(kind store.SiteEventKind) func(revoked) (store.SiteEventKind, map[string]string) {
	return func(st revoked) (store.SiteEventKind, map[string]string) {
		return kind, map[string]string{"memberId": st.member.ID}
	}
}

func aboutSession(st revoked) (store.SiteEventKind, map[string]string) {
	return store.SessionEnded, map[string]string{"sessionId": st.session}
}

const sessionOver = "Your session has ended"

var revocations = []revocation{
	{
		name: "ban", code: 4403, reason: roomlog.BannedFromChat, event: aboutMember(store.MemberStatusChanged),
		revoke: func(chief *visitor, st revoked) response {
			return chief.call("PATCH", "/api/admin/users/"+st.member.ID+"/chat-access",
				fields{"enabled": false, "bannedUntil": time.Now().Add(time.Hour).UTC().Format(time.RFC3339)})
		},
	},
	{
		name: "chat off", code: 4403, reason: roomlog.BannedFromChat, event: aboutMember(store.MemberStatusChanged),
		revoke: func(chief *visitor, st revoked) response {
			return chief.call("PATCH", "/api/admin/users/"+st.member.ID+"/chat-access", fields{"enabled": false})
		},
	},
	{
		name: "room access revoked", reason: roomlog.NoRoomAccess, event: aboutMember(store.RoomAccessChanged),
		revoke: func(chief *visitor, st revoked) response {
			return chief.call("DELETE", "/api/admin/room-access", fields{"user_id": st.member.ID, "room_id": st.room})
		},
	},
	{
		name: "room deleted", reason: roomlog.NoRoomAccess,
		revoke: func(chief *visitor, st revoked) response {
			return chief.send("DELETE", "/api/admin/rooms/"+st.room, nil)
		},
		event: func(st revoked) (store.SiteEventKind, map[string]string) {
			return store.RoomChanged, map[string]string{"room": st.room}
		},
	},
	{
		name: "admin right removed", admin: true, reason: roomlog.NoRoomAccess, event: aboutMember(store.MemberStatusChanged),
		revoke: func(chief *visitor, st revoked) response {
			return chief.call("PATCH", "/api/admin/users/"+st.member.ID+"/admin-status", fields{"isAdmin": false})
		},
	},
	{
		name: "session ended from the list", code: 4401, reason: sessionOver, newSocketReason: store.NotAuthenticated, event: aboutSession,
		revoke: func(_ *visitor, st revoked) response {
			return st.own.send("DELETE", "/api/auth/sessions/"+st.session, nil)
		},
	},
	{
		name: "all other sessions ended", code: 4401, reason: sessionOver, newSocketReason: store.NotAuthenticated, event: aboutSession,
		revoke: func(_ *visitor, st revoked) response { return st.own.send("DELETE", "/api/auth/sessions", nil) },
	},
	{
		name: "signed out by an administrator", code: 4401, reason: sessionOver, newSocketReason: store.NotAuthenticated,
		revoke: func(chief *visitor, st revoked) response {
			return chief.send("DELETE", "/api/admin/users/"+st.member.ID+"/sessions", nil)
		},
		event: aboutSession,
	},
	{
		name: "logout", code: 4401, reason: sessionOver, newSocketReason: store.NotAuthenticated, event: aboutSession,
		revoke: func(_ *visitor, st revoked) response {
			return st.own.with(st.token).send("POST", "/api/auth/logout", nil)
		},
	},
}

// revoked is a member in a private room, with one session for its sockets and another
// for its calls.
type revoked struct {
	member         store.Member
	own            *visitor
	token, session string
	room           string
}

// setUpRevocation adds a member and a room that it may enter by the right that r
// revokes.
func (l *liveSite) setUpRevocation(chief *visitor, r revocation, name string) revoked {
	st := revoked{room: "room-" + name}
	st.own, st.member, _ = l.signedInMember(name)
	st.token, st.session = l.session(store.MemberSession, st.member.ID)
	chief.post("/api/admin/rooms", fields{"name": st.room}).want(l.t, 200)
	if r.admin {
		chief.call("PATCH", "/api/admin/users/"+st.member.ID+"/admin-status", fields{"isAdmin": true}).want(l.t, 200)
	} else {
		chief.post("/api/admin/room-access", fields{"user_email": name, "room_id": st.room, "access_level": "member"}).want(l.t, 200)
	}
	return st
}

// Open sockets on the node of the call and on another one get the error frame, and
// nothing of the room afterwards.
func TestRightsEndInOpenSockets(t *testing.T) {
	t.Parallel()
	for _, r := range revocations {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			l := newLiveSite(t, 2)
			chief, _ := l.signedInAdmin("chief")
			witness, _, _ := l.signedInMember("witness")
			st := l.setUpRevocation(chief, r, "ann")
			chief.post("/api/admin/room-access", fields{"user_email": "witness", "room_id": st.room, "access_level": "member"}).want(t, 200)
			var open []*socketClient
			for node := range l.nodes {
				b := l.dial(node, st.token, st.room)
				b.waitJoined(st.room)
				open = append(open, b)
			}
			r.revoke(chief, st).want(t, 200)
			if r.code != 0 {
				for node, b := range open {
					b.wantClose(r.code, r.reason)
					l.dial(node, st.token, "general").wantClose(r.code, cmp.Or(r.newSocketReason, r.reason))
				}
				return
			}
			if r.admin {
				st.own.get("/api/admin/rooms").want(t, 403)
			}
			for _, b := range open {
				b.waitFrame("room_left", func(f frame) bool { return f.RoomID == st.room })
				b.waitFrame("error", func(f frame) bool { return f.Text == r.reason })
			}
			if r.name != "room deleted" { // otherwise nobody can send there
				w := l.dial(0, witness.token, st.room)
				w.waitJoined(st.room)
				w.sendText(st.room, "among ourselves")
				w.waitFrame("message", func(f frame) bool { return f.Text == "among ourselves" })
			}
			for node, b := range open {
				b.send(fields{"type": "join_room", "roomId": st.room})
				b.send(fields{"type": "join_room", "roomId": "general"})
				b.waitJoined("general")
				b.sendText("general", fmt.Sprint("still here ", node))
				b.waitFrame("message", func(f frame) bool { return f.Text == fmt.Sprint("still here ", node) })
				for _, f := range b.framesAfter("room_left") {
					if f.RoomID == st.room || f.Text == "among ourselves" {
						t.Errorf("node %d: %+v reached a socket that had to leave", node, f)
					}
				}
			}
		})
	}
}

// The open socket of a former administrator cannot delete others' messages.
func TestFormerAdministratorDeletesNothing(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 1)
	chief, _ := l.signedInAdmin("chief")
	_, ann, session := l.signedInMember("ann")
	_, bob, _ := l.signedInMember("bob")
	said := []string{l.storeMessage(ann, session, "general", "one"), l.storeMessage(ann, session, "general", "two")}
	right := func(is bool) {
		chief.call("PATCH", "/api/admin/users/"+bob.ID+"/admin-status", fields{"isAdmin": is}).want(t, 200)
	}
	token, _ := l.session(store.MemberSession, bob.ID)
	b := l.dial(0, token, "general")
	b.waitJoined("general")
	erase := func(id string) { b.send(fields{"type": "delete_message", "messageId": id, "roomId": "general"}) }
	right(true)
	erase(said[0])
	b.waitFrame("message_deleted", func(frame) bool { return true })
	right(false)
	erase(said[1])
	b.waitFrame("error", func(f frame) bool { return f.Text == roomlog.NotYourMessage })
	for i, id := range said {
		var stands bool
		l.must(l.Pool().QueryRow(context.Background(), `select deleted_at is null from messages where id = $1`, id).Scan(&stands))
		if stands != (i == 1) {
			t.Errorf("message %d stands: %v", i, stands)
		}
	}
}
