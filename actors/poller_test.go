package actors

import (
	"fmt"
	"log/slog"
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
