package actors

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"muster/store"
	"muster/store/bus"
	"muster/store/desk"
	"muster/store/roomlog"
)

// memActivities is what is stored, and a clock that is ten minutes ahead.
type memActivities struct {
	mu    sync.Mutex
	found []desk.Activity
	reads int
}

const activitySkew = 10 * time.Minute

func (m *memActivities) add(id string, kind desk.ActivityKind, member string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.found = append(m.found, desk.Activity{ID: id, Kind: kind, At: time.Now().Add(activitySkew), Actor: desk.ActivityPerson{ID: "id-" + member, Username: member}})
}

func (m *memActivities) Activities(_ context.Context, _ desk.ActivityCursor, limit int) ([]desk.Activity, desk.ActivityCursor, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reads++
	var newest []desk.Activity
	for i := len(m.found) - 1; i >= 0 && len(newest) < limit; i-- {
		newest = append(newest, m.found[i])
	}
	return newest, desk.ActivityCursor{At: time.Now().Add(activitySkew)}, nil
}

// administrator connects an administrator, and drops the frames of that.
func (r *harness) administrator(name string) *browser {
	r.member(name)
	r.change(name, func(c *store.Caller) { c.Member.IsAdmin = true })
	return r.inside(name)
}

// received gives the activity that a browser received, in short.
func received(b *browser) []string {
	var out []string
	for _, f := range only(b.take(), "activity") {
		line := fmt.Sprint(f["kind"], " ", f["actor"].(map[string]any)["username"])
		if room, ok := f["roomId"]; ok {
			line += fmt.Sprint(" in ", room)
		}
		out = append(out, line)
	}
	return out
}

// What happens on any node reaches an administrator who watches on one, without the
// text of a message and only while it is watched. A node where nobody watches sends
// nothing, and neither does one when the node of its watcher fell silent.
func TestActivityCrossesNodes_ANLY4(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		here, there := w.nodes[0], w.nodes[1]
		boss := here.administrator("boss")
		after(settled)
		boss.take()
		shut := func(when string) {
			t.Helper()
			for i, n := range w.nodes {
				if n.hub.eventTap.Watched() || n.hub.presenceTap.Watched() {
					t.Fatalf("%s: node %d gathers what nobody watches", when, i)
				}
			}
		}
		shut("before")
		boss.send(`{"type":"watch_activity"}`)
		equal(t, "answer", boss.take(), []frame{{"type": "activity_watched", "kinds": []any{}}})
		bob := there.inside("bob")
		after(settled)
		equal(t, "came", received(boss), []string{"user_joined bob", "user_joined_room bob in general"})
		bob.say("the secret word")
		id := only(bob.take(), "message")[0]["id"]
		after(2 * desk.ActivityWindow)
		got := only(boss.take(), "activity")
		equal(t, "spoke", len(got), 1)
		equal(t, "detail", got[0]["detail"], any(map[string]any{"messageId": id, "messageType": "text"}))
		equal(t, "kind and id", []any{got[0]["kind"], got[0]["id"]}, []any{"message", id})
		bob.send(`{"type":"add_reaction","messageId":%q,"reaction":"👍"}`, id)
		after(2 * desk.ActivityWindow)
		equal(t, "reacted", received(boss), []string{"reaction_added bob in general"})

		boss.send(`{"type":"watch_activity","kinds":["message"],"roomId":"side"}`)
		boss.take()
		bob.say("not there")
		bob.send(`{"type":"join_room","roomId":"side"}`)
		bob.say("there")
		after(settled)
		equal(t, "selected", received(boss), []string{"message bob in side"})

		boss.send(`{"type":"unwatch_activity"}`)
		after(0)
		shut("after")
		bob.say("unseen")
		after(settled)
		equal(t, "after the end", len(received(boss)), 0)

		boss.send(`{"type":"watch_activity"}`)
		w.exchange.Cut() // the end of the watch is lost
		boss.sess.Gone()
		after(0)
		if !there.hub.eventTap.Watched() {
			t.Fatal("the other node forgot the watch before its time")
		}
		after(desk.ActivityLease + desk.ActivityWindow)
		shut("after the lease")
		w.exchange.Repair(true)
	})
}

// A watch that lasts goes on on the other nodes: each lease names what is watched.
func TestActivityGoesOnCrossingNodes_ANLY4(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		boss, bob := w.nodes[0].administrator("boss"), w.nodes[1].inside("bob")
		boss.send(`{"type":"watch_activity","kinds":["message"]}`)
		for i := range 3 {
			after(2 * desk.ActivityLease)
			bob.say("still here")
			after(2 * desk.ActivityWindow)
			equal(t, fmt.Sprint("after lease ", i), received(boss), []string{"message bob in general"})
		}
	})
}

