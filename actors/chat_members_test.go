package actors

import (
	"fmt"
	"testing"
	"time"

	"muster/actors/presence"
)

// People are counted, not sockets: further tabs of a member do not change the
// count.
func TestWS9WholeChat(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		b := r.inside("bob")
		equal(t, "joined", only(a.take(), "user_joined"), []frame{{"type": "user_joined", "userId": "id-bob", "username": "bob", "onlineCount": 2.0}})
		tab := r.inside("bob")
		equal(t, "second tab", len(only(a.take(), "user_joined")), 0)
		equal(t, "people", r.hub.OnlineCount(), 2)
		tab.sess.Gone()
		after(0)
		equal(t, "one tab less", len(only(a.take(), "user_left")), 0)
		b.sess.Gone()
		after(0)
		equal(t, "left", only(a.take(), "user_left"), []frame{{"type": "user_left", "userId": "id-bob", "username": "bob", "onlineCount": 1.0}})
		equal(t, "people", r.hub.OnlineCount(), 1)
		b.sess.Gone()
		after(0)
		equal(t, "people", r.hub.OnlineCount(), 1)
	})
}

// Who receives whose arrival, and when that shows a toast.
func TestWS8Toasts(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		after(2 * time.Second)
		b := r.inside("bob")
		b.send(`{"type":"join_room","roomId":"general"}`)
		got := only(a.take(), "user_joined_room")
		equal(t, "received", got, []frame{{
			"type": "user_joined_room", "roomId": "general", "userId": "id-bob", "username": "bob",
			"showNotification": true, "isRecentContributor": false, "onlineCount": 2.0,
		}})
		equal(t, "oneself", len(only(b.take(), "user_joined_room")), 0)
		tab := r.inside("bob")
		tab.send(`{"type":"join_room","roomId":"general"}`)
		after(2 * time.Second)
		equal(t, "second tab", len(only(a.take(), "user_joined_room")), 0)
		equal(t, "own sockets", len(only(b.take(), "user_joined_room")), 0)
		tab.sess.Gone()
		b.sess.Gone()
		after(0)
		equal(t, "left", only(a.take(), "user_left_room"), []frame{{
			"type": "user_left_room", "roomId": "general", "userId": "id-bob", "username": "bob", "onlineCount": 1.0,
		}})

		after(59 * time.Second)
		b = r.inside("bob")
		b.send(`{"type":"join_room","roomId":"general"}`)
		equal(t, "back within 60 s", only(a.take(), "user_joined_room")[0]["showNotification"], any(false))
		b.sess.Gone()
		after(61 * time.Second)
		a.take()
		b = r.inside("bob")
		b.send(`{"type":"join_room","roomId":"general"}`)
		equal(t, "back later", only(a.take(), "user_joined_room")[0]["showNotification"], any(true))
	})
}

// An automatic entry is announced after a second, and never when the client
// moves on at once.
func TestWS36SilentEntry(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		after(2 * time.Second)
		a.take()
		b := r.inside("bob")
		b.send(`{"type":"join_room","roomId":"side"}`)
		after(5 * time.Second)
		equal(t, "passing through", kinds(a.take()), []string{"user_joined"})

		r.inside("cyd")
		after(999 * time.Millisecond)
		equal(t, "not yet", len(only(a.take(), "user_joined_room")), 0)
		after(time.Millisecond)
		equal(t, "received", len(only(a.take(), "user_joined_room")), 1)
	})
}

// Somebody who passes through without being announced is not included in the
// counts sent meanwhile. It was: a join announced while somebody was in the
// room on a silent entry counted them, and their leaving was not announced.
func TestPassingThroughLeavesTheCountRight(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		after(2 * time.Second)
		passing := r.inside("bob")
		c := r.inside("cyd")
		c.send(`{"type":"join_room","roomId":"general"}`)
		equal(t, "with bob", only(a.take(), "user_joined_room")[0].num("onlineCount"), 3)
		c.take()
		passing.send(`{"type":"join_room","roomId":"side"}`)
		for _, b := range []*browser{a, c} {
			left := only(b.take(), "user_left_room")
			equal(t, "received", len(left), 1)
			equal(t, "without bob", left[0].num("onlineCount"), 2)
		}
		passing.send(`{"type":"join_room","roomId":"general"}`)
		equal(t, "toast", only(a.take(), "user_joined_room")[0]["showNotification"], any(true))
	})
}

// With more than a hundred people the room and the chat receive joins at
// most once a second, with the right count. Four times a second to rooms of 300 were all
// that three nodes did while 30,000 came.
func TestCrowdIsSentInOne(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		for i := range presence.LargeRoom + 1 {
			r.join(fmt.Sprint("p", i), "")
		}
		after(5 * time.Second)
		a.take()
		for i := range 300 {
			b := r.join(fmt.Sprint("q", i), "")
			b.send(`{"type":"join_room","roomId":"general"}`)
		}
		after(presence.Window)
		got := a.take()
		for _, kind := range []string{"user_joined_room", "user_joined"} {
			fs := only(got, kind)
			if len(fs) == 0 || len(fs) > 2 {
				t.Fatalf("%d %s frames for 300 joins", len(fs), kind)
			}
			equal(t, kind, fs[len(fs)-1].num("onlineCount"), 402)
		}
		toasts := 0
		for _, f := range only(got, "user_joined_room") {
			if f["showNotification"] == true {
				toasts++
			}
		}
		if toasts == 0 || toasts > 2 {
			t.Fatalf("%d toasts", toasts)
		}
		equal(t, "online", r.hub.OnlineCount(), 402)
	})
}
