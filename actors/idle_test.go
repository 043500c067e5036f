package actors

import (
	"testing"
	"time"
)

// A room that nobody is in leaves memory and the poll after ten minutes, and
// members who enter later receive everything, resumed or anew. Rooms that had
// been entered once were kept and polled for as long as the node ran.
func TestEmptyRoomIsLetGo(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		side := r.join("bob", `,"roomId":"side"`)
		side.say("one")
		side.sess.Gone()
		after(roomIdle - time.Second)
		if r.hub.live("side") == nil {
			t.Fatal("let go too early")
		}
		after(2*idleRoomTick + time.Second)
		if r.hub.live("side") != nil {
			t.Fatal("the empty room is still live")
		}
		if r.hub.live("general") == nil {
			t.Fatal("a room with somebody in it was let go")
		}
		a.say("here")
		equal(t, "the other room", len(only(a.take(), "message")), 1)

		r.log.byAnotherNode("side", "id-old", "two")
		back := r.join("bob", `,"roomId":"side","lastSeq":1`)
		got := back.take()
		equal(t, "resumed", only(got, "room_joined")[0]["resumed"], any(true))
		equal(t, "missed", seqs(only(got, "message")), numbers(2, 2))
		back.say("three")
		equal(t, "goes on", seqs(only(back.take(), "message")), numbers(3, 3))

		// Somebody who comes in time keeps the room.
		kept := r.hub.live("side")
		back.sess.Gone()
		after(roomIdle - time.Minute)
		again := r.join("bob", `,"roomId":"side"`)
		after(2 * roomIdle)
		if r.hub.live("side") != kept {
			t.Error("a room was let go under somebody")
		}
		again.take()
		again.say("four")
		equal(t, "same room", len(only(again.take(), "message")), 1)
	})
}
