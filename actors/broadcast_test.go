package actors

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/poller"
	"muster/store"
)

// costs is a broadcast of the tests.
func costs(subject string, seq int64, cents int) store.Broadcast {
	return store.Broadcast{Subject: subject, Kind: "server_cost", Value: []byte(fmt.Sprintf(`{"cents": %d}`, cents)), Seq: seq, Position: 700 + seq}
}

// committed commits a broadcast that no node announces.
func (l *memLog) committed(b store.Broadcast) {
	l.set(func(l *memLog) { l.broadcasts = append(l.broadcasts, b) })
}

// A broadcast on the bus is shown on every screen at once, and is not shown
// again when it is read from the database afterwards.
func TestBroadcastReachesEverySocketOnce(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a, b := w.nodes[0].inside("ann"), w.nodes[1].inside("bob")
		stranger := w.nodes[1].connect()
		after(settled)
		for _, s := range []*browser{a, b, stranger} {
			s.take()
		}
		value := costs("server_cost", 1, 1250)
		w.nodes[0].log.committed(value)
		w.nodes[0].hub.Broadcast(value)
		synctest.Wait()
		for _, s := range []*browser{a, b} {
			equal(t, "at once", s.take(), []frame{{"type": "server_cost", "cents": 1250.0, "position": 701.0}})
		}
		after(3 * poller.Every)
		for _, s := range []*browser{a, b, stranger} {
			equal(t, "no more", len(only(s.take(), "server_cost")), 0)
		}
	})
}

// Values that become known together reach each socket as one push, which may wait for
// others: each was a write to every socket of the node, and messages stood behind them.
func TestBroadcastsWaitForOthersTogether(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		after(settled)
		a.take()
		before := a.lazily
		r.hub.Broadcast(costs("server_cost", 1, 1), costs("badge:x", 2, 2), costs("badge:y", 3, 3))
		synctest.Wait()
		equal(t, "frames", len(only(a.take(), "server_cost")), 3)
		equal(t, "pushes that may wait", a.lazily-before, 1)
		// One by one, as the bus brings them, they are two pushes: the first and the rest.
		after(settled)
		before = a.lazily
		for seq := range int64(5) {
			r.hub.Broadcast(costs(fmt.Sprint("badge:", seq), 4+seq, 4))
		}
		after(showPause)
		equal(t, "frames", len(only(a.take(), "server_cost")), 5)
		equal(t, "pushes that may wait", a.lazily-before, 2)
	})
}

// Without a bus, or with one that loses everything, the next poll finds a
// broadcast. Of several values of one subject only the newest is shown, and
// none older than it.
func TestBroadcastIsFoundWithoutABus(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		b := w.nodes[1].inside("bob")
		after(settled)
		b.take()
		w.exchange.Cut()
		w.nodes[0].log.committed(costs("server_cost", 2, 2))
		after(poller.Every)
		equal(t, "within a second", b.take(), []frame{{"type": "server_cost", "cents": 2.0, "position": 702.0}})
		w.nodes[0].log.committed(costs("server_cost", 1, 1)) // committed later by a slower transaction
		w.nodes[0].log.committed(costs("badge:x", 3, 3))
		after(poller.Every)
		equal(t, "only what is newer", b.take(), []frame{{"type": "server_cost", "cents": 3.0, "position": 703.0}})
	})
}

// Broadcasts do not affect rights: no session is checked again because of them,
// no socket is closed, and chat goes on while they cannot be read.
func TestBroadcastsNeitherCloseNorAskAgain(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		site := r.log.count("SiteEvents")
		asked := 0
		r.admission.set(func(l *memAdmission) {
			l.asked = func() {
				asked++
				r.hub.Broadcast(costs("server_cost", int64(asked), asked))
			}
		})
		b := r.join("bob", "")
		equal(t, "the join", only(b.take(), "room_joined")[0]["roomId"], any("general"))
		equal(t, "questions of one join", asked, 1)
		equal(t, "reads of the site log", r.log.count("SiteEvents"), site)
		r.log.set(func(l *memLog) { l.noBroadcasts = store.NewError(store.Unavailable, "no") })
		r.hub.Broadcast(store.Broadcast{Subject: "x", Kind: `bad"kind`, Value: []byte(`{}`), Seq: 99})
		after(10 * time.Second)
		a.take()
		b.say("hello")
		equal(t, "chat goes on", len(only(a.take(), "message")), 1)
		equal(t, "closed", []int{int(a.closed()), int(b.closed())}, []int{0, 0})
		r.log.set(func(l *memLog) { l.noBroadcasts = nil })
		r.log.committed(costs("badge:x", 100, 7))
		after(poller.Every)
		equal(t, "read again", len(only(a.take(), "server_cost")), 1)
	})
}

// The number of subjects that a node remembers is bounded by what the database
// keeps.
func TestLatestBroadcastsAreForgotten(t *testing.T) {
	l, now := newLatestBroadcasts(), time.Now()
	for i := range 3 * maxBroadcasts {
		if !l.isNew(costs(fmt.Sprint("s", i), int64(i+1), 0), now) {
			t.Fatal("new, and not shown")
		}
		now = now.Add(10 * time.Second)
	}
	if len(l.of) > maxBroadcasts {
		t.Errorf("%d subjects are remembered", len(l.of))
	}
}

// Of many subjects at once a node looks for old ones when there are twice as many, not with
// each: an import's hundred thousand badges kept the hub busy for minutes.
func TestManyBroadcastsAtOnce(t *testing.T) {
	l, now, looks, at := newLatestBroadcasts(), time.Now(), 0, 0
	for i := range 64 * maxBroadcasts {
		l.isNew(costs(fmt.Sprint("s", i), int64(i+1), 0), now)
		if l.forgetAt != at {
			at = l.forgetAt
			looks++
		}
	}
	if len(l.of) != 64*maxBroadcasts || looks > 7 || l.forgetAt <= len(l.of)/2 {
		t.Errorf("%d looks among %d subjects, the next at %d", looks, len(l.of), l.forgetAt)
	}
	now = now.Add(store.BroadcastAge + time.Second)
	for i := range 64*maxBroadcasts + 1 {
		l.isNew(costs(fmt.Sprint("new", i), int64(i+1), 0), now)
	}
	if len(l.of) > 128*maxBroadcasts {
		t.Errorf("%d subjects are remembered", len(l.of))
	}
}

// A value for one member is sent to that member's sockets on every node and to nobody
// else's.
func TestBroadcastToOneMember(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a, other := w.nodes[0].inside("ann"), w.nodes[1].inside("ann")
		b := w.nodes[1].inside("bob")
		after(settled)
		for _, s := range []*browser{a, other, b} {
			s.take()
		}
		value := costs(store.MemberSubject("id-ann", "receipt"), 1, 5)
		w.nodes[0].log.committed(value)
		w.nodes[0].hub.Broadcast(value)
		after(3 * poller.Every)
		equal(t, "ann here", len(only(a.take(), "server_cost")), 1)
		equal(t, "ann there", len(only(other.take(), "server_cost")), 1)
		equal(t, "bob", len(only(b.take(), "server_cost")), 0)
	})
}
