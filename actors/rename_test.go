package actors

import (
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/presence"
	"muster/actors/room"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store"
	"muster/store/roomlog"
)

// rename commits a rename and announces it to this node.
func (r *harness) rename(name, after string) {
	r.change(name, func(c *store.Caller) { c.Member.Username = after })
	r.log.set(func(l *memLog) { l.names["id-"+name] = after })
	r.site(store.SiteEvent{Kind: store.Renamed, MemberID: "id-" + name, OldUsername: name, NewUsername: after})
}

// A member was looked up, then renamed, and then the answer of the lookup came:
// the others received the rename and afterwards somebody with the old name,
// on this node and on the others, until the socket left.
func TestWS21RenamedWhileLookedUp(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		here, there := w.nodes[0], w.nodes[1]
		bob, cyd := here.inside("bob"), there.inside("cyd")
		after(settled)
		bob.take()
		cyd.take()
		here.member("ann")
		late := make(chan struct{})
		here.admission.set(func(l *memAdmission) { l.late = late })
		ann := here.connect()
		ann.send(`{"type":"join_chat","token":"token-ann"}`)
		here.rename("ann", "anna")
		here.admission.set(func(l *memAdmission) { l.late = nil })
		close(late)
		after(settled)
		equal(t, "joined", only(ann.take(), "joined")[0]["username"], any("anna"))
		for _, b := range []*browser{bob, cyd} {
			got := only(b.take(), "user_joined", "user_joined_room")
			equal(t, "received", len(got), 2)
			for _, f := range got {
				equal(t, "name", f["username"], any("anna"))
			}
		}
		ann.send(`{"type":"typing_start"}`)
		after(time.Second)
		for _, b := range []*browser{bob, cyd} {
			equal(t, "types", only(b.take(), "typing_indicator")[0]["username"], any("anna"))
		}
	})
}

// A recheck that read the old name and answered after the rename gave the session
// its old name back.
func TestWS21RenamedWhileRechecked(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ann, bob := r.inside("ann"), r.inside("bob")
		late := make(chan struct{})
		r.admission.set(func(l *memAdmission) { l.late = late })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-ann"})
		r.rename("ann", "anna")
		r.admission.set(func(l *memAdmission) { l.late = nil })
		close(late)
		synctest.Wait()
		ann.send(`{"type":"join_room","roomId":"side"}`)
		bob.send(`{"type":"join_room","roomId":"side"}`)
		bob.take()
		ann.send(`{"type":"typing_start"}`)
		after(time.Second)
		equal(t, "types", only(bob.take(), "typing_indicator")[0]["username"], any("anna"))
	})
}

// When a member is erased, its pictures and its name in the texts of others go from what
// a live room gives to those who come and to those who resume.
func TestErasedMemberIsGoneFromLiveRooms_SEC5(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.log.set(func(l *memLog) { l.filled = true })
		bob := r.inside("bob")
		r.member("ann")
		r.log.byAnotherNode("general", "id-ann", "a picture")
		after(quietTime)
		bob.say("thanks @ann")
		r.log.set(func(l *memLog) {
			all := l.rooms["general"].messages
			all[0].Text, all[0].DeletedAt, all[1].Text = "", time.Now(), "thanks @erased_1"
			l.names["id-ann"] = "erased_1"
		})
		r.site(store.SiteEvent{Kind: store.Renamed, MemberID: "id-ann", OldUsername: "ann", NewUsername: "erased_1", Erased: true})
		equal(t, "the rename says so", only(bob.take(), "username_changed")[0]["erased"], any(true))
		bob.say("go on")
		after(2 * room.RereadRetry)
		want := []any{"", "thanks @erased_1", "go on"}
		var texts []any
		for _, m := range only(r.join("cyd", "").take(), "message_history")[0]["messages"].([]any) {
			texts = append(texts, m.(map[string]any)["message"])
		}
		equal(t, "history", texts, want)
		texts = nil
		for _, m := range only(r.join("dan", `,"lastSeq":0`).take(), "message") {
			texts = append(texts, m["message"])
		}
		equal(t, "resumed", texts, want)
		bob.take()
		bob.say("and on")
		equal(t, "the room lives", only(bob.take(), "message")[0].num("seq"), 4)
	})
}

// A message that was committed before a rename and reached the room after it left
// the old name in the history, in what resumes bring and on the screens.
func TestWS21RenameOvertakesAMessage(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		bob := r.inside("bob")
		r.member("ann")
		late := r.log.byAnotherNode("general", "id-ann", "hello")
		runtime.Tell(r.hub.ref, hubSite{store.SiteEvent{Seq: 1, Kind: store.Renamed, MemberID: "id-ann", OldUsername: "ann", NewUsername: "anna"}})
		synctest.Wait()
		bob.take()
		runtime.Tell(r.hub.live("general").Ref, room.Announced{Events: livelog.Announce([]roomlog.Event{late})})
		synctest.Wait()
		equal(t, "pushed", only(bob.take(), "message")[0]["username"], any("anna"))
		history := only(r.join("cyd", "").take(), "message_history")[0]["messages"].([]any)
		equal(t, "history", history[0].(map[string]any)["username"], any("anna"))
		resumed := only(r.join("dan", `,"lastSeq":0`).take(), "message")
		equal(t, "resumed", resumed[0]["username"], any("anna"))
		after(2 * presence.ReturnWindow)
	})
}
