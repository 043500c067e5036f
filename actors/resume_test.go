package actors

import (
	"fmt"
	"testing"
	"time"

	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// seqs are the numbers of the room events among fs.
func seqs(fs []frame) []int64 {
	var out []int64
	for _, f := range fs {
		switch f.kind() {
		case "message", "message_deleted", "message_edited", "message_pinned", "reaction_added", "reaction_removed", "room_changed":
			out = append(out, f.num("seq"))
		}
	}
	return out
}

func numbers(from, to int64) []int64 {
	var out []int64
	for n := from; n <= to; n++ {
		out = append(out, n)
	}
	return out
}

// A short absence is answered from the replay buffer of the room.
func TestWS16NearResume(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		for i := range 5 {
			a.say(fmt.Sprint(i))
		}
		reads := r.log.count("Events")
		b := r.join("bob", `,"lastSeq":2`)
		got := b.take()
		equal(t, "frames", kinds(got)[2:], []string{"room_joined", "message", "message", "message"})
		equal(t, "resumed", []any{got[2]["resumed"], got[2]["seq"]}, []any{true, 5.0})
		equal(t, "exactly", seqs(got), numbers(3, 5))
		equal(t, "read from the log", r.log.count("Events"), reads)
		c := r.join("cyd", `,"lastSeq":5`)
		got = c.take()
		equal(t, "nothing missed", kinds(got)[2:], []string{"room_joined"})
		equal(t, "resumed", got[2]["resumed"], any(true))
	})
}

// After a restart each member read what it had missed from the log, and had it
// encoded, alone. A room that is opened brings its newest events with it.
func TestWS16ResumeInARoomJustOpened(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range roomlog.ReplayEvents + 10 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		r.log.set(func(l *memLog) { l.filled = true })
		head := int64(roomlog.ReplayEvents + 10)
		got := r.join("bob", `,"lastSeq":100`).take()
		equal(t, "exactly", seqs(got), numbers(101, head))
		equal(t, "read from the log", r.log.count("Events"), 0)
		got = r.join("cyd", `,"lastSeq":5`).take()
		equal(t, "what is older comes from the log", seqs(got), numbers(6, head))
	})
}

// A long absence is read from the log in pages, with back-pressure, and the
// live events follow without a gap.
func TestWS16FarResume(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range 3*room.PageEvents + 7 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		head := int64(3*room.PageEvents + 7)
		a := r.inside("ann")
		b := r.join("bob", `,"lastSeq":1`)
		a.say("live")
		got := b.take()
		equal(t, "first", got[2].kind(), "room_joined")
		equal(t, "resumed", []any{got[2]["resumed"], got[2]["onlineCount"]}, []any{true, 2.0})
		equal(t, "no history", len(only(got, "message_history")), 0)
		equal(t, "exactly", seqs(got), numbers(2, head+1))
		if b.awaits < 3 {
			t.Fatalf("waited for the reader %d times", b.awaits)
		}
	})
}

// Who comes while the log is asked counts: room_joined had the people of before.
func TestResumedRoomHasThePeopleOfNow(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range 3*room.PageEvents + 7 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		r.inside("ann")
		hold := make(chan struct{})
		r.log.set(func(l *memLog) { l.holdResume = hold })
		r.member("bob")
		b := r.connect()
		b.send(`{"type":"join_chat","token":"token-bob","lastSeq":1}`)
		after(0)
		r.inside("cyd")
		close(hold)
		after(0)
		joined := only(b.take(), "room_joined")
		equal(t, "with cyd", []any{len(joined), joined[0].num("onlineCount")}, []any{1, 3.0})
	})
}

func TestWS16NotResumable(t *testing.T) {
	for name, lastSeq := range map[string]int64{"too old": 1, "beyond the head": 999, "negative": -1} {
		t.Run(name, func(t *testing.T) {
			bubble(t, nil, func(r *harness) {
				for i := range 20 {
					r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
				}
				r.log.noResume = name == "too old"
				b := r.join("bob", fmt.Sprintf(`,"lastSeq":%d`, lastSeq))
				got := b.take()
				equal(t, "frames", kinds(got)[2:], []string{"room_joined", "message_history"})
				equal(t, "resumed", []any{got[2]["resumed"], got[2]["seq"]}, []any{false, 20.0})
			})
		})
	}
}

// While the log cannot say whether a member may resume, the member must come back
// later. The answer was once to reload, which only a trimmed log may give.
func TestP4ResumeWhileTheLogIsAway(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range 20 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		r.inside("ann") // the room is in memory, and its replay buffer begins here
		r.log.set(func(l *memLog) { l.down = store.NewError(store.Unavailable, "Down") })
		b := r.join("bob", `,"lastSeq":1`)
		equal(t, "closed", b.closed(), wire.CloseTryLater)
		equal(t, "received", len(only(b.take(), "room_joined", "message_history")), 0)
		r.log.set(func(l *memLog) { l.down = nil })
		got := r.join("bob", `,"lastSeq":1`).take()
		equal(t, "resumed", only(got, "room_joined")[0]["resumed"], any(true))
		equal(t, "exactly", seqs(got), numbers(2, 20))
	})
}

// A client that comes from a node that is ahead of this one misses nothing and
// receives nothing twice.
func TestWS16ResumeAheadOfTheRoom(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		for i := range 4 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i)) // this node does not know yet
		}
		b := r.join("bob", `,"lastSeq":3`)
		after(2 * time.Second)
		got := b.take()
		equal(t, "resumed", only(got, "room_joined")[0]["resumed"], any(true))
		equal(t, "exactly", seqs(got), numbers(4, 4))
		equal(t, "the others", seqs(a.take()), numbers(1, 4))
	})
}

