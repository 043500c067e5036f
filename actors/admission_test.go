package actors

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/admission"
	"muster/actors/presence"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// After a restart everybody joins at once, and a few queries admit them.
func TestP21ManyComeByFewQuestions(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		hold := make(chan struct{})
		r.admission.set(func(l *memAdmission) { l.hold = hold })
		var all []*browser
		for i := range 300 {
			all = append(all, r.join(fmt.Sprint("soldier", i), ""))
		}
		r.admission.set(func(l *memAdmission) { l.hold = nil })
		close(hold)
		after(admission.Workers * admission.Delay)
		for i, b := range all {
			if got := kinds(b.take()); !slices.Contains(got, "room_joined") {
				t.Fatalf("%d: %v", i, got)
			}
		}
		if asked := r.admission.batches; len(asked) > 12 || slices.Max(asked) > admission.MaxBatch {
			t.Errorf("questions of %v entries", asked)
		}
		equal(t, "online", r.hub.OnlineCount(), 300)
	})
}

// A request that waits longer than a query may take is refused without a query;
// later requests are admitted.
func TestP19WhoWaitsTooLongIsAnswered(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		hold := make(chan struct{})
		r.admission.set(func(l *memAdmission) { l.hold = hold })
		var early []*browser
		for i := range admission.Workers + 3 {
			early = append(early, r.join(fmt.Sprint("soldier", i), ""))
		}
		after(runtime.QueryTime)
		for i, b := range early {
			equal(t, fmt.Sprint("closed ", i), b.closed(), wire.CloseTryLater)
		}
		equal(t, "questions", len(r.admission.batches), admission.Workers)
		r.admission.set(func(l *memAdmission) { l.hold = nil })
		equal(t, "later", len(only(r.join("ann", "").take(), "room_joined")), 1)
	})
}

// A small room receives each person who comes and goes, and many at once in one batch,
// within a second and with the right count.
func TestWS7AStormInASmallRoomIsOneBatch(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ann := r.inside("ann")
		ann.send(`{"type":"join_room","roomId":"side"}`)
		after(time.Minute)
		ann.take()
		var others []*browser
		for i := range 40 {
			b := r.inside(fmt.Sprint("soldier", i))
			b.send(`{"type":"join_room","roomId":"side"}`)
			others = append(others, b)
		}
		equal(t, "at once", len(only(ann.take(), "user_joined_room")), presence.SmallRoomBurst)
		others[39].sess.Gone()
		synctest.Wait()
		equal(t, "meanwhile", only(ann.take(), "user_joined_room", "user_left_room"), []frame(nil))
		after(presence.Window)
		rest := only(ann.take(), "user_joined_room", "user_left_room")
		equal(t, "together, the last of each", len(rest), 40-presence.SmallRoomBurst)
		for i, f := range rest {
			want := []any{"user_joined_room", fmt.Sprint("id-soldier", presence.SmallRoomBurst+i)}
			if i == len(rest)-1 {
				want = []any{"user_left_room", "id-soldier39"}
			}
			equal(t, "in order", []any{f["type"], f["userId"]}, want)
			equal(t, "count", f.num("onlineCount"), 40)
		}
		// Somebody who came in the batch is sent it, without the notice of
		// themselves.
		received := only(others[20].take(), "user_joined_room", "user_left_room")
		equal(t, "newcomer", len(received), 40-presence.SmallRoomBurst-1)
		for _, f := range received {
			if f["userId"] == "id-soldier20" {
				t.Error("received themselves")
			}
		}
		after(time.Minute)
		others[0].sess.Gone()
		synctest.Wait()
		equal(t, "calm again", len(only(ann.take(), "user_left_room")), 1)
	})
}

// A member who moves to a live room that is open to all enters without a query;
// Admission is asked again as soon as anything may have changed.
func TestWS5WelcomeWithoutAQuestion(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.log.set(func(l *memLog) { l.access = roomlog.OpenAccess })
		r.inside("ann").send(`{"type":"join_room","roomId":"side"}`)
		b := r.inside("bob")
		asked := func(what string, want int) {
			t.Helper()
			r.admission.set(func(l *memAdmission) { l.batches = nil })
			b.send(`{"type":"join_room","roomId":"general"}`)
			b.send(`{"type":"join_room","roomId":"side"}`)
			after(time.Minute)
			equal(t, what, []int{len(only(b.take(), "room_joined")), len(r.admission.batches)}, []int{2, want})
		}
		asked("nothing is asked", 0)
		r.change("bob", func(c *store.Caller) { c.Member.Status.BannedUntil = time.Now().Add(-time.Hour) })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-bob"})
		asked("a ban that had an end", 2)
		r.change("bob", func(c *store.Caller) { c.Member.Status.BannedUntil = time.Time{} })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-bob"})
		asked("lifted", 0)
		r.site(store.SiteEvent{Kind: store.RoomChanged, Room: "side"})
		asked("a room that was changed", 1)
		r.admission.set(func(l *memAdmission) { l.closed["id-bob general"] = true })
		r.site(store.SiteEvent{Kind: store.RoomChanged, Room: "general"})
		b.take()
		b.send(`{"type":"join_room","roomId":"general"}`)
		equal(t, "closed", refusal(t, b.take())["code"], any("no_room_access"))
	})
}
