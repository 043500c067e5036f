// Several hubs in one bubble of fake time, on one log and one bus.
package actors

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/poller"
	"muster/actors/presence"
	"muster/actors/room"
	"muster/store"
	"muster/store/bus"
	"muster/store/redis/redistest"
)

// cluster is some nodes on one log.
type cluster struct {
	exchange *redistest.Network
	nodes    []*harness
	seats    []*redistest.Node
}

// nodes runs f with n hubs; when f ends all are stopped.
func nodes(t *testing.T, n int, f func(*cluster)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &cluster{exchange: redistest.NewNetwork()}
		log, admission := newMemLog("general", "side"), newMemAdmission()
		for range n {
			w.add(t, log, admission)
		}
		defer func() {
			for i, r := range w.nodes {
				r.stop()
				w.seats[i].Close()
			}
		}()
		after(time.Second)
		f(w)
	})
}

func (w *cluster) add(t *testing.T, log *memLog, admission *memAdmission) *harness {
	seat := w.exchange.AddNode()
	r := &harness{t: t, log: log, admission: admission}
	r.hub = NewHub(Config{Log: log, Admission: admission, Logger: quiet(), Bus: seat})
	w.nodes, w.seats = append(w.nodes, r), append(w.seats, seat)
	synctest.Wait()
	return r
}

// counts are how many people each node counts in chat.
func (w *cluster) counts() []int {
	var out []int
	for _, r := range w.nodes {
		out = append(out, r.hub.OnlineCount())
	}
	return out
}

// settled waits until a silent entry is announced and its batch has reached the
// other nodes.
const settled = presence.EntrySilence + 2*bus.PresenceBatchWindow

// The members on all nodes receive what one node commits, once and in one
// order, without a read of the log.
func TestWS31EventsCross(t *testing.T) {
	nodes(t, 3, func(w *cluster) {
		a, b, c := w.nodes[0].inside("ann"), w.nodes[1].inside("bob"), w.nodes[2].inside("cyd")
		after(settled)
		all := []*browser{a, b, c}
		for _, s := range all {
			s.take()
		}
		asked := w.nodes[0].log.count("Events")
		for i := range 30 {
			all[i%3].say(fmt.Sprint("number ", i))
			if i%3 == 2 {
				after(5 * time.Second) // the rate limit
			}
		}
		var first []frame
		for i, s := range all {
			got := only(s.take(), "message")
			equal(t, "messages", len(got), 30)
			for j, f := range got {
				equal(t, "seq", f.num("seq"), int64(j+1))
			}
			if i > 0 {
				equal(t, "the same for all", got, first)
			}
			first = got
		}
		id := first[0]["id"].(string)
		b.send(`{"type":"add_reaction","messageId":%q,"reaction":"👍"}`, id)
		b.send(`{"type":"remove_reaction","messageId":%q,"reaction":"👍"}`, id)
		a.send(`{"type":"delete_message","messageId":%q}`, id)
		for _, s := range all {
			equal(t, "kinds", kinds(s.take()), []string{"reaction_added", "reaction_removed", "message_deleted"})
		}
		equal(t, "pages read from the log", w.nodes[0].log.count("Events"), asked)
		joiner := w.nodes[1].join("dan", "")
		history := only(joiner.take(), "message_history")[0]["messages"].([]any)[0].(map[string]any)
		if history["deleted_at"] == nil || history["message"] != "" {
			t.Fatalf("the deleted one: %v", history)
		}
	})
}

// A bus that loses everything costs at most one poll.
func TestP5TheLogIsAskedWhenTheBusLoses(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a, b := w.nodes[0].inside("ann"), w.nodes[1].inside("bob")
		after(settled)
		a.take()
		b.take()
		w.exchange.Cut()
		for i := range 5 {
			a.say(fmt.Sprint(i))
		}
		equal(t, "nothing crosses", len(only(b.take(), "message")), 0)
		after(poller.Every)
		equal(t, "the poller found it", len(only(b.take(), "message")), 5)
		a.take()
		after(5 * time.Second)
		w.exchange.Repair(false)
		a.say("after")
		equal(t, "again at once", len(only(b.take(), "message")), 1)
		w.exchange.Cut()
		a.say("lost")
		w.exchange.Repair(true)
		after(0)
		equal(t, "a gap that is known is asked for at once", len(only(b.take(), "message")), 1)
	})
}

