// Presence across several hubs.
package actors

import (
	"context"
	"testing"
	"time"

	"muster/actors/presence"
	"muster/actors/runtime"
	"muster/store"
	"muster/store/bus"
)

// Everybody is counted once, on every node, in chat and in rooms.
func TestP6CountsArePeopleOnAllNodes(t *testing.T) {
	nodes(t, 3, func(w *cluster) {
		a := w.nodes[0].inside("ann")
		after(settled)
		a.take()
		bob := w.nodes[1].inside("bob")
		bob.send(`{"type":"join_room","roomId":"general"}`)
		after(2 * bus.PresenceBatchWindow)
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
		after(2 * bus.PresenceBatchWindow)
		got = a.take()
		equal(t, "left the room", only(got, "user_left_room"), []frame{{
			"type": "user_left_room", "roomId": "general", "userId": "id-bob", "username": "bob", "onlineCount": 1.0,
		}})
		equal(t, "left chat", only(got, "user_left"), []frame{{"type": "user_left", "userId": "id-bob", "username": "bob", "onlineCount": 1.0}})
		equal(t, "counts", w.counts(), []int{1, 1, 1})

		// Back within a minute, on another node: no toast.
		after(30 * time.Second)
		w.nodes[2].inside("bob").send(`{"type":"join_room","roomId":"general"}`)
		after(2 * bus.PresenceBatchWindow)
		equal(t, "toast", only(a.take(), "user_joined_room")[0]["showNotification"], any(false))
	})
}

// Somebody who only passes through a room is announced on no node. Somebody who
// comes in silently on a second node while the first announces them is
// announced once.
func TestP6SilentEntriesCross(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
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
		equal(t, "received once", len(only(a.take(), "user_joined_room")), 1)
	})
}

// The people of a killed node are gone within ten seconds, those of a stopped
// one at once; people who moved to another node meanwhile never left.
func TestP6KilledAndStoppedNodes(t *testing.T) {
	nodes(t, 3, func(w *cluster) {
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

// A lost presence batch is found by the next digest, a node that starts later
// knows at once who is in chat, and after a long outage of the bus nobody is
// listed who has left.
func TestP6LostPresenceIsFound(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		w.nodes[0].inside("ann")
		w.exchange.Lose(func(_, _ string, p bus.Presence) bool { return p.Kind == bus.PresenceBatch })
		b := w.nodes[1].inside("bob")
		after(settled)
		equal(t, "lost", w.nodes[0].hub.OnlineCount(), 1)
		after(bus.PresenceDigestEvery + settled)
		equal(t, "found", w.counts(), []int{2, 2})
		w.exchange.Lose(nil)
		late := w.add(w.nodes[0].t, w.nodes[0].log, w.nodes[0].admission)
		after(3 * bus.PresenceBatchWindow)
		equal(t, "a new node", late.hub.OnlineCount(), 2)

		w.exchange.Cut()
		after(5 * time.Second)
		equal(t, "last known", w.counts(), []int{2, 2, 2})
		after(6 * time.Second)
		equal(t, "local", w.counts(), []int{1, 1, 0})
		b.sess.Gone()
		w.exchange.Repair(false)
		after(2 * bus.PresenceDigestEvery)
		equal(t, "no ghosts", w.counts(), []int{1, 1, 1})
	})
}

// After the bus was away for longer than nodes remember each other, people who
// never left come back without a toast.
func TestWS8NoToastsAfterABusOutage(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a := w.nodes[0].inside("ann")
		w.nodes[1].inside("bob").send(`{"type":"join_room","roomId":"general"}`)
		after(settled)
		equal(t, "came", only(a.take(), "user_joined_room")[0]["showNotification"], any(true))
		w.exchange.Cut()
		after(2 * presence.ReturnWindow)
		equal(t, "forgotten", len(only(a.take(), "user_left_room")), 1)
		w.exchange.Repair(true)
		after(bus.PresenceDigestEvery + settled)
		got := only(a.take(), "user_joined_room")
		equal(t, "there again", len(got), 1)
		equal(t, "toast", got[0]["showNotification"], any(false))
	})
}

// Invented people that somebody publishes in the name of a node, under a
// version that the node never reaches, are gone with its next digest, and its
// own people are listed again.
func TestP6GhostsGo(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		w.nodes[0].inside("ann")
		b := w.nodes[1].inside("bob")
		after(settled)
		runtime.Tell(w.nodes[0].hub.ref, hubPeerPresence{bus.Presence{
			Node: w.seats[1].NodeID(), Kind: bus.PresenceSnapshot, Version: 1 << 62,
			Changes: []bus.PresenceChange{coming("", "2"), coming("", "3"), coming("general", "2")},
		}})
		after(0)
		equal(t, "misled", w.nodes[0].hub.OnlineCount(), 3)
		after(bus.PresenceDigestEvery + settled)
		equal(t, "healed", w.counts(), []int{2, 2})
		b.sess.Gone()
		after(settled)
		equal(t, "heard again", w.counts(), []int{1, 1})
	})
}

// The people listed for a room are those that it counts, on every node, also on one
// where nobody is in the room.
func TestADM10PeopleOfARoomOnAllNodes(t *testing.T) {
	nodes(t, 3, func(w *cluster) {
		people := func(node int, room string) []RoomPerson {
			all, err := w.nodes[node].hub.RoomPeople(context.Background(), room)
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		equal(t, "nobody", len(people(0, "general")), 0)
		a := w.nodes[0].inside("ann")
		w.nodes[0].inside("ann")
		bob := w.nodes[1].inside("bob")
		after(settled)
		for node := range w.nodes {
			equal(t, "general", people(node, "general"), []RoomPerson{{ID: "id-ann", Name: "ann"}, {ID: "id-bob", Name: "bob"}})
			equal(t, "side", len(people(node, "side")), 0)
		}
		bob.send(`{"type":"join_room","roomId":"side"}`)
		after(settled)
		counted := only(bob.take(), "room_joined")
		for node := range w.nodes {
			equal(t, "general", people(node, "general"), []RoomPerson{{ID: "id-ann", Name: "ann"}})
			equal(t, "side", len(people(node, "side")), int(counted[len(counted)-1]["onlineCount"].(float64)))
		}
		a.sess.Gone()
		bob.sess.Gone()
		after(settled)
		equal(t, "one socket of two left", people(2, "general"), []RoomPerson{{ID: "id-ann", Name: "ann"}})
		equal(t, "left", len(people(2, "side")), 0)
	})
}

// A caller does not wait longer than its context, also while the hub stops.
func TestPeopleOfARoomWithoutAHub(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := r.hub.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := r.hub.RoomPeople(ctx, "general"); store.CodeOf(err) != store.Unavailable {
			t.Errorf("stopped: %v", err)
		}
	})
}

// coming is a change by which somebody comes to a room.
func coming(room, id string) bus.PresenceChange {
	return bus.PresenceChange{Room: room, MemberID: id, Name: "n-" + id, Here: true}
}

// A room that stops before it has answered is asked anew, so that the caller does
// not wait until the end of its context.
func TestPeopleOfARoomThatFails(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.inside("ann")
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		began := time.Now()
		runtime.Halt(r.hub.live("general").Ref)
		if people, err := r.hub.RoomPeople(ctx, "general"); err != nil || time.Since(began) > time.Second {
			t.Errorf("%v %v after %v", people, err, time.Since(began))
		}
	})
}
