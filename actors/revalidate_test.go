package actors

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/poller"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/redis/redistest"
	"muster/store/roomlog"
)

// unreachableStore is the Log and the Admission of one node, which can be cut
// off.
type unreachableStore struct {
	*memLog
	ledger *memAdmission

	mu    sync.Mutex
	cut   bool
	doubt chan struct{} // rechecks of members who have joined wait for it
}

var errCut = errors.New("cut off")

func (c *unreachableStore) set(cut bool, doubt chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut, c.doubt = cut, doubt
}

func (c *unreachableStore) isCut() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cut
}

func (c *unreachableStore) Heads(ctx context.Context, rooms []string) (map[string]int64, int64, error) {
	if c.isCut() {
		return nil, 0, errCut
	}
	return c.memLog.Heads(ctx, rooms)
}

func (c *unreachableStore) SiteEvents(ctx context.Context, after int64, limit int) ([]store.SiteEvent, error) {
	if c.isCut() {
		return nil, errCut
	}
	return c.memLog.SiteEvents(ctx, after, limit)
}

func (c *unreachableStore) AdmitBatch(ctx context.Context, entries []roomlog.AdmissionRequest) ([]roomlog.AdmissionDecision, error) {
	c.mu.Lock()
	cut, doubt := c.cut, c.doubt
	c.mu.Unlock()
	if cut {
		return nil, errCut
	}
	if entries[0].Token == "" && doubt != nil {
		select {
		case <-doubt:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return c.ledger.AdmitBatch(ctx, entries)
}

func (c *unreachableStore) NoteSeen(ctx context.Context, seen []roomlog.SeenSession) error {
	c.mu.Lock()
	cut := c.cut
	c.mu.Unlock()
	if cut {
		return errCut
	}
	return c.ledger.NoteSeen(ctx, seen)
}

// cutOff runs f with two nodes of which the second is cut off from the store, but
// not from the bus, until heal is called.
func cutOff(t *testing.T, f func(ann, bob, cyd *browser, here *harness, there *unreachableStore)) {
	synctest.Test(t, func(t *testing.T) {
		w := &cluster{exchange: redistest.NewNetwork()}
		log, ledger := newMemLog("general", "side"), newMemAdmission()
		here := w.add(t, log, ledger)
		there := &unreachableStore{memLog: log, ledger: ledger}
		seat := w.exchange.AddNode()
		r := &harness{t: t, log: log, admission: ledger}
		r.hub = NewHub(Config{Log: there, Admission: there, Logger: quiet(), Bus: seat})
		w.nodes, w.seats = append(w.nodes, r), append(w.seats, seat)
		defer func() {
			for i, r := range w.nodes {
				r.stop()
				w.seats[i].Close()
			}
		}()
		after(time.Second)
		ann, bob, cyd := here.inside("ann"), r.inside("bob"), r.inside("cyd")
		after(settled)
		bob.take()
		cyd.take()
		f(ann, bob, cyd, here, there)
	})
}

// A node that cannot reach the database cannot know who has lost a right. After
// poller.CurrentFor it passes on nothing that it receives from the bus, and it
// passes on all of it, in order, when the database answers again.
func TestP7ANodeCutFromTheLogPassesNothingOn(t *testing.T) {
	cutOff(t, func(ann, bob, cyd *browser, here *harness, there *unreachableStore) {
		there.set(true, nil)
		after(poller.Every)
		ann.say("soon after")
		equal(t, "still known", len(only(cyd.take(), "message")), 1)
		after(poller.CurrentFor)
		ann.say("one")
		ann.say("two")
		ann.send(`{"type":"typing_start"}`)
		after(time.Second)
		equal(t, "cut off", len(cyd.take()), 0)
		cyd.send(`{"type":"join_room","roomId":"side"}`)
		equal(t, "no room without a question", kinds(cyd.take()), []string{"error"})
		bob.take()
		there.set(false, nil)
		after(2 * poller.Every)
		for _, b := range []*browser{bob, cyd} {
			var texts []any
			for _, f := range only(b.take(), "message") {
				texts = append(texts, f["message"])
			}
			equal(t, "then all of it", texts, []any{"one", "two"})
		}
		ann.say("three")
		equal(t, "at once again", len(only(cyd.take(), "message")), 1)
	})
}

// When the database answers again, the sessions that have lost a right
// meanwhile are rechecked before this node sends anybody an event of that time.
func TestP7RightsAreLookedAtBeforeTheBacklog(t *testing.T) {
	cutOff(t, func(ann, bob, cyd *browser, here *harness, there *unreachableStore) {
		there.set(true, nil)
		after(poller.CurrentFor + poller.Every)
		here.change("bob", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
		here.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-bob"})
		ann.say("bob is out")
		after(time.Second)
		doubt := make(chan struct{})
		there.set(false, doubt)
		after(poller.Every)
		equal(t, "while bob is looked at", len(only(cyd.take(), "message")), 0)
		close(doubt)
		synctest.Wait()
		equal(t, "bob", bob.closed(), wire.CloseBanned)
		equal(t, "bob received", kinds(only(bob.take(), "message", "error")), []string{"error"})
		equal(t, "cyd", len(only(cyd.take(), "message")), 1)
	})
}

// When Admission does not answer, the others wait only for poller.RevalidateTime.
func TestSettlingEnds(t *testing.T) {
	cutOff(t, func(ann, bob, cyd *browser, here *harness, there *unreachableStore) {
		there.set(true, nil)
		after(poller.CurrentFor + poller.Every)
		here.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-bob"})
		ann.say("hello")
		after(time.Second)
		there.set(false, make(chan struct{}))
		after(poller.RevalidateTime + 2*poller.Every)
		equal(t, "cyd", len(only(cyd.take(), "message")), 1)
		bob.sess.Gone() // ends the session that waits
		there.set(false, nil)
		after(runtime.QueryTime)
	})
}
