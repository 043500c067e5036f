package actors

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/logwriter"
	"muster/actors/room"
	"muster/actors/wire"
)

// Nobody sees a message before it is committed.
func TestWS33StoredFirst(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		a.take()
		hold := make(chan struct{})
		r.log.set(func(l *memLog) { l.hold = hold })
		a.say("x")
		after(4 * time.Second)
		equal(t, "sender", len(only(a.take(), "message")), 0)
		equal(t, "others", len(only(b.take(), "message")), 0)
		close(hold)
		after(0)
		equal(t, "sender", kinds(a.take()), []string{"message"})
	})
}

// Commands that arrive while a transaction is in flight go into the next one.
func TestLogWriterGathers(t *testing.T) {
	bubble(t, func(c *Config) { c.Rate, c.Burst = 1e6, 1e6 }, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		hold := make(chan struct{})
		r.log.set(func(l *memLog) { l.hold = hold })
		for i := range 400 {
			[]*browser{a, b}[i%2].say(fmt.Sprint(i))
		}
		close(hold)
		after(0)
		equal(t, "batches", r.log.batches, []int{1, logwriter.MaxBatch, 399 - logwriter.MaxBatch})
		var texts []string
		for _, m := range only(a.take(), "message") {
			texts = append(texts, m["message"].(string))
		}
		want := make([]string, 400)
		for i := range want {
			want[i] = fmt.Sprint(i)
		}
		equal(t, "in the order of sending", texts, want)
	})
}

// A message in a quiet room waited for company, because two others had just been written
// together. It waits only when the transaction before it had many commands.
func TestLogWriterWaitsOnlyWhenBusy(t *testing.T) {
	for _, c := range []struct {
		together int
		stored   int // at once, of the one that comes then
	}{{2, 1}, {5, 1}, {6, 0}} {
		bubble(t, func(c *Config) { c.Rate, c.Burst = 1e6, 1e6 }, func(r *harness) {
			a := r.inside("ann")
			hold := make(chan struct{})
			r.log.set(func(l *memLog) { l.hold = hold })
			for range 1 + c.together {
				a.say("together")
			}
			close(hold)
			after(0)
			equal(t, "batches", r.log.batches, []int{1, c.together})
			a.take()
			a.say("alone")
			after(0)
			equal(t, fmt.Sprint("at once, after ", c.together), len(only(a.take(), "message")), c.stored)
			after(logwriter.BatchDelay)
			equal(t, "a little later", len(only(a.take(), "message")), 1-c.stored)
		})
	}
}

// Five seconds after a send its sender has an answer, even while the log hangs.
// A result that comes later is not a second answer to the sender, but everybody
// receives the event.
func TestP19StuckAppend(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		after(2 * time.Second)
		a.take()
		hold := make(chan struct{})
		r.log.set(func(l *memLog) { l.hold = hold })
		first, second := newID(), newID()
		a.send(`{"type":"send_message","message":"in flight","clientMsgId":"%s"}`, first)
		after(time.Second)
		a.send(`{"type":"send_message","message":"waiting","clientMsgId":"%s"}`, second)
		after(logwriter.SendPatience - time.Second - time.Millisecond)
		equal(t, "before", len(a.take()), 0)
		after(time.Millisecond)
		e := refusal(t, a.take())
		equal(t, "in flight", []any{e["code"], e["message"], e["clientMsgId"]}, []any{"unavailable", "Failed to send message", first})
		after(time.Second)
		equal(t, "waiting", refusal(t, a.take())["clientMsgId"], any(second))
		b.take()
		close(hold)
		after(time.Second)
		for _, s := range []*browser{a, b} {
			got := s.take()
			equal(t, "announced once, only what was stored", kinds(got), []string{"message"})
			equal(t, "text", got[0]["message"], any("in flight"))
		}
	})
}

