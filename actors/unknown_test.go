package actors

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/actors/poller"
	"muster/actors/room"
	"muster/store"
	"muster/store/logtest"
	"muster/store/roomlog"
)

// newerEvent commits an event of a kind that only a newer build knows.
func (l *memLog) newerEvent(room string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.number(roomlog.Event{Room: room, Kind: "poll_closed", MessageID: newID(), ActorID: "id-ann"})
}

// An event of a kind that a newer node wrote closed every socket of its room
// with 1013, and so did each resume across it. It is an event with a number
// like any other: the members are sent it without its fields, and the room goes
// on.
func TestUnknownEventKindClosesNoSocket(t *testing.T) {
	var log logtest.Buffer
	bubble(t, func(c *Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) }, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		a.say("one")
		a.take()
		b.take()
		r.log.newerEvent("general")
		after(2 * poller.Every)
		for _, s := range []*browser{a, b} {
			equal(t, "close", s.closed(), 0)
			got := only(s.take(), "poll_closed")
			equal(t, "the frame", got, []frame{{"type": "poll_closed", "roomId": "general", "seq": 2.0}})
		}
		a.say("three")
		equal(t, "the next number", only(b.take(), "message")[0].num("seq"), 3)

		near := r.join("cyd", `,"lastSeq":1`)
		equal(t, "a resume from memory", kinds(near.take())[2:], []string{"room_joined", "poll_closed", "message"})
		equal(t, "close", near.closed(), 0)
		fresh := r.join("dan", "")
		history := only(fresh.take(), "message_history")[0]["messages"].([]any)
		equal(t, "messages of the history", len(history), 2)

		r.log.newerEvent("general")
		r.site(store.SiteEvent{Kind: "tide_turned"})
		after(2 * poller.Every)
		logged := log.String()
		equal(t, "the log says once what to do", strings.Count(logged, "finish the upgrade"), 1)
		equal(t, "of which kind", strings.Contains(logged, "kind=poll_closed"), true)
	})
}

// A resume that is read from the log passes over such an event too.
func TestUnknownEventKindIsResumedAcross(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.member("ann")
		r.log.byAnotherNode("general", "id-ann", "one")
		r.log.newerEvent("general")
		r.log.byAnotherNode("general", "id-ann", "three")
		for range room.PageEvents {
			r.log.newerEvent("general")
		}
		b := r.join("bob", `,"lastSeq":0`)
		got := b.take()
		equal(t, "close", b.closed(), 0)
		equal(t, "resumed", got[2]["resumed"], any(true))
		equal(t, "frames", kinds(got)[2:6], []string{"room_joined", "message", "poll_closed", "message"})
		last := got[len(got)-1]
		equal(t, "the last number", last.num("seq"), room.PageEvents+3)
	})
}

// Such an event from the bus is shown at once, like one that is read from the
// log.
func TestUnknownEventKindCrosses(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		b := w.nodes[1].inside("bob")
		after(settled)
		b.take()
		w.nodes[0].log.newerEvent("general")
		w.seats[0].Publish("general", []roomlog.Event{{Room: "general", Seq: 1, Kind: "poll_closed", MessageID: "m"}})
		after(0)
		equal(t, "frames", kinds(b.take()), []string{"poll_closed"})
		equal(t, "close", b.closed(), 0)
	})
}

// A site event of a kind that this node does not know may have taken a right
// away, so the sessions that it names are rechecked.
func TestUnknownSiteEventIsCheckedAgain(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b, c := r.inside("ann"), r.inside("bob"), r.inside("cyd")
		r.change("ann", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
		r.change("bob", func(c *store.Caller) { c.Session.ID = "" })
		r.admission.set(func(l *memAdmission) { l.closed["id-cyd general"] = true })
		r.site(store.SiteEvent{Kind: "membership_lapsed", MemberID: "id-ann"})
		r.site(store.SiteEvent{Kind: "device_lost", SessionID: "session-bob"})
		r.site(store.SiteEvent{Kind: "room_sealed", Room: "general"})
		after(time.Second)
		equal(t, "the member", a.closed(), 4403)
		equal(t, "the session", b.closed(), 4401)
		equal(t, "the room", len(only(c.take(), "room_left")), 1)
	})
}
