package actors

import (
	"fmt"
	"testing"
	"time"

	"muster/actors/presence"
	"muster/actors/room"
	"muster/store"
)

// The others receive typing, the typer never; five seconds without a
// repeat, a leave or a send end it.
func TestWS19Typing(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, tab, b := r.inside("ann"), r.inside("ann"), r.inside("bob")
		after(2 * time.Second)
		clear := func() { a.take(); tab.take(); b.take() }
		clear()
		began := []frame{
			{"type": "typing_indicator", "roomId": "general", "username": "ann", "isTyping": true},
			{"type": "typing_users_update", "roomId": "general", "users": []any{"ann"}},
		}
		ended := []frame{
			{"type": "typing_indicator", "roomId": "general", "username": "ann", "isTyping": false},
			{"type": "typing_users_update", "roomId": "general", "users": []any{}},
		}
		own := func(what string) {
			t.Helper()
			for _, s := range []*browser{a, tab} {
				if got := s.take(); len(got) > 0 {
					t.Fatalf("%s: the typer received %v", what, got)
				}
			}
		}
		start := func() {
			t.Helper()
			a.send(`{"type":"typing_start"}`)
			after(room.TypingTick)
			equal(t, "began", b.take(), began)
			own("began")
		}

		start()
		after(4 * time.Second)
		a.send(`{"type":"typing_start","roomId":"general"}`)
		after(4 * time.Second)
		equal(t, "repeated", len(b.take()), 0)
		after(time.Second + 2*room.TypingTick)
		equal(t, "expired", b.take(), ended)
		own("expired")

		start()
		a.send(`{"type":"typing_stop"}`)
		after(room.TypingTick)
		equal(t, "stopped", b.take(), ended)

		start()
		a.say("done")
		after(room.TypingTick)
		equal(t, "sent", b.take()[1:], ended)
		clear()

		start()
		late := r.join("cyd", "")
		equal(t, "a newcomer", only(late.take(), "typing_users_update")[0]["users"], any([]any{"ann"}))
		r.site(store.SiteEvent{Kind: store.Renamed, MemberID: "id-ann", OldUsername: "ann", NewUsername: "eve"})
		clear()
		tab.sess.Gone()
		after(room.TypingTick)
		equal(t, "another tab left", len(only(b.take(), "typing_indicator")), 0)
		a.sess.Gone()
		after(room.TypingTick)
		equal(t, "left, by its new name", only(b.take(), "typing_indicator"), []frame{{"type": "typing_indicator", "roomId": "general", "username": "eve", "isTyping": false}})
	})
}

// Changes within a moment are sent once.
func TestWS19TypingIsGathered(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		b := r.inside("bob")
		for _, name := range []string{"p", "q", "s"} {
			r.inside(name).send(`{"type":"typing_start"}`)
		}
		after(2 * time.Second)
		lists := only(b.take(), "typing_users_update")
		equal(t, "lists", len(lists), 1)
		equal(t, "all", lists[0]["users"], any([]any{"p", "q", "s"}))
		b.send(`{"type":"typing_start"}`)
		b.send(`{"type":"typing_stop"}`)
		after(time.Second)
		equal(t, "a short one", len(b.take()), 0)
	})
}

// In a room of 5,000 each update of who types was 33,000 writes a second.
func TestTypingIsSentLessOftenInLargeRooms(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		b := r.inside("bob")
		for i := range 2*presence.LargeRoom - 2 {
			r.inside(fmt.Sprint("soldier", i))
		}
		r.inside("ann").send(`{"type":"typing_start"}`)
		after(room.TypingTick + room.TypingTick/2)
		equal(t, "so soon", len(only(b.take(), "typing_users_update")), 0)
		after(room.TypingTick)
		equal(t, "in time", len(only(b.take(), "typing_users_update")), 1)
	})
}
