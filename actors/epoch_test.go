package actors

import (
	"fmt"
	"testing"

	"muster/actors/poller"

	"muster/store"
	"muster/store/roomlog"
)

// A standby that was behind takes over: its log lacks the last events, and gives their
// numbers to others. Nobody goes on with what is gone, nobody passes over what is new, and a
// right that was taken away under a number that is known is taken away.
func TestStandbyThatWasBehind(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.log.set(func(l *memLog) { l.timeline = 1 })
		after(2 * poller.Every)
		for i := range 5 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-old"})
		a := r.join("ann", "")
		joined := a.take()[2]
		equal(t, "before", []any{joined.num("seq"), joined.num("epoch")}, []any{int64(5), int64(1)})
		r.join("bob", "")

		r.log.set(func(l *memLog) {
			general := l.rooms["general"]
			general.events, general.messages = general.events[:3], general.messages[:3]
			l.site = nil
			l.timeline = 2
		})
		a.say("new four")
		r.log.byAnotherNode("general", "id-old", "new five")
		r.log.byAnotherNode("general", "id-old", "new six")
		r.change("bob", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
		r.log.changed(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-bob"})
		after(2 * poller.Every)
		equal(t, "the socket is closed", int(a.code), 1001)

		for name, extra := range map[string]string{"cyd": `,"lastSeq":5,"epoch":1`, "dan": ""} {
			got := r.join(name, extra).take()
			equal(t, name, []any{got[2].kind(), got[2].num("seq"), got[2].num("epoch"), got[2]["resumed"]}, []any{"room_joined", int64(6), int64(2), false})
			texts := []any{}
			for _, m := range only(got, "message_history")[0]["messages"].([]any) {
				texts = append(texts, m.(map[string]any)["message"])
			}
			equal(t, name+" is shown", texts, []any{"0", "1", "2", "new four", "new five", "new six"})
		}
		got := r.join("eve", `,"lastSeq":4,"epoch":2`).take()
		equal(t, "the new epoch is resumed", []any{got[2]["resumed"], fmt.Sprint(seqs(got))}, []any{true, "[5 6]"})
		equal(t, "who was banned", r.join("bob", "").code, 4403)
	})
}

// A standby that was behind gives numbers of broadcasts and of marks anew too: what has
// them then is sent, although a higher number was sent before.
func TestNumbersOfAStandbyThatWasBehindAreNew(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.log.set(func(l *memLog) { l.timeline = 1 })
		after(2 * poller.Every)
		a := r.join("ann", "")
		r.hub.Broadcast(costs("server_cost", 40, 1))
		r.hub.ReadChanged(roomlog.ReadState{MemberID: "id-ann", Room: "side", LastRead: 9})
		after(0)
		equal(t, "before", len(only(a.take(), "server_cost", "read_state")), 2)

		r.log.set(func(l *memLog) { l.timeline = 2 })
		after(2 * poller.Every)
		a = r.join("ann", "")
		a.take()
		r.hub.Broadcast(costs("server_cost", 39, 2))
		r.hub.ReadChanged(roomlog.ReadState{MemberID: "id-ann", Room: "side", LastRead: 8})
		after(0)
		equal(t, "the new ones", kinds(only(a.take(), "server_cost", "read_state")), []string{"server_cost", "read_state"})
	})
}

// Another server takes over between two polls: the sockets are closed at once, not a second
// of messages later.
func TestFailoverBetweenPolls(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.log.set(func(l *memLog) { l.timeline = 1 })
		after(2*poller.Every + poller.Every/2)
		a := r.join("ann", "")
		r.log.set(func(l *memLog) { l.timeline = 2 })
		r.log.timelineRose <- struct{}{}
		after(0)
		equal(t, "the socket is closed", int(a.code), 1001)
	})
}
