package http

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/actors"
	"muster/actors/wire"
	"muster/store"
)

// The polling call of the feed: who is here once, the newest messages that stand with at
// most 100 characters, and what else is stored.
func TestRealtime_ANLY5_ANLY7_LIM9(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, boss := s.signedInAdmin("chief")
	ann, annMember, session := s.signedInMember("ann")
	bob := s.member("bob", false)
	s.hub.people = map[string][]actors.RoomPerson{"": {{ID: annMember.ID, Name: "ann"}, {ID: bob.ID, Name: "bob"}}}
	for range 50 {
		s.storeMessage(annMember, session, "general", "older")
	}
	s.storeMessage(annMember, session, "general", strings.Repeat("é", 150))
	gone := s.storeMessage(annMember, session, "general", "regretted")
	s.exec(`update messages set deleted_at = now(), body = null where id = $1`, gone)
	ann.get("/api/admin/analytics/realtime").want(t, 403).says(t, "Administrators only")
	s.visitor().get("/api/admin/analytics/realtime").want(t, 401)
	ann.call("POST", "/api/points/check-in", nil).want(t, 200)
	chief.call("PATCH", "/api/admin/users/"+bob.ID+"/chat-access", fields{"enabled": false}).want(t, 200)
	reply := chief.get("/api/admin/analytics/realtime").want(t, 200)
	users := reply.body["onlineUsers"].([]any)
	var names []string
	for _, u := range users {
		names = append(names, u.(fields)["user_id"].(string))
	}
	if !slices.Equal(names[:2], []string{annMember.ID, bob.ID}) || len(names) != 3 || names[2] != boss.ID {
		t.Errorf("online: %v", users)
	}
	// Whom the number counts is whom the list has in chat.
	if n := slices.IndexFunc(users, func(u any) bool { return u.(fields)["in_chat"] != true }); reply.body["onlineCount"] != 2.0 || n != 2 {
		t.Errorf("%v people online, %d listed in chat", reply.body["onlineCount"], n)
	}
	if u := users[0].(fields); u["username"] != "ann" || u["last_seen"] == nil || u["in_chat"] != true || users[1].(fields)["last_seen"] != nil {
		t.Errorf("%v", users)
	}
	messages := reply.body["recentMessages"].([]any)
	first := messages[0].(fields)
	if len(messages) != 50 || strings.Contains(string(reply.raw), "regretted") || first["message"] != strings.Repeat("é", 100) ||
		first["username"] != "ann" || first["message_type"] != "text" || first["chat_rooms"].(fields)["display_name"] != "General" || first["created_at"] == nil {
		t.Errorf("%d messages, the first %v", len(messages), first)
	}
	var happened []wire.ActivityBody
	raw, _ := json.Marshal(reply.body["recentActivity"])
	s.must(json.Unmarshal(raw, &happened))
	kinds := map[string]wire.ActivityBody{}
	for _, a := range happened {
		kinds[a.Kind] = a
	}
	if a := kinds["ban"]; a.Actor.ID != boss.ID || a.Detail.Member == nil || a.Detail.Member.Username != "bob" {
		t.Errorf("ban: %+v of %s", a, raw)
	}
	if a := kinds["check_in"]; a.Actor.Username != "ann" || a.Detail.Points <= 0 || kinds["sign_in"].ID == "" {
		t.Errorf("check-in: %+v", a)
	}
}

// The socket brings stored activities with all others, and the nodes say how
// they are.
func TestActivityOverTheSocket_ANLY4(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 1)
	_, boss := l.signedInAdmin("chief")
	ann, annMember, _ := l.signedInMember("ann")
	token, _ := l.session(store.MemberSession, boss.ID)
	b := l.dial(0, token, "general")
	b.waitJoined("general")
	b.send(fields{"type": "watch_activity"})
	b.waitFrame("activity_watched", func(frame) bool { return true })
	ann.call("POST", "/api/points/check-in", nil).want(t, 200)
	annToken, _ := l.session(store.MemberSession, annMember.ID)
	speaker := l.dial(0, annToken, "general")
	speaker.waitJoined("general")
	speaker.sendText("general", "the secret word")
	for _, kind := range []string{"check_in", "user_joined", "message", "sign_in"} {
		b.waitFrame("activity", func(f frame) bool { return f.Kind == kind && f.Actor.ID == annMember.ID })
	}
	chief := l.with(token)
	deadline := time.NewTimer(testTimeout)
	defer deadline.Stop()
	// A node looks at itself every second: what it says may be from before the sockets.
	for said := false; !said; {
		for _, one := range chief.get("/api/admin/nodes").want(t, 200).body["nodes"].([]any) {
			n := one.(fields)
			said = n["sockets"] == 2.0 && n["startedAt"] != "" && n["logAgeMs"].(float64) >= 0
		}
		select {
		case <-deadline.C:
			t.Fatal("the node does not say how it is")
		case <-time.After(50 * time.Millisecond):
		}
	}
	ann.get("/api/admin/nodes").want(t, 403)

	// A second factor that another session sets up is owed by the one of this socket: the feed
	// ends, and begins again once it is proven.
	elsewhere, _ := l.session(store.MemberSession, boss.ID)
	secret := l.with(elsewhere).appSecret()
	codes := l.with(elsewhere).post(factorPath+"/app/confirm", fields{"code": l.appCode(secret)}).want(t, 200).body["codes"].([]any)
	b.waitFrame("error", func(f frame) bool { return f.Code == "second_factor_due" })
	chief.post(factorPath+"/prove", fields{"code": codes[0]}).want(t, 200)
	b.send(fields{"type": "watch_activity"})
	if err := b.await("the feed again", func(all []frame, _ bool) bool {
		watched := 0
		for _, f := range all {
			if f.Type == "activity_watched" {
				watched++
			}
		}
		return watched == 2
	}); err != nil {
		t.Error(err)
	}
}
