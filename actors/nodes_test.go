// Several hubs in one bubble of fake time, on one log and one bus.
package actors

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"muster/store"
	"muster/store/redis/redistest"
)

// town is some nodes on one log.
type town struct {
	exchange *redistest.Exchange
	nodes    []*rig
	seats    []*redistest.Seat
}

// nodes runs f with n hubs; when f ends all are stopped.
func nodes(t *testing.T, n int, f func(*town)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &town{exchange: redistest.NewExchange()}
		log, ledger := newMemLog("general", "side"), newMemLedger()
		for range n {
			w.add(t, log, ledger)
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

func (w *town) add(t *testing.T, log *memLog, ledger *memLedger) *rig {
	seat := w.exchange.Seat()
	r := &rig{t: t, log: log, ledger: ledger}
	r.hub = NewHub(Config{Log: log, Ledger: ledger, Logger: quiet(), Bus: seat})
	w.nodes, w.seats = append(w.nodes, r), append(w.seats, seat)
	synctest.Wait()
	return r
}

// counts are how many people each node counts in chat.
func (w *town) counts() []int {
	var out []int
	for _, r := range w.nodes {
		out = append(out, r.hub.OnlineCount())
	}
	return out
}

// settled lets a silent entry be told and its batch cross.
const settled = entrySilence + 2*store.PresenceGather

// WS-15, WS-31: what one node commits, the members on all nodes get, once and
// in one order, without anybody having to ask the log.
func TestWS31EventsCross(t *testing.T) {
	nodes(t, 3, func(w *town) {
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
				after(5 * time.Second) // the pace
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

// P5, WS-32: a bus that loses everything costs at most one poll.
func TestP5TheLogIsAskedWhenTheBusLoses(t *testing.T) {
	nodes(t, 2, func(w *town) {
		a, b := w.nodes[0].inside("ann"), w.nodes[1].inside("bob")
		after(settled)
		a.take()
		b.take()
		w.exchange.Cut()
		for i := range 5 {
			a.say(fmt.Sprint(i))
		}
		equal(t, "nothing crosses", len(only(b.take(), "message")), 0)
		after(pollEvery)
		equal(t, "the poller found it", len(only(b.take(), "message")), 5)
		a.take()
		after(5 * time.Second)
		w.exchange.Mend(false)
		a.say("after")
		equal(t, "again at once", len(only(b.take(), "message")), 1)
		w.exchange.Cut()
		a.say("lost")
		w.exchange.Mend(true)
		after(0)
		equal(t, "a gap that is known is asked for at once", len(only(b.take(), "message")), 1)
	})
}

// P6, DASH-5: everybody is counted once, on every node, in chat and in rooms.
func TestP6CountsArePeopleOnAllNodes(t *testing.T) {
	nodes(t, 3, func(w *town) {
		a := w.nodes[0].inside("ann")
		after(settled)
		a.take()
		bob := w.nodes[1].inside("bob")
		bob.send(`{"type":"join_room","roomId":"general"}`)
		after(2 * store.PresenceGather)
		got := a.take()
		equal(t, "in chat", only(got, "user_joined"), []frame{{"type": "user_joined", "userId": "id-bob", "username": "bob", "onlineCount": 2.0}})
		equal(t, "in the room", only(got, "user_joined_room"), []frame{{
			"type": "user_joined_room", "roomId": "general", "userId": "id-bob", "username": "bob",
			"showNotification": true, "isRecentContributor": false, "onlineCount": 2.0,
		}})
		equal(t, "counts", w.counts(), []int{2, 2, 2})

		twin := w.nodes[2].join("bob", "")
		got = twin.take()
		equal(t, "joined", only(got, "joined")[0].num("onlineCount"), 2)
		equal(t, "room_joined", only(got, "room_joined")[0].num("onlineCount"), 2)
		after(settled)
		equal(t, "a second node makes no news", len(a.take()), 0)
		equal(t, "counts", w.counts(), []int{2, 2, 2})

		bob.sess.Gone()
		after(settled)
		equal(t, "one of two nodes", len(a.take()), 0)
		twin.sess.Gone()
		after(2 * store.PresenceGather)
		got = a.take()
		equal(t, "left the room", only(got, "user_left_room"), []frame{{
			"type": "user_left_room", "roomId": "general", "userId": "id-bob", "username": "bob", "onlineCount": 1.0,
		}})
		equal(t, "left chat", only(got, "user_left"), []frame{{"type": "user_left", "userId": "id-bob", "username": "bob", "onlineCount": 1.0}})
		equal(t, "counts", w.counts(), []int{1, 1, 1})

		// WS-8: back within a minute, on another node: no toast.
		after(30 * time.Second)
		w.nodes[2].inside("bob").send(`{"type":"join_room","roomId":"general"}`)
		after(2 * store.PresenceGather)
		equal(t, "toast", only(a.take(), "user_joined_room")[0]["showNotification"], any(false))
	})
}

// P6, WS-36: who only passes through a room is never heard of on any node, and
// who comes in silently on a second node while the first tells of them is told
// of once.
func TestP6SilentEntriesCross(t *testing.T) {
	nodes(t, 2, func(w *town) {
		a := w.nodes[0].inside("ann")
		after(settled)
		a.take()
		b := w.nodes[1].inside("bob")
		b.send(`{"type":"join_room","roomId":"side"}`)
		after(settled)
		equal(t, "passing through", kinds(a.take()), []string{"user_joined"})
		w.nodes[0].inside("cyd")
		w.nodes[1].inside("cyd").send(`{"type":"join_room","roomId":"general"}`)
		after(settled)
		equal(t, "told once", len(only(a.take(), "user_joined_room")), 1)
	})
}

// P6: a killed node's people are gone within ten seconds, a stopped one's at
// once; who moved to another node meanwhile never left.
func TestP6KilledAndStoppedNodes(t *testing.T) {
	nodes(t, 3, func(w *town) {
		a := w.nodes[0].inside("ann")
		w.nodes[1].inside("bob")
		w.nodes[1].inside("cyd")
		after(settled)
		equal(t, "counts", w.counts(), []int{3, 3, 3})
		a.take()
		w.seats[1].Close()
		w.nodes[2].inside("bob")
		after(8 * time.Second)
		equal(t, "not yet", len(only(a.take(), "user_left")), 0)
		after(2 * time.Second)
		got := a.take()
		equal(t, "only who did not move", only(got, "user_left"), []frame{{"type": "user_left", "userId": "id-cyd", "username": "cyd", "onlineCount": 2.0}})
		equal(t, "from the room", only(got, "user_left_room")[0].num("onlineCount"), 2)
		w.nodes[2].stop()
		after(0)
		equal(t, "goodbye", only(a.take(), "user_left")[0].num("onlineCount"), 1)
		equal(t, "counts", w.nodes[0].hub.OnlineCount(), 1)
	})
}

// P6: batches that are lost are found by the next digest, a node that starts
// later knows at once who is there, and a long silence of the bus ends without
// ghosts.
func TestP6LostPresenceIsFound(t *testing.T) {
	nodes(t, 2, func(w *town) {
		w.nodes[0].inside("ann")
		w.exchange.Lose(func(_, _ string, p store.Presence) bool { return p.Kind == store.PresenceBatch })
		b := w.nodes[1].inside("bob")
		after(settled)
		equal(t, "lost", w.nodes[0].hub.OnlineCount(), 1)
		after(store.PresenceBeat + settled)
		equal(t, "found", w.counts(), []int{2, 2})
		w.exchange.Lose(nil)
		late := w.add(w.nodes[0].t, w.nodes[0].log, w.nodes[0].ledger)
		after(3 * store.PresenceGather)
		equal(t, "a new node", late.hub.OnlineCount(), 2)

		w.exchange.Cut()
		after(5 * time.Second)
		equal(t, "last known", w.counts(), []int{2, 2, 2})
		after(6 * time.Second)
		equal(t, "local", w.counts(), []int{1, 1, 0})
		b.sess.Gone()
		w.exchange.Mend(false)
		after(2 * store.PresenceBeat)
		equal(t, "no ghosts", w.counts(), []int{1, 1, 1})
	})
}

// WS-8: after the bus was away for longer than nodes remember each other, who
// never left comes back without a toast.
func TestWS8NoToastsAfterABusOutage(t *testing.T) {
	nodes(t, 2, func(w *town) {
		a := w.nodes[0].inside("ann")
		w.nodes[1].inside("bob").send(`{"type":"join_room","roomId":"general"}`)
		after(settled)
		equal(t, "came", only(a.take(), "user_joined_room")[0]["showNotification"], any(true))
		w.exchange.Cut()
		after(2 * returnWindow)
		equal(t, "forgotten", len(only(a.take(), "user_left_room")), 1)
		w.exchange.Mend(true)
		after(store.PresenceBeat + settled)
		got := only(a.take(), "user_joined_room")
		equal(t, "there again", len(got), 1)
		equal(t, "toast", got[0]["showNotification"], any(false))
	})
}

// P6: ghosts that somebody puts on the bus in a node's name, under a version it
// never reaches, are gone with its next digest; its own people are there again.
func TestP6GhostsGo(t *testing.T) {
	nodes(t, 2, func(w *town) {
		w.nodes[0].inside("ann")
		b := w.nodes[1].inside("bob")
		after(settled)
		tell(w.nodes[0].hub.ref, hubHeard{store.Presence{
			Node: w.seats[1].Boot(), Kind: store.PresenceWhole, Version: 1 << 62,
			Changes: []store.PresenceChange{coming("", "2"), coming("", "3"), coming("general", "2")},
		}})
		after(0)
		equal(t, "misled", w.nodes[0].hub.OnlineCount(), 3)
		after(store.PresenceBeat + settled)
		equal(t, "healed", w.counts(), []int{2, 2})
		b.sess.Gone()
		after(settled)
		equal(t, "heard again", w.counts(), []int{1, 1})
	})
}

// WS-19: typing crosses, never to the typer, and runs out by itself when the
// bus does not tell that it stopped.
func TestWS19TypingCrosses(t *testing.T) {
	nodes(t, 2, func(w *town) {
		a, b, tab := w.nodes[0].inside("ann"), w.nodes[1].inside("bob"), w.nodes[1].inside("ann")
		after(settled)
		take := func() []frame {
			a.take()
			for _, f := range tab.take() {
				if f.kind() == "typing_indicator" || f.kind() == "typing_users_update" && len(f["users"].([]any)) > 0 {
					t.Fatalf("the typer was told %v", f)
				}
			}
			return only(b.take(), "typing_indicator")
		}
		take()
		told := func(on bool) []frame {
			return []frame{{"type": "typing_indicator", "roomId": "general", "username": "ann", "isTyping": on}}
		}
		a.send(`{"type":"typing_start"}`)
		after(typingTick)
		equal(t, "began", take(), told(true))
		a.send(`{"type":"typing_stop"}`)
		after(typingTick)
		equal(t, "stopped", take(), told(false))
		a.send(`{"type":"typing_start"}`)
		after(typingTick)
		take()
		a.say("done")
		after(typingTick)
		equal(t, "sent", take(), told(false))
		a.send(`{"type":"typing_start"}`)
		after(typingTick)
		equal(t, "began", take(), told(true))
		w.exchange.Cut()
		a.send(`{"type":"typing_stop"}`)
		after(time.Second)
		equal(t, "not told", len(take()), 0)
		after(typingLife)
		equal(t, "ran out", take(), told(false))
	})
}

// WS-19, WS-31: who repeats faster than the nodes tell each other types on all
// of them for as long as on their own.
func TestWS19FastRepeatsCross(t *testing.T) {
	nodes(t, 2, func(w *town) {
		a, b := w.nodes[0].inside("ann"), w.nodes[1].inside("bob")
		after(settled)
		b.take()
		for range 40 {
			a.send(`{"type":"typing_start"}`)
			after(typingRepeat / 4)
		}
		equal(t, "while typing", only(b.take(), "typing_indicator"), []frame{
			{"type": "typing_indicator", "roomId": "general", "username": "ann", "isTyping": true},
		})
		after(typingLife)
		equal(t, "after it", len(only(b.take(), "typing_indicator")), 1)
	})
}

// WS-21, WS-28, P7: what one node writes into the site log holds on the others
// at once.
func TestP7SiteEventsCross(t *testing.T) {
	nodes(t, 2, func(w *town) {
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
		here.change("bob", func(c *store.Caller) { c.Member.Standing.ChatEnabled = false })
		here.site(store.SiteEvent{Kind: store.StandingChanged, MemberID: "id-bob"})
		equal(t, "banned on the other node", int(b.closed()), 4403)
		after(2 * store.PresenceGather)
		left := only(a.take(), "user_left")
		equal(t, "left under the new name", left, []frame{{"type": "user_left", "userId": "id-bob", "username": "rob", "onlineCount": 1.0}})
	})
}

// P4: resume on another node gives exactly what was missed.
func TestP4ResumeOnAnotherNode(t *testing.T) {
	nodes(t, 2, func(w *town) {
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

// SEC-3: the bucket of all nodes pushes this node's; without its answer this
// node's own holds.
func TestSEC3PaceIsShared(t *testing.T) {
	now := time.Unix(1000, 0)
	shared := &memPacer{now: &now}
	p := pace{rate: 1, burst: 5, pacer: shared, clock: func() time.Time { return now }}
	a, b := &member{id: "1"}, &member{id: "1"} // one person on two nodes
	sends := func(m *member) (n int) {
		for range 20 {
			if _, ok := p.send(m, now); ok {
				n++
			}
		}
		return n
	}
	equal(t, "a burst", sends(a), 5)
	shared.answer()
	p.send(b, now)
	shared.answer()
	equal(t, "the other node has learnt of it", sends(b), 0)
	now = now.Add(2 * time.Second)
	equal(t, "six are being paid back", sends(b), 1)
	shared.answer()
	p.send(a, now)
	shared.answer()
	equal(t, "the first node learns with its next one", sends(a), 0)
	shared.silent = true
	now = now.Add(time.Minute)
	equal(t, "on its own", sends(a), 5)
}

// memPacer is one bucket that answers when it is told to.
type memPacer struct {
	now    *time.Time
	full   time.Time
	wait   []func(time.Duration)
	silent bool
}

func (p *memPacer) Spend(_ string, step time.Duration, settle func(time.Duration)) {
	if !p.silent {
		if p.full.Before(*p.now) {
			p.full = *p.now
		}
		p.full = p.full.Add(step)
		p.wait = append(p.wait, settle)
	}
}

func (p *memPacer) answer() {
	for _, settle := range p.wait {
		settle(p.full.Sub(*p.now))
	}
	p.wait = nil
}
