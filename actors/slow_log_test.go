package actors

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/wire"
	"muster/store"
	"muster/store/redis/redistest"
)

// lateLog answers what the poller asks after a delay, with what was true when it was asked.
type lateLog struct {
	*memLog
	delay atomic.Int64
}

func (l *lateLog) Heads(ctx context.Context, rooms []string) (map[string]int64, int64, error) {
	heads, site, err := l.memLog.Heads(ctx, rooms)
	time.Sleep(time.Duration(l.delay.Load()))
	return heads, site, err
}

func (l *lateLog) SiteEvents(ctx context.Context, after int64, limit int) ([]store.SiteEvent, error) {
	events, err := l.memLog.SiteEvents(ctx, after, limit)
	time.Sleep(time.Duration(l.delay.Load()))
	return events, err
}

// An answer of the log is as old as its question. It counted as new when it came: while the
// database took seconds for each answer, a banned member received from the bus for nine
// seconds, though five are promised.
func TestP7SlowAnswersAreOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &cluster{exchange: redistest.NewNetwork()}
		log, admission := newMemLog("general"), newMemAdmission()
		here := w.add(t, log, admission)
		slow, seat := &lateLog{memLog: log}, w.exchange.AddNode()
		there := &harness{t: t, log: log, admission: admission, hub: NewHub(Config{Log: slow, Admission: admission, Logger: quiet(), Bus: seat})}
		w.nodes, w.seats = append(w.nodes, there), append(w.seats, seat)
		defer func() {
			slow.delay.Store(0)
			for i, r := range w.nodes {
				r.stop()
				w.seats[i].Close()
			}
		}()
		after(time.Second)
		ann, bob := here.inside("ann"), there.inside("bob")
		after(settled)
		bob.take()
		slow.delay.Store(int64(4500 * time.Millisecond))
		there.hub.poller.Trigger()
		after(time.Millisecond) // the log is being asked
		here.change("bob", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
		here.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-bob"})
		after(5 * time.Second)
		ann.say("five seconds later")
		after(time.Second)
		equal(t, "shown to somebody banned", len(only(bob.take(), "message")), 0)
		after(10 * time.Second)
		equal(t, "closed", bob.closed(), wire.CloseBanned)
		equal(t, "shown", len(only(bob.take(), "message")), 0)
	})
}
