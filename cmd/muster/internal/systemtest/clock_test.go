package systemtest

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/actors"
	"muster/actors/wire"
	"muster/cmd/muster/internal/systemtest/harness"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/redis/redistest"
)

// The clock of one node jumps an hour ahead and two back while members talk: what is allowed,
// the times of messages and their order are the database's, so both nodes go on as if nothing
// were, in step, and nobody is thrown out, held up or counted wrongly.
func TestClockOfANodeJumps(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	network := redistest.NewNetwork()
	var ahead atomic.Int64
	hubs := []*actors.Hub{}
	for i := range 2 {
		bus := network.AddNode()
		t.Cleanup(bus.Close)
		clock := time.Now
		if i == 1 {
			clock = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
		}
		hub := actors.NewHub(actors.Config{
			Log: logs.New(db), Admission: logs.New(db), Bus: bus, DefaultRoom: "general", Rate: 20, Burst: 20, Clock: clock,
			Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		})
		t.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			defer cancel()
			if err := hub.Stop(ctx); err != nil {
				t.Errorf("stop: %v", err)
			}
		})
		hubs = append(hubs, hub)
	}
	token := soldier(t, db, "bob")
	ann, annSees := enter(t, hubs[0], soldier(t, db, "ann"), 0)
	bob, bobSees := enter(t, hubs[1], token, 0)
	last := int64(0)
	say := func(what string, by *actors.Session) {
		t.Helper()
		for range 3 {
			last++
			receive(t, by, wire.SendMessage{Text: what, ClientMsgID: uuid.NewString()})
			for _, p := range []*page{annSees, bobSees} {
				p.until(t, what, func(f seen) bool { return f.Type == "message" && f.Seq == last })
			}
		}
	}
	for _, jump := range []time.Duration{0, time.Hour, -time.Hour, 0} {
		ahead.Store(int64(jump))
		say(jump.String(), ann)
		say(jump.String(), bob)
		// The session is as old as the database says.
		late, lateSees := enter(t, hubs[1], token, last)
		if got := lateSees.until(t, "joined", func(f seen) bool { return f.Type == "room_joined" }); !got.Resumed || got.Seq != last {
			t.Errorf("%s: %+v", jump, got)
		}
		late.Gone()
		for _, hub := range hubs {
			harness.Until(t, jump.String()+": both nodes count two", func() bool { return hub.OnlineCount() == 2 })
		}
	}
	for _, p := range []*page{annSees, bobSees} {
		if got := p.messages(); int64(len(got)) != last || !slices.IsSorted(got) {
			t.Errorf("%d of %d messages: %v", len(got), last, got)
		}
	}
	events, err := logs.New(db).Events(t.Context(), "general", 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		if off := time.Since(e.At).Abs(); off > 10*time.Minute || i > 0 && e.At.Before(events[i-1].At) {
			t.Errorf("event %d is of %s", e.Seq, e.At)
		}
	}
}
