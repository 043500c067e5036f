package http

import (
	"testing"

	"muster/store"
)

// The flag of a reported message is announced to those who may see it, and so is the end
// of the last report that was not dismissed.
func TestReportsAnnounceTheFlagToModerators(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, admin := s.signedInAdmin("chief")
	ann, _, _ := s.signedInMember("ann")
	cyd, _, _ := s.signedInMember("cyd")
	_, bob, session := s.signedInMember("bob")
	id := s.storeMessage(bob, session, "general", "x")
	for _, v := range []*visitor{ann, cyd} {
		v.post("/api/chat/report", fields{"messageId": id, "reason": "spam"}).want(t, 200)
	}
	ann.post("/api/chat/report", fields{"userId": bob.ID, "reason": "spam"}).want(t, 200)
	for _, one := range chief.get("/api/admin/reports").want(t, 200).body["reports"].([]any) {
		if r := one.(fields); r["messageId"] == id {
			chief.post("/api/admin/reports/"+r["id"].(string), fields{"outcome": "dismissed"}).want(t, 200)
		}
	}
	want := []bool{true, true, true, false}
	if len(s.hub.flags) != len(want) {
		t.Fatalf("announced %+v", s.hub.flags)
	}
	for i, f := range s.hub.flags {
		if f.MessageID != id || f.Room != "general" || f.Flagged != want[i] || len(f.To) != 1 || f.To[0] != admin.ID {
			t.Errorf("flag %d: %+v", i, f)
		}
	}
}

// The frame comes to an administrator who is in the room, and not to
// members.
func TestFlagFramesAreForModerators(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 1)
	_, admin := l.signedInAdmin("chief")
	ann, reporter, _ := l.signedInMember("ann")
	_, bob, session := l.signedInMember("bob")
	id := l.storeMessage(bob, session, "general", "x")
	var sockets []*socketClient
	for _, m := range []store.Member{admin, reporter} {
		token, _ := l.session(store.MemberSession, m.ID)
		b := l.dial(0, token, "general")
		b.waitJoined("general")
		sockets = append(sockets, b)
	}
	ann.post("/api/chat/report", fields{"messageId": id, "reason": "spam"}).want(t, 200)
	sockets[0].waitFrame("message_flagged", func(f frame) bool { return f.RoomID == "general" })
	last := l.storeMessage(bob, session, "general", "after it")
	sockets[1].waitFrame("message", func(f frame) bool { return f.Text == "after it" })
	for _, f := range sockets[1].framesAfter("room_joined") {
		if f.Type == "message_flagged" {
			t.Errorf("a member received the flag, before %s", last)
		}
	}
}
