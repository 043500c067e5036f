package actors

import (
	"fmt"
	"testing"
	"time"

	"muster/store"
)

// quietTime is enough for what is under way to be told.
const quietTime = 2 * pollEvery

// moved is the activity of a room among frames.
func moved(b *browser) []frame { return only(b.take(), "room_activity") }

// Sockets in other rooms are told of a room that nobody on their node is in,
// at most once a second, and the last frame is at the room's head. Whoever was
// named in between is told so.
func TestActivityOfOtherRoomsIsCoalesced(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ann, bob := r.inside("ann"), r.inside("bob")
		r.member("cyd")
		after(quietTime)
		ann.take()
		bob.take()
		var told, toldBob []frame
		for i := range 100 { // 10 s
			e := r.log.byAnotherNode("side", "id-cyd", fmt.Sprint("number ", i))
			if i == 3 {
				r.log.set(func(l *memLog) { l.named = map[string][]string{e.Message.ID: {"id-bob"}} })
			}
			after(100 * time.Millisecond)
			told, toldBob = append(told, moved(ann)...), append(toldBob, moved(bob)...)
		}
		after(quietTime)
		told, toldBob = append(told, moved(ann)...), append(toldBob, moved(bob)...)
		if len(told) < 9 || len(told) > 12 {
			t.Errorf("%d frames in 10 s", len(told))
		}
		last := told[len(told)-1]
		equal(t, "the head", last.num("lastSeq"), 100)
		equal(t, "the last message", last["lastMessage"].(map[string]any)["preview"], any("number 99"))
		equal(t, "ann is not named", last["mention"], any(false))
		equal(t, "bob is", toldBob[0]["mention"], any(true))
		equal(t, "once", toldBob[1]["mention"], any(false))
		equal(t, "the room was not opened", r.log.count("OpenRoom"), 1)
		after(time.Minute)
		equal(t, "a quiet room", len(moved(ann)), 0)
	})
}

// Who is in the room is not told, whatever happens there; who left it is.
func TestActivityIsNotToldInTheRoom(t *testing.T) {
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

// Of a private room only those are told who may enter it now: a right that is
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

// Every node tells its own sockets; while the log is away nothing is told, and
// afterwards what was missed is told as one.
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

// Where many rooms move before many sockets, the activity waits for company: it
// is told at the head and once. Whoever is named is told within the second, and
// is not told of the mention twice.
func TestActivityWaitsWhereItIsMuch(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ann, bob := r.inside("ann"), r.inside("bob")
		r.member("cyd")
		after(quietTime)
		moved(ann)
		moved(bob)
		r.log.byAnotherNode("side", "id-cyd", "first")
		after(quietTime)
		equal(t, "a quiet node tells at once", []int{len(moved(ann)), len(moved(bob))}, []int{1, 1})
		r.hub.activityFrames.Store(10 * activityRate)
		r.log.byAnotherNode("side", "id-cyd", "second")
		e := r.log.byAnotherNode("side", "id-cyd", "for bob")
		r.log.set(func(l *memLog) { l.named = map[string][]string{e.Message.ID: {"id-bob"}} })
		after(quietTime)
		equal(t, "ann waits", len(moved(ann)), 0)
		told := moved(bob)
		equal(t, "bob is named", len(told), 1)
		equal(t, "and told so", told[0]["mention"], any(true))
		r.log.byAnotherNode("side", "id-cyd", "last")
		after(10 * time.Second)
		for _, b := range []*browser{ann, bob} {
			told := moved(b)
			equal(t, "as one", len(told), 1)
			equal(t, "at the head", told[0].num("lastSeq"), 4)
			equal(t, "no mention", told[0]["mention"], any(false))
		}
		r.log.byAnotherNode("side", "id-cyd", "little again")
		after(quietTime)
		equal(t, "at once again", len(moved(ann)), 1)
	})
}

// A room that becomes private while its activity waits is told to its guests
// alone.
func TestActivityThatWaitedIsReadAgainAfterAChangeOfRights(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ann, bob := r.inside("ann"), r.inside("bob")
		r.member("cyd")
		after(quietTime)
		r.log.byAnotherNode("side", "id-cyd", "first")
		after(quietTime)
		moved(ann)
		moved(bob)
		r.hub.activityFrames.Store(5 * activityRate)
		r.log.byAnotherNode("side", "id-cyd", "secret")
		after(quietTime)
		r.log.set(func(l *memLog) { l.private = map[string][]string{"side": {"id-ann"}} })
		r.site(store.SiteEvent{Kind: store.RoomChanged, Room: "side"})
		after(5 * time.Second)
		equal(t, "the guest alone", []int{len(moved(ann)), len(moved(bob))}, []int{1, 0})
	})
}
