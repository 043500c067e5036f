package actors

import (
	"testing"
)

// The plain path of a member through chat.
func TestWS1PlainPath(t *testing.T) {
	bubble(t, func(c *Config) { c.ClientBuild = "0a1b2c3d4e5f6071" }, func(r *harness) {
		r.log.byAnotherNode("general", "id-old", "before")
		a := r.join("ann", "")
		got := a.take()
		equal(t, "greeting", kinds(got), []string{"connected", "joined", "room_joined", "message_history"})
		equal(t, "build", got[0]["build"], any("0a1b2c3d4e5f6071"))
		equal(t, "joined", got[1], frame{"type": "joined", "userId": "id-ann", "username": "ann", "isAdmin": false, "onlineCount": 1.0})
		equal(t, "room_joined", got[2], frame{"type": "room_joined", "roomId": "general", "onlineCount": 1.0, "seq": 1.0, "resumed": false})
		equal(t, "history", len(got[3]["messages"].([]any)), 1)
		if !a.joined {
			t.Fatal("the edge does not know that the socket belongs to a member")
		}

		tab, bob := r.inside("ann"), r.inside("bob")
		a.take()
		a.say("hello")
		for _, b := range []*browser{a, tab, bob} {
			m := only(b.take(), "message")
			equal(t, "messages", len(m), 1)
			equal(t, "text", m[0]["message"], any("hello"))
			equal(t, "seq", m[0].num("seq"), 2)
			equal(t, "user", m[0]["user_id"], any("id-ann"))
		}
	})
}