// A client that does not read its resume is disconnected.
func TestWS27ResumeOfAStoppedReader(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range room.PageEvents + 1 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		r.member("bob")
		b := r.connect()
		b.stuck = true
		b.send(`{"type":"join_chat","token":"token-bob","lastSeq":0}`)
		equal(t, "closed", b.closed(), wire.CloseTryLater)
	})
}

// A room that failed while a session read what it missed made the session read
// twice: every event came twice.
func TestWS16RoomFailsDuringResume(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range room.PageEvents + 5 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		r.member("bob")
		b := r.connect()
		b.hold = make(chan struct{})
		b.send(`{"type":"join_chat","token":"token-bob","lastSeq":0}`)
		runtime.Halt(r.hub.live("general").Ref)
		r.inside("ann") // makes the room anew
		after(time.Second)
		close(b.hold)
		after(time.Second)
		got := b.take()
		equal(t, "received once", len(only(got, "room_joined")), 1)
		equal(t, "exactly", seqs(got), numbers(1, room.PageEvents+5))
	})
}

// A member who loses access to the room while reading what they missed is sent
// no more of it.
func TestP7AccessRevokedDuringResume(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range room.PageEvents + 5 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		r.member("bob")
		b := r.connect()
		b.hold = make(chan struct{})
		b.send(`{"type":"join_chat","token":"token-bob","lastSeq":0}`)
		r.admission.set(func(l *memAdmission) { l.closed["id-bob general"] = true })
		r.log.set(func(l *memLog) { l.private = map[string][]string{"general": {}} })
		r.site(store.SiteEvent{Kind: store.RoomAccessChanged, MemberID: "id-bob", Room: "general"})
		equal(t, "one page so far", len(seqs(b.take())), room.PageEvents)
		close(b.hold)
		after(time.Second)
		equal(t, "received", kinds(b.take()), []string{"room_left", "error"})
		equal(t, "socket", b.closed(), 0)
		b.send(`{"type":"join_room","roomId":"side"}`)
		equal(t, "in another room", kinds(b.take()), []string{"room_joined", "message_history"})
	})
}

// A member who resumes in the room that they are in receives exactly what
// follows their number, from the log when the replay buffer does not reach back
// so far. Live events of that time follow once, and the socket stays
// subscribed.
func TestP4ResumeInTheRoomOneIsIn(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range room.PageEvents + 5 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		head := int64(room.PageEvents + 5)
		a, b := r.inside("ann"), r.inside("bob")
		after(settled)
		a.take()
		b.take()
		b.hold = make(chan struct{})
		b.send(`{"type":"join_room","roomId":"general","lastSeq":2}`)
		got := b.take()
		equal(t, "resumed", []any{got[0].kind(), got[0]["resumed"]}, []any{"room_joined", true})
		equal(t, "one page so far", seqs(got), numbers(3, room.PageEvents+2))
		a.say("meanwhile")
		equal(t, "not before its turn", len(b.take()), 0)
		close(b.hold)
		after(0)
		a.say("after it")
		got = b.take()
		equal(t, "exactly", seqs(got), numbers(room.PageEvents+3, head+2))
		equal(t, "no history", len(only(got, "message_history", "room_joined")), 0)
		equal(t, "nobody came or left", len(only(a.take(), "user_left_room", "user_joined_room")), 0)
		r.log.set(func(l *memLog) { l.noResume = true })
		b.send(`{"type":"join_room","roomId":"general","lastSeq":2}`)
		got = b.take()
		equal(t, "trimmed", kinds(got), []string{"room_joined", "message_history"})
		equal(t, "resumed", got[0]["resumed"], any(false))
		a.say("live")
		equal(t, "live", seqs(b.take()), numbers(head+3, head+3))
	})
}

// A member who loses access to the room while resuming in it is answered once.
func TestP7AccessRevokedDuringResumeInTheRoom(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range room.PageEvents + 5 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		b := r.inside("bob")
		b.hold = make(chan struct{})
		b.send(`{"type":"join_room","roomId":"general","lastSeq":0}`)
		b.take()
		r.admission.set(func(l *memAdmission) { l.closed["id-bob general"] = true })
		r.log.set(func(l *memLog) { l.private = map[string][]string{"general": {}} })
		r.site(store.SiteEvent{Kind: store.RoomAccessChanged, MemberID: "id-bob", Room: "general"})
		close(b.hold)
		after(time.Second)
		equal(t, "received", kinds(b.take()), []string{"room_left", "error"})
		equal(t, "socket", b.closed(), 0)
	})
}

// Many clients that read their resume slowly keep nobody from joining: they
// once held all slots for queries.
func TestP22SlowResumesDelayNobody(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range room.PageEvents + 1 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		hold := make(chan struct{})
		for i := range runtime.ParallelQueries + 10 {
			r.member(fmt.Sprint("slow", i))
			b := r.connect()
			b.hold = hold
			b.send(`{"type":"join_chat","token":"token-slow%d","lastSeq":0}`, i)
		}
		a := r.join("ann", "")
		equal(t, "joined", len(only(a.take(), "room_joined")), 1)
		close(hold)
		after(0)
	})
}

// A log that fails in the middle of a resume must not leave a gap behind
// room_joined: the socket is closed to try again.
func TestWS16ResumeInterrupted(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for i := range 2 * room.PageEvents {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		r.member("bob")
		b := r.connect()
		b.onPush = func(n int) {
			if n == 100 {
				r.log.set(func(l *memLog) { l.down = store.NewError(store.Unavailable, "Down") })
			}
		}
		b.send(`{"type":"join_chat","token":"token-bob","lastSeq":0}`)
		equal(t, "closed", b.closed(), wire.CloseTryLater)
		r.log.set(func(l *memLog) { l.down = nil })
	})
}