// Typing is shown on other nodes, never to the typer, and expires when the bus
// loses the stop.
func TestWS19TypingCrosses(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a, b, tab := w.nodes[0].inside("ann"), w.nodes[1].inside("bob"), w.nodes[1].inside("ann")
		after(settled)
		take := func() []frame {
			a.take()
			for _, f := range tab.take() {
				if f.kind() == "typing_indicator" || f.kind() == "typing_users_update" && len(f["users"].([]any)) > 0 {
					t.Fatalf("the typer received %v", f)
				}
			}
			return only(b.take(), "typing_indicator")
		}
		take()
		typing := func(on bool) []frame {
			return []frame{{"type": "typing_indicator", "roomId": "general", "username": "ann", "isTyping": on}}
		}
		a.send(`{"type":"typing_start"}`)
		after(room.TypingTick)
		equal(t, "began", take(), typing(true))
		a.send(`{"type":"typing_stop"}`)
		after(room.TypingTick)
		equal(t, "stopped", take(), typing(false))
		a.send(`{"type":"typing_start"}`)
		after(room.TypingTick)
		take()
		a.say("done")
		after(room.TypingTick)
		equal(t, "sent", take(), typing(false))
		a.send(`{"type":"typing_start"}`)
		after(room.TypingTick)
		equal(t, "began", take(), typing(true))
		w.exchange.Cut()
		a.send(`{"type":"typing_stop"}`)
		after(time.Second)
		equal(t, "nothing sent", len(take()), 0)
		after(presence.TypingLife)
		equal(t, "ran out", take(), typing(false))
	})
}

// Typing ends with the socket in which the member typed, also while the member has another
// one in the room, on this node or another: it used to be shown until it expired.
func TestWS19TypingEndsWithItsSocket(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		here, there := w.nodes[0], w.nodes[1]
		first, second, far := here.inside("ann"), here.inside("ann"), there.inside("ann")
		watchers := []*browser{here.inside("bob"), there.inside("cyd")}
		after(settled)
		for _, b := range watchers {
			b.take()
		}
		shown := func(what string, on bool) {
			t.Helper()
			after(room.TypingTick)
			for _, b := range watchers {
				equal(t, what, only(b.take(), "typing_indicator"),
					[]frame{{"type": "typing_indicator", "roomId": "general", "username": "ann", "isTyping": on}})
			}
		}
		for _, tab := range []*browser{first, second} {
			tab.send(`{"type":"typing_start"}`)
			shown("began", true)
			tab.sess.Gone()
			shown("its socket is gone", false)
		}
		far.send(`{"type":"typing_start"}`)
		shown("on the other node", true)
	})
}

// A member who repeats typing faster than the nodes send it to each other is shown as
// typing on all nodes for as long as on their own.
func TestWS19FastRepeatsCross(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a, b := w.nodes[0].inside("ann"), w.nodes[1].inside("bob")
		after(settled)
		b.take()
		for range 40 {
			a.send(`{"type":"typing_start"}`)
			after(presence.TypingPublished / 4)
		}
		equal(t, "while typing", only(b.take(), "typing_indicator"), []frame{
			{"type": "typing_indicator", "roomId": "general", "username": "ann", "isTyping": true},
		})
		after(presence.TypingLife)
		equal(t, "after it", len(only(b.take(), "typing_indicator")), 1)
	})
}

// A site event that one node commits takes effect on the others at once.
func TestP7SiteEventsCross(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		here, there := w.nodes[0], w.nodes[1]
		a, b := here.inside("ann"), there.inside("bob")
		after(settled)
		a.take()
		b.take()
		here.log.set(func(l *memLog) { l.names["id-bob"] = "rob" })
		here.site(store.SiteEvent{Kind: store.Renamed, MemberID: "id-bob", OldUsername: "bob", NewUsername: "rob"})
		for _, s := range []*browser{a, b} {
			equal(t, "renamed", kinds(s.take()), []string{"username_changed", "room_username_changed"})
		}
		after(settled)
		here.change("bob", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
		here.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-bob"})
		equal(t, "banned on the other node", int(b.closed()), 4403)
		after(2 * bus.PresenceBatchWindow)
		left := only(a.take(), "user_left")
		equal(t, "left under the new name", left, []frame{{"type": "user_left", "userId": "id-bob", "username": "rob", "onlineCount": 1.0}})
	})
}

// A resume on another node delivers exactly what was missed.
func TestP4ResumeOnAnotherNode(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a, b := w.nodes[0].inside("ann"), w.nodes[1].inside("bob")
		for i := range 3 {
			a.say(fmt.Sprint(i))
		}
		b.sess.Gone()
		a.say("missed")
		got := w.nodes[0].join("bob", `,"lastSeq":3`).take()
		equal(t, "resumed", only(got, "room_joined")[0]["resumed"], any(true))
		equal(t, "exactly", only(got, "message")[0].num("seq"), 4)
		equal(t, "once", len(only(got, "message")), 1)
	})
}
