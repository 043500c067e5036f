package actors

import (
	"fmt"
	"testing"
	"time"

	"muster/actors/poller"
	"muster/store"
)

// quietTime is enough for what is under way to be announced.
const quietTime = 2 * poller.Every

// moved is the activity of a room among frames.
func moved(b *browser) []frame { return only(b.take(), "room_activity") }

// The activity of a room that nobody on their node is in reaches sockets in other rooms
// at most once a second, and the last frame is at the room's head. A member who was
// named in between sees the mention.
func TestActivityOfOtherRoomsIsCoalesced(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ann, bob := r.inside("ann"), r.inside("bob")
		r.member("cyd")
		after(quietTime)
		ann.take()
		bob.take()
		var received, receivedBob []frame
		for i := range 100 { // 10 s
			e := r.log.byAnotherNode("side", "id-cyd", fmt.Sprint("number ", i))
			if i == 3 {
				r.log.set(func(l *memLog) { l.named = map[string][]string{e.Message.ID: {"id-bob"}} })
			}
			after(100 * time.Millisecond)
			received, receivedBob = append(received, moved(ann)...), append(receivedBob, moved(bob)...)
		}
		after(quietTime)
		received, receivedBob = append(received, moved(ann)...), append(receivedBob, moved(bob)...)
		if len(received) < 9 || len(received) > 12 {
			t.Errorf("%d frames in 10 s", len(received))
		}
		last := received[len(received)-1]
		equal(t, "the head", last.num("lastSeq"), 100)
		equal(t, "the last message", last["lastMessage"].(map[string]any)["preview"], any("number 99"))
		equal(t, "ann is not named", last["mention"], any(false))
		equal(t, "bob is", receivedBob[0]["mention"], any(true))
		equal(t, "once", receivedBob[1]["mention"], any(false))
		equal(t, "the room was not opened", r.log.count("OpenRoom"), 1)
		after(time.Minute)
		equal(t, "a quiet room", len(moved(ann)), 0)
	})
}

// A member who is in the room receives no activity of it; one who left it does.
func TestActivityIsNotSentIntoTheRoom(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ann, bob := r.inside("ann"), r.inside("bob")
		after(quietTime)
		ann.take()
		ann.say("hello")
		after(quietTime)
		equal(t, "in the room", len(moved(ann))+len(moved(bob)), 0)
		bob.send(`{"type":"leave_room"}`)
		ann.say("again")
		after(quietTime)
		equal(t, "who left", len(moved(bob)), 1)
		equal(t, "who stays", len(moved(ann)), 0)
		bob.send(`{"type":"join_room","roomId":"side"}`)
		bob.take()
		id := r.log.rooms["general"].messages[0].ID
		ann.send(`{"type":"delete_message","messageId":%q}`, id)
		after(quietTime)
		equal(t, "a deletion moves the head", moved(bob)[0].num("lastSeq"), 3)
	})
}

// Only members who may enter a private room now receive its activity: a right that is
// taken or given while the node runs counts from the next frame on.
func TestActivityOfPrivateRooms(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.log.set(func(l *memLog) { l.private = map[string][]string{"side": {"id-ann"}} })
		ann, bob := r.inside("ann"), r.inside("bob")
		r.member("cyd")
		after(quietTime)
		said := func() (int, int) {
			r.log.byAnotherNode("side", "id-cyd", "secret")
			after(quietTime)
			return len(moved(ann)), len(moved(bob))
		}
		a, b := said()
		equal(t, "the guest alone", []int{a, b}, []int{1, 0})
		a, b = said()
		equal(t, "again", []int{a, b}, []int{1, 0})
		equal(t, "the guests were read once", r.log.count("RoomGuests"), 1)
		r.log.set(func(l *memLog) { l.private["side"] = []string{"id-bob"} })
		r.site(store.SiteEvent{Kind: store.RoomAccessChanged, MemberID: "id-ann", Room: "side"})
		a, b = said()
		equal(t, "another guest", []int{a, b}, []int{0, 1})
		r.log.set(func(l *memLog) { l.private["side"] = []string{} })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-bob"})
		a, b = said()
		equal(t, "nobody", []int{a, b}, []int{0, 0})
	})
}

// Every node sends to its own sockets. While the log is away nothing is sent, and
// afterwards what was missed is sent as one frame.
func TestActivityOnEveryNodeAndAfterAnOutage(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a, b := w.nodes[0].inside("ann"), w.nodes[1].inside("bob")
		w.nodes[0].member("cyd")
		after(settled + quietTime)
		a.take()
		b.take()
		log := w.nodes[0].log
		log.byAnotherNode("side", "id-cyd", "one")
		after(quietTime)
		equal(t, "both", []int{len(moved(a)), len(moved(b))}, []int{1, 1})
		log.set(func(l *memLog) { l.down = store.NewError(store.Unavailable, "away") })
		after(quietTime)
		log.set(func(l *memLog) { l.down = nil })
		log.byAnotherNode("side", "id-cyd", "two")
		log.byAnotherNode("side", "id-cyd", "three")
		after(2 * quietTime)
		got := moved(a)
		equal(t, "as one", len(got), 1)
		equal(t, "at the head", got[0].num("lastSeq"), 3)
	})
}

