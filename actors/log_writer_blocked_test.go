package actors

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/logwriter"
	"muster/actors/room"
	"muster/actors/session"
	"muster/store"
)

// A row that somebody else locked for a second failed the commands that needed
// it. Those are tried again and stored in the order of sending, and members
// whose rows are free do not wait for them.
func TestCommandsOnALockedRowAreTriedAgain_P19(t *testing.T) {
	bubble(t, func(c *Config) { c.Rate, c.Burst = 1e6, 1e6 }, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		a.take()
		r.log.set(func(l *memLog) { l.refuse["id-ann"] = store.ErrBusy() })
		a.say("one")
		a.say("two")
		b.say("other")
		after(time.Second)
		a.say("three")
		equal(t, "while locked", len(only(a.take(), "message")), 1)
		equal(t, "bob is shown", only(b.take(), "message")[0]["message"], any("other"))
		r.log.set(func(l *memLog) { delete(l.refuse, "id-ann") })
		after(logwriter.BlockedRetry)
		var texts []any
		for _, m := range only(b.take(), "message") {
			texts = append(texts, m["message"])
		}
		equal(t, "in the order of sending", texts, []any{"one", "two", "three"})
		equal(t, "no error", len(only(a.take(), "error")), 0)
	})
}

// A command whose rows stay locked is answered once, within the time that a
// sender is promised.
func TestCommandsOnALockedRowAreAnsweredInTime_P19(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		after(2 * time.Second)
		a.take()
		r.log.set(func(l *memLog) { l.refuse["id-ann"] = store.ErrBusy() })
		a.say("x")
		after(logwriter.SendPatience - time.Millisecond)
		equal(t, "before", len(a.take()), 0)
		after(2 * logwriter.BlockedRetry)
		e := refusal(t, a.take())
		equal(t, "then", []any{e["code"], e["message"]}, []any{"unavailable", "Failed to send message"})
		r.log.set(func(l *memLog) { delete(l.refuse, "id-ann") })
		after(time.Second)
		equal(t, "once, and not stored afterwards", len(a.take()), 0)
	})
}

// A log writer that had ended accepted commands that nobody answered.
func TestEndedLogWriterTakesNothing_P20(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &harness{t: t, log: newMemLog("general"), admission: newMemAdmission()}
		r.hub = NewHub(Config{Log: r.log, Admission: r.admission, Logger: quiet()})
		s := session.New(r.hub.sessions, nil)
		if err := r.hub.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		for range 100 {
			if r.hub.logWriters.Enqueue(&logwriter.Append{Session: s, Quota: &room.Quota{}}) {
				t.Fatal("a command was taken")
			}
		}
		// The notices that the hub had put off for a second reach nobody by then. The
		// library counts them for 10 ms more: the test once ended just in between.
		after(time.Second + 20*time.Millisecond)
	})
}
