package actors

import (
	"context"
	"testing"
	"testing/synctest"

	"muster/actors/poller"
	"muster/store/roomlog"
)

// stored commits a read state that no node announces.
func (l *memLog) stored(s roomlog.ReadState) roomlog.ReadState {
	l.set(func(l *memLog) { l.reads = append(l.reads, s) })
	return s
}

// A member's own sockets on every node receive once how far the member has read a
// room, and nobody else does.
func TestReadStateReachesOwnSocketsOnEveryNode(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		tabs := []*browser{w.nodes[0].inside("ann"), w.nodes[0].inside("ann"), w.nodes[1].inside("ann")}
		other := w.nodes[1].inside("bob")
		after(settled)
		for _, s := range append(tabs, other) {
			s.take()
		}
		state := w.nodes[0].log.stored(roomlog.ReadState{MemberID: "id-ann", Room: "side", LastRead: 7, Unread: 2, Mentions: 1})
		w.nodes[0].hub.ReadChanged(state)
		synctest.Wait()
		for _, s := range tabs {
			equal(t, "at once", s.take(), []frame{{"type": "read_state", "roomId": "side", "lastReadSeq": 7.0, "unread": 2.0, "mentions": 1.0}})
		}
		after(3 * poller.Every)
		for _, s := range append(tabs, other) {
			equal(t, "no more", len(only(s.take(), "read_state")), 0)
		}
	})
}

// What the bus loses is found in the database; an older state that comes late is
// not sent.
func TestReadStateIsFoundWithoutTheBus(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		b := w.nodes[1].inside("bob")
		after(settled)
		b.take()
		w.exchange.Cut()
		old := w.nodes[0].log.stored(roomlog.ReadState{MemberID: "id-bob", Room: "side", LastRead: 3})
		w.nodes[0].log.stored(roomlog.ReadState{MemberID: "id-bob", Room: "side", LastRead: 5, Unread: 1})
		after(poller.Every)
		equal(t, "the newest", only(b.take(), "read_state"), []frame{{"type": "read_state", "roomId": "side", "lastReadSeq": 5.0, "unread": 1.0, "mentions": 0.0}})
		w.nodes[1].hub.ReadChanged(old)
		after(3 * poller.Every)
		equal(t, "nothing older, nothing twice", len(only(b.take(), "read_state")), 0)
	})
}

// panickingReads is a log that cannot read states: the driver panics.
type panickingReads struct{ *memLog }

func (panickingReads) ReadStates(context.Context, []roomlog.ReadMark) ([]roomlog.ReadState, error) {
	panic("driver")
}

// A query of the hub itself that panics costs its answer only. It ended the hub: every socket
// was closed, and the node took no more until it was started anew.
func TestReadThatPanicsDoesNotEndTheHub(t *testing.T) {
	bubble(t, func(c *Config) { c.Log = panickingReads{c.Log.(*memLog)} }, func(r *harness) {
		a := r.inside("ann")
		after(poller.Every)
		r.log.stored(roomlog.ReadState{MemberID: "id-ann", Room: "side", LastRead: 3})
		after(2 * poller.Every)
		equal(t, "still open", a.closed(), 0)
		equal(t, "another comes", len(only(r.join("bob", "").take(), "joined")), 1)
	})
}
