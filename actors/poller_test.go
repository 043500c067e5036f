package actors

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"muster/actors/poller"
	"muster/actors/room"
	"muster/actors/wire"
	"muster/store"
	"muster/store/logtest"
	"muster/store/roomlog"
)

// Events that another node committed without announcing them are seen at the
// next poll, and a gap in the numbers is filled from the log.
func TestP5SilentLoss(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		a.take()
		for i := range 3 {
			r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
		}
		after(poller.Every)
		equal(t, "polled", seqs(a.take()), numbers(1, 3))
		r.log.byAnotherNode("general", "id-old", "missed")
		a.say("after it")
		equal(t, "filled", seqs(a.take()), numbers(4, 5))
	})
}

// While the log is down nothing crashes or spins, and everything recovers by
// itself.
func TestLogDownAndBack(t *testing.T) {
	var log logtest.Buffer
	bubble(t, func(c *Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) }, func(r *harness) {
		a := r.inside("ann")
		a.take()
		down := store.NewError(store.Unavailable, "Down")
		r.log.set(func(l *memLog) { l.down = down; l.calls = map[string]int{} })
		id := newID()
		a.send(`{"type":"send_message","message":"x","clientMsgId":"%s"}`, id)
		e := refusal(t, a.take())
		equal(t, "answered", []any{e["code"], e["message"], e["clientMsgId"]}, []any{"unavailable", roomlog.SendFailed, id})
		after(time.Minute)
		calls := 0
		r.log.set(func(l *memLog) {
			for _, n := range l.calls {
				calls += n
			}
		})
		if calls < 30 || calls > 70 {
			t.Fatalf("%d calls in a minute", calls)
		}
		equal(t, "the log says once what to look at", log.Count("is the database up, full or frozen?\" error"), 1)
		c := r.join("cyd", `,"roomId":"side"`) // a room that is not in memory
		equal(t, "joining", c.closed(), wire.CloseTryLater)
		r.log.set(func(l *memLog) { l.down = nil })
		r.log.byAnotherNode("general", "id-old", "back")
		after(poller.Every)
		equal(t, "back", seqs(a.take()), numbers(1, 1))
		after(3 * poller.Every)
		equal(t, "the log says once that it is over", log.Count("the log answers again"), 1)
		equal(t, "side", len(only(r.join("cyd", `,"roomId":"side"`).take(), "room_joined")), 1)
	})
}

// The site log is read page by page up to a page that is not full.
func TestSiteLogIsReadToItsEnd(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.log.set(func(l *memLog) {
			for i := range int64(room.PageEvents + 3) {
				l.site = append(l.site, store.SiteEvent{Seq: i + 1, Kind: store.RoomChanged, Room: "nowhere"})
			}
			l.calls = map[string]int{}
		})
		after(poller.Every)
		equal(t, "applied", r.hub.siteSeq.Load(), int64(room.PageEvents+3))
		r.log.set(func(l *memLog) { equal(t, "pages", l.calls["SiteEvents"], 2) })
	})
}

// siteDownLog is a log whose site log cannot be read while down.
type siteDownLog struct {
	*memLog
	down atomic.Bool
}

func (l *siteDownLog) SiteEvents(ctx context.Context, after int64, limit int) ([]store.SiteEvent, error) {
	if l.down.Load() {
		return nil, store.NewError(store.Unavailable, "Down")
	}
	return l.memLog.SiteEvents(ctx, after, limit)
}

// While the log says that the site has grown and the site log cannot be read, somebody may
// have lost a right, so nothing new is shown. The numbers of the logs alone counted as an
// answer: a banned member went on reading until the site log could be read again.
func TestP7SiteLogThatCannotBeRead(t *testing.T) {
	var lines logtest.Buffer
	log := &siteDownLog{}
	change := func(c *Config) {
		log.memLog, c.Log, c.Logger = c.Log.(*memLog), log, slog.New(slog.NewTextHandler(&lines, nil))
	}
	bubble(t, change, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		a.take()
		b.take()
		log.down.Store(true)
		r.change("ann", func(c *store.Caller) { c.Member.Status.ChatEnabled = false })
		r.log.changed(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-ann"})
		r.log.byAnotherNode("general", "id-old", "after the ban")
		after(10 * poller.Every)
		equal(t, "shown to somebody banned", len(only(a.take(), "message")), 0)
		equal(t, "lines", lines.Count("the log"), 1)
		log.down.Store(false)
		after(2 * poller.Every)
		equal(t, "closed", a.closed(), wire.CloseBanned)
		equal(t, "shown", len(only(a.take(), "message")), 0)
		equal(t, "shown to the others", len(only(b.take(), "message")), 1)
		equal(t, "back", lines.Count("the log answers again"), 1)
	})
}
