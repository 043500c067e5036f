package http

import (
	"testing"

	"muster/store"
)

// watch opens a socket on a node that only watches.
func (l *liveSite) watch(node int, token string) *socketClient {
	l.t.Helper()
	b := l.open(node)
	b.send(fields{"type": "watch", "token": token})
	b.waitFrame("watching", func(frame) bool { return true })
	return b
}

// A page that is open on another node than the one where an administrator acts
// receives the act, and its member is not in chat.
func TestPagesOutsideChatReceiveOnEveryNode(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 2)
	chief, _ := l.signedInAdmin("chief")
	_, ann, _ := l.signedInMember("ann")
	_, bob, _ := l.signedInMember("bob")
	page := func(node int, m store.Member) *socketClient {
		token, _ := l.session(store.MemberSession, m.ID)
		return l.watch(node, token)
	}
	here, there, other := page(0, ann), page(1, ann), page(1, bob)
	at := "/api/admin/users/" + ann.ID
	chief.post(at+"/points", fields{"amount": 120, "reason": "thanks"}).want(t, 200)
	chief.post("/api/admin/badges/assign", fields{"userId": ann.ID, "badge": fields{"text": "Helper", "color": "Gold"}}).want(t, 200)
	chief.call("PATCH", at+"/chat-access", fields{"enabled": false}).want(t, 200)
	chief.call("PATCH", "/api/admin/community", fields{"name": "The Ninth"}).want(t, 200)
	for _, b := range []*socketClient{here, there} {
		for _, kind := range []string{"points_changed", "rank_changed", "badges_changed", "standing_changed"} {
			b.waitFrame(kind, func(frame) bool { return true })
		}
	}
	for _, kind := range []string{"badges_changed", "community_changed"} {
		other.waitFrame(kind, func(frame) bool { return true })
	}
	for _, f := range other.framesAfter("watching") {
		if f.Type == "points_changed" || f.Type == "standing_changed" {
			t.Errorf("another member received %v", f)
		}
	}
	if n := chief.get("/api/chat/online-count").want(t, 200).body["count"]; n != 0.0 {
		t.Errorf("%v people in chat", n)
	}
	chief.call("DELETE", at+"/sessions", nil).want(t, 200)
	here.wantClose(4401, "Your session has ended")
	there.wantClose(4401, "Your session has ended")
}