// The right is asked for with the command, and the watch ends when the right is lost,
// or the socket.
func TestActivityNeedsAnAdministrator_ADM3(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ann, boss := r.inside("ann"), r.administrator("boss")
		after(settled)
		ann.take()
		boss.take()
		ann.send(`{"type":"watch_activity"}`)
		equal(t, "a member", ann.take()[0]["code"], any("admins_only"))
		for _, bad := range []string{`"kinds":[""]`, `"userId":"x"`, `"roomId":"A b"`} {
			boss.take()
			boss.send(`{"type":"watch_activity",%s}`, bad)
			equal(t, bad, boss.take()[0]["code"], any("filter_invalid"))
		}
		boss.send(`{"type":"watch_activity"}`)
		boss.take()
		r.change("boss", func(c *store.Caller) { c.Member.IsAdmin = false })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-boss"})
		equal(t, "answered the loss", only(boss.take(), "error")[0]["code"], any("admins_only"))
		ann.say("hello")
		after(time.Second)
		equal(t, "nothing more", len(received(boss)), 0)
		if r.hub.eventTap.Watched() {
			t.Error("somebody still watches")
		}
		// The right is lost while the command waits for its answer.
		r.change("boss", func(c *store.Caller) { c.Member.IsAdmin = true })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-boss"})
		late := make(chan struct{})
		r.admission.set(func(l *memAdmission) { l.late = late })
		boss.sess.Receive([]byte(`{"type":"watch_activity"}`))
		synctest.Wait()
		r.change("boss", func(c *store.Caller) { c.Member.IsAdmin = false })
		r.admission.set(func(l *memAdmission) { l.late = nil })
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-boss"})
		close(late)
		after(time.Second)
		boss.take()
		ann.say("again")
		after(time.Second)
		equal(t, "nothing after the race", len(received(boss)), 0)
	})
}

// In a storm a browser receives some of what happens and the count of the rest; together
// they are everything. A browser that does not keep up receives only the count.
func TestActivityStormIsCounted_LIM9(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		boss, slow := r.administrator("boss"), r.administrator("slow")
		after(settled)
		for _, b := range []*browser{boss, slow} {
			b.send(`{"type":"watch_activity"}`)
		}
		boss.take()
		slow.take()
		slow.mu.Lock()
		slow.stuck = true
		slow.mu.Unlock()
		const happened = 5000
		for i := range happened {
			r.hub.eventActivity("general", []roomlog.Event{{Room: "general", Seq: int64(i + 1), Kind: roomlog.MessageSent, Message: &roomlog.Message{ID: newID(), SenderID: "id-ann"}}})
			if i%1000 == 999 {
				after(desk.ActivityWindow)
			}
		}
		after(3 * time.Second)
		count := func(b *browser) (events, leftOut int) {
			for _, f := range b.take() {
				switch f.kind() {
				case "activity":
					events++
				case "activity_left_out":
					leftOut += int(f.num("count"))
				}
			}
			return events, leftOut
		}
		events, leftOut := count(boss)
		if events+leftOut != happened || events < 5*desk.ActivityPerWindow || events > 10*desk.ActivityPerWindow {
			t.Errorf("%d received and %d left out", events, leftOut)
		}
		if events, leftOut := count(slow); events != 0 || leftOut != happened {
			t.Errorf("a slow browser: %d received and %d left out", events, leftOut)
		}
	})
}

// What is stored is read while somebody watches and sent once. What was stored before
// somebody watched is not sent.
func TestStoredActivityIsSentOnce(t *testing.T) {
	stored := &memActivities{}
	bubble(t, func(c *Config) { c.Activities = stored }, func(r *harness) {
		boss := r.administrator("boss")
		after(settled)
		stored.add("old", desk.ActivityPayment, "ann")
		after(time.Minute)
		equal(t, "reads while nobody watches", stored.reads, 0)
		boss.send(`{"type":"watch_activity"}`)
		after(0)
		stored.add("points:1", desk.ActivityCheckIn, "ann")
		after(5 * time.Second)
		equal(t, "sent once", received(boss), []string{"check_in ann"})
		boss.send(`{"type":"unwatch_activity"}`)
		after(2 * time.Second)
		reads := stored.reads
		stored.add("points:2", desk.ActivityCheckIn, "bob")
		after(time.Minute)
		equal(t, "reads after the end", stored.reads, reads)
		boss.send(`{"type":"watch_activity"}`)
		after(5 * time.Second)
		equal(t, "what happened meanwhile", len(received(boss)), 0)
	})
}

// Each node knows how the others are, and forgets one that stops.
func TestNodesAnnounceHowTheyAre(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		w.nodes[0].inside("ann")
		w.nodes[1].inside("bob")
		w.nodes[1].join("bob", "")
		after(bus.PresenceDigestEvery + 2*time.Second)
		all, err := w.nodes[0].hub.Nodes(context.Background())
		if err != nil || len(all) != 2 {
			t.Fatalf("%v %v", all, err)
		}
		for i, n := range all {
			equal(t, "id", n.ID, w.seats[i].NodeID())
			equal(t, "counts", fmt.Sprint(n.Sockets, n.People, n.Rooms, n.LagMs), []string{"1 1 1 0", "2 1 1 0"}[i])
			if n.LogAgeMs < 0 || n.LogAgeMs > 1000 {
				t.Errorf("the log answered %d ms ago", n.LogAgeMs)
			}
		}
		w.exchange.Cut()
		after(bus.PresenceTimeout)
		all, _ = w.nodes[0].hub.Nodes(context.Background())
		equal(t, "a silent node is forgotten", len(all), 1)
		w.exchange.Repair(true)
	})
}
