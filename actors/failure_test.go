package actors

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/room"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store/roomlog"
)

// A room that panics is dropped and read again; its members continue from the
// last event that they were sent and miss nothing.
func TestRoomPanicIsRecovered(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		a.say("before")
		a.take()
		b.take()
		dead := r.hub.live("general")
		broken := roomlog.Event{Room: "general", Seq: 2, Kind: roomlog.MessageSent} // without its message
		runtime.Tell(dead.Ref, room.Announced{Events: []livelog.Announcement{{Seq: 2, Event: broken, Frame: wire.Encode(wire.UsernameNeeded{})}}})
		r.log.byAnotherNode("general", "id-old", "meanwhile")
		after(2 * time.Second)
		if now := r.hub.live("general"); now == nil || now == dead {
			t.Fatal("the room was not made anew")
		}
		for _, s := range []*browser{a, b} {
			got := s.take()
			equal(t, "entered again", only(got, "room_joined")[0]["resumed"], any(true))
			equal(t, "exactly", seqs(got), numbers(2, 2))
			equal(t, "socket", s.closed(), 0)
		}
		b.say("after")
		equal(t, "goes on", seqs(a.take()), numbers(3, 3))
		equal(t, "people", r.hub.OnlineCount(), 2)
	})
}

// A member who leaves or moves while the room fails can still do so.
func TestRoomFailsDuringLeave(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		runtime.Halt(r.hub.live("general").Ref)
		a.send(`{"type":"leave_room"}`)
		b.send(`{"type":"join_room","roomId":"side"}`)
		after(time.Second)
		for _, s := range []*browser{a, b} {
			s.send(`{"type":"join_room","roomId":"general"}`)
			s.say("x")
			got := only(s.take(), "message")
			equal(t, "in the room", len(got), 1)
		}
	})
}

// A room that fails after somebody left it does not affect them. It removed
// them from the room that they had moved to: their next send was answered by
// "You must join a room first".
func TestRoomFailsAfterLeave(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		left := r.hub.live("general")
		a.send(`{"type":"join_room","roomId":"side"}`)
		a.take()
		runtime.Halt(left.Ref)
		after(time.Second)
		a.say("still here")
		equal(t, "in side", kinds(a.take()), []string{"message"})
	})
}

// A panic in one session closes that socket alone and removes its presence.
func TestSessionPanicIsItsOwn(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		after(2 * time.Second)
		b.take()
		runtime.Tell(a.sess.Ref(), room.Entered{})       // harmless: no entry under way
		runtime.Tell(a.sess.Ref(), session.Revalidate{}) // without a barrier: it panics
		synctest.Wait()
		equal(t, "closed", a.closed(), wire.CloseTryLater)
		got := b.take()
		equal(t, "received", []int{len(got), len(only(got, "user_left_room")), len(only(got, "user_left"))}, []int{2, 1, 1})
		a.sess.Receive([]byte(`{"type":"typing_stop"}`))
		b.say("x")
		equal(t, "others", len(only(b.take(), "message")), 1)
	})
}

// A panic in a query ends the actor that asked, not the node.
func TestLedgerPanic(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.admission.set(func(l *memAdmission) { l.asked = func() { panic("driver") } })
		a := r.join("ann", "")
		equal(t, "closed", a.closed(), wire.CloseTryLater)
		r.admission.set(func(l *memAdmission) { l.asked = nil })
		equal(t, "others", len(only(r.join("bob", "").take(), "room_joined")), 1)
	})
}

// The hub drops a message that it cannot handle and goes on.
func TestHubSurvivesAPanic(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		runtime.Tell(r.hub.ref, hubArrive{})
		runtime.Tell(r.hub.ref, nil)
		equal(t, "alive", len(only(r.join("bob", "").take(), "joined")), 1)
	})
}

// Two thousand members who join at once all get in, the room is read once, and
// the count is right.
func TestP21JoinStorm(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		const n = 2000
		all := make([]*browser, n)
		for i := range all {
			r.member(fmt.Sprint("m", i))
			all[i] = &browser{memOutbox: &memOutbox{}, node: r}
		}
		for i, b := range all {
			go func() {
				b.sess = r.hub.Connect(b.memOutbox)
				b.sess.Receive(fmt.Appendf(nil, `{"type":"join_chat","token":"token-m%d"}`, i))
			}()
		}
		after(time.Second)
		for i, b := range all {
			if got := kinds(b.take()); len(got) < 4 || got[0] != "connected" || got[1] != "joined" {
				t.Fatalf("socket %d: %v", i, got)
			}
		}
		equal(t, "read", r.log.count("OpenRoom"), 1)
		equal(t, "online", r.hub.OnlineCount(), n)
		all[0].say("hello")
		for i, b := range all {
			if len(only(b.take(), "message")) != 1 {
				t.Fatalf("socket %d did not hear", i)
			}
		}
		for _, b := range all[1:] {
			b.sess.Gone()
		}
		after(2 * time.Second)
		equal(t, "gone", r.hub.OnlineCount(), 1)
		all[0].send(`{"type":"join_room","roomId":"general"}`)
		equal(t, "room", only(all[0].take(), "room_joined")[0].num("onlineCount"), 1)
	})
}

// A room that fails while it is read is opened again after a pause that grows. Its sessions
// entered again at once, so it was read, and its failure logged, as often as the node could.
func TestRoomThatFailsToOpenIsGivenTime(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		tries := 0
		r.log.set(func(l *memLog) {
			l.opened = func(string) {
				if tries++; tries < 100 {
					panic("driver")
				}
			}
		})
		a.send(`{"type":"join_room","roomId":"side"}`)
		after(3 * time.Second)
		r.log.set(func(*memLog) {
			if tries < 3 || tries > 6 {
				t.Errorf("opened %d times in 3 s", tries)
			}
			tries = 100
		})
		after(30 * time.Second)
		equal(t, "inside at last", r.roomsOf("ann", "general", "side"), []string{"side"})
	})
}

func TestReopenPauseGrows(t *testing.T) {
	equal(t, "pauses", []time.Duration{reopenPause(1), reopenPause(2), reopenPause(50)}, []time.Duration{200 * time.Millisecond, 400 * time.Millisecond, 30 * time.Second})
}

// Rooms that failed long ago are forgotten, and the pause of a room that fails
// again after a while is the first one.
func TestFailuresAreForgotten(t *testing.T) {
	now := time.Unix(1, 0)
	a := &hubActor{hub: &Hub{node: runtime.NewNode(func() time.Time { return now }, nil, nil, nil)}, failures: map[string]failure{}}
	equal(t, "first", a.countFailure("general"), 1)
	now = now.Add(failureMemory)
	equal(t, "second", a.countFailure("general"), 2)
	now = now.Add(failureMemory + 1)
	equal(t, "another room", a.countFailure("side"), 1)
	equal(t, "remembered", len(a.failures), 1)
	equal(t, "anew", a.countFailure("general"), 1)
}