// The late result of a resend is not a second answer.
func TestP19LateResend(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		id := newID()
		send := `{"type":"send_message","message":"x","clientMsgId":"` + id + `"}`
		a.send("%s", send)
		a.take()
		hold := make(chan struct{})
		r.log.set(func(l *memLog) { l.hold = hold })
		a.send("%s", send)
		after(logwriter.SendPatience)
		equal(t, "received", kinds(a.take()), []string{"error"})
		close(hold)
		after(time.Second)
		equal(t, "once", len(a.take()), 0)
	})
}

// Sends that wait for the log are bounded; beyond that they are refused at once.
func TestLogWriterQuota(t *testing.T) {
	bubble(t, func(c *Config) { c.Rate, c.Burst = 1e6, 1e6 }, func(r *harness) {
		a := r.inside("ann")
		side := r.join("bob", `,"roomId":"side"`)
		hold := make(chan struct{})
		r.log.set(func(l *memLog) { l.hold = hold })
		for range room.MaxPendingAppends {
			a.sess.Receive([]byte(`{"type":"send_message","message":"x"}`))
		}
		synctest.Wait()
		equal(t, "within", len(only(a.take(), "error")), 0)
		a.say("one too many")
		equal(t, "beyond", refusal(t, a.take())["code"], any("unavailable"))
		side.take()
		side.say("another room")
		equal(t, "another room", len(only(side.take(), "error")), 0)
		close(hold)
		after(0)
		equal(t, "stored", len(only(a.take(), "message")), room.MaxPendingAppends)
		a.say("again")
		after(logwriter.BatchDelay)
		equal(t, "room again", len(only(a.take(), "message")), 1)
	})
}

// Stop finishes the appends under way, pushes their events, and closes with
// 1001; no socket is accepted afterwards.
func TestWS30Stop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &harness{t: t, log: newMemLog("general"), admission: newMemAdmission()}
		r.hub = NewHub(Config{Log: r.log, Admission: r.admission, Logger: quiet()})
		a, fresh := r.inside("ann"), r.connect()
		r.admission.set(func(l *memAdmission) { l.hold = make(chan struct{}) })
		joining := r.join("bob", "")
		hold := make(chan struct{})
		r.log.set(func(l *memLog) { l.hold = hold })
		a.say("in flight")
		a.say("waiting")
		stopped := make(chan error, 1)
		go func() { stopped <- r.hub.Stop(context.Background()) }()
		synctest.Wait()
		late := r.connect()
		equal(t, "refused", late.closed(), wire.CloseRestart)
		a.say("too late")
		equal(t, "refused", refusal(t, a.take())["code"], any("unavailable"))
		close(hold)
		if err := <-stopped; err != nil {
			t.Fatal(err)
		}
		equal(t, "shown", kinds(a.take()), []string{"message", "message"})
		equal(t, "closed", []wire.CloseCode{a.closed(), fresh.closed(), joining.closed()}, []wire.CloseCode{wire.CloseRestart, wire.CloseRestart, wire.CloseRestart})
		equal(t, "again", r.hub.Stop(context.Background()), nil)
		after(20 * time.Millisecond)
	})
}

func TestStopGivesUpInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &harness{t: t, log: newMemLog("general"), admission: newMemAdmission()}
		r.hub = NewHub(Config{Log: r.log, Admission: r.admission, Logger: quiet()})
		a := r.inside("ann")
		hold := make(chan struct{})
		r.log.set(func(l *memLog) { l.hold = hold })
		a.say("stuck")
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		if err := r.hub.Stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		after(time.Second)
		equal(t, "closed all the same", a.closed(), wire.CloseRestart)
		close(hold)
		after(time.Second)
	})
}

// The error for a command that the log refuses goes to its sender alone, and
// the other commands are stored.
func TestRefusalIsItsSendersAlone(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		a.take()
		r.log.set(func(l *memLog) { l.refuse["id-ann"] = errors.New("column secret does not exist") })
		a.say("x")
		e := refusal(t, a.take())
		equal(t, "no cause is shown", []any{e["code"], e["message"]}, []any{"internal", "Something went wrong"})
		equal(t, "others", len(only(b.take(), "error")), 0)
		b.say("y")
		equal(t, "goes on", len(only(a.take(), "message")), 1)
	})
}
