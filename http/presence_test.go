package http

import (
	"testing"

	"muster/store"
)

// The presence of a room in the back office is what the room itself counts: people
// with an open socket in it, not sockets.
func TestADM10PresenceAgreesWithTheRoom(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 1)
	chief, _ := l.signedInAdmin("chief")
	_, ann, _ := l.signedInMember("ann")
	_, bob, _ := l.signedInMember("bob")
	for _, m := range []store.Member{ann, ann, bob} {
		token, _ := l.session(store.MemberSession, m.ID)
		l.dial(0, token, "general").waitJoined("general")
	}
	a := chief.get("/api/admin/room-presence/general").want(t, 200)
	people := a.body["presence"].([]any)
	if len(people) != 2 || a.body["onlineCount"] != 2.0 {
		t.Fatalf("%s", a.raw)
	}
	for i, m := range []store.Member{ann, bob} {
		if p := people[i].(fields); p["user_id"] != m.ID || p["username"] != m.Username || p["last_seen"] == nil {
			t.Errorf("%v, want %s", p, m.Username)
		}
	}
}