// slow lets two sockets receive the activity of one room in two seconds.
func slow(c *Config) { c.roomActivityRate = 1 }

// Where many rooms move before many sockets, they take turns, and each is announced at
// its head and once. A member who is named receives it within the second, and the mention
// not twice.
func TestActivityTakesTurnsWhereItIsMuch(t *testing.T) {
	bubble(t, slow, func(r *harness) {
		r.log.set(func(l *memLog) { l.rooms["other"], l.rooms["third"] = &memRoom{}, &memRoom{} })
		ann, bob := r.inside("ann"), r.inside("bob")
		r.member("cyd")
		after(quietTime)
		r.log.byAnotherNode("side", "id-cyd", "first")
		after(4 * time.Second) // the node has counted its sockets, and rests
		equal(t, "one room is announced at once", []int{len(moved(ann)), len(moved(bob))}, []int{1, 1})
		for _, room := range []string{"side", "other", "third"} {
			r.log.byAnotherNode(room, "id-cyd", "second")
		}
		after(poller.Every)
		e := r.log.byAnotherNode("third", "id-cyd", "for bob")
		r.log.set(func(l *memLog) { l.named = map[string][]string{e.Message.ID: {"id-bob"}} })
		after(poller.Every)
		r.log.byAnotherNode("third", "id-cyd", "last")
		rooms := func(received []frame) (ids []string) {
			for _, f := range received {
				ids = append(ids, fmt.Sprint(f["roomId"], " ", f["lastSeq"], " ", f["mention"]))
			}
			return ids
		}
		after(10 * time.Second)
		equal(t, "in turn, at the head", rooms(moved(ann)), []string{"other 1 false", "side 2 false", "third 3 false"})
		equal(t, "bob is named before its turn", rooms(moved(bob)), []string{"other 1 false", "third 2 true", "side 2 false", "third 3 false"})
		r.log.byAnotherNode("side", "id-cyd", "little again")
		after(quietTime)
		equal(t, "at once again", len(moved(ann)), 1)
	})
}

// The activity of a room that becomes private while it waits reaches only the room's
// guests.
func TestActivityThatWaitedIsReadAgainAfterAChangeOfRights(t *testing.T) {
	bubble(t, slow, func(r *harness) {
		ann, bob := r.inside("ann"), r.inside("bob")
		r.member("cyd")
		after(quietTime)
		for i := range 2 { // the second finds the sockets counted, so that the next rests
			r.log.byAnotherNode("side", "id-cyd", fmt.Sprint(i))
			after(2500 * time.Millisecond)
		}
		moved(ann)
		moved(bob)
		r.log.byAnotherNode("side", "id-cyd", "public")
		after(poller.Every)
		equal(t, "received", []int{len(moved(ann)), len(moved(bob))}, []int{1, 1})
		r.log.byAnotherNode("side", "id-cyd", "secret")
		after(poller.Every)
		equal(t, "waits", []int{len(moved(ann)), len(moved(bob))}, []int{0, 0})
		r.log.set(func(l *memLog) { l.private = map[string][]string{"side": {"id-ann"}} })
		r.site(store.SiteEvent{Kind: store.RoomChanged, Room: "side"})
		after(5 * time.Second)
		equal(t, "the guest alone", []int{len(moved(ann)), len(moved(bob))}, []int{1, 0})
	})
}

// A room that waits is read again when somebody is renamed or banned. A member who was
// named in it, and received that at once, is not named a second time.
func TestMentionIsNotSentAgainAfterAChangeOfRights(t *testing.T) {
	bubble(t, slow, func(r *harness) {
		bob := r.inside("bob")
		r.inside("ann")
		r.member("cyd")
		after(quietTime)
		for i := range 2 { // the second finds the sockets counted, so that the next rests
			r.log.byAnotherNode("side", "id-cyd", fmt.Sprint(i))
			after(2500 * time.Millisecond)
		}
		r.log.byAnotherNode("side", "id-cyd", "three")
		after(poller.Every)
		moved(bob)
		e := r.log.byAnotherNode("side", "id-cyd", "for bob")
		r.log.set(func(l *memLog) { l.named = map[string][]string{e.Message.ID: {"id-bob"}} })
		after(poller.Every)
		equal(t, "named", moved(bob)[0]["mention"], any(true))
		r.rename("ann", "anna")
		after(5 * time.Second)
		got := moved(bob)
		equal(t, "its turn", []any{len(got), got[0].num("lastSeq"), got[0]["mention"]}, []any{1, 4, false})
	})
}
