package systemtest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"muster/cmd/muster/internal/systemtest/harness"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/actors"
	"muster/actors/wire"
	"muster/store"
	"muster/store/bus"
	"muster/store/chat"
	"muster/store/desk"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/redis"
	"muster/store/redis/redistest"
	"muster/store/roomlog"
)

// startNode is a hub on a bus; both end with the test.
func startNode(t *testing.T, db *postgres.DB, bus actors.Bus) *actors.Hub {
	t.Helper()
	hub := actors.NewHub(actors.Config{
		Log: logs.New(db), Admission: logs.New(db), Bus: bus, DefaultRoom: "general", Rate: 100000, Burst: 100000,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := hub.Stop(ctx); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return hub
}

// redisBus is a bus on a Redis; it ends with the test.
func redisBus(t *testing.T, url string) *redis.Bus {
	t.Helper()
	bus, err := redis.Open(redis.Config{URL: url, Namespace: "test", Key: make([]byte, 32), Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		bus.Close(ctx) // Redis may be gone by then
	})
	return bus
}

// Everything that members see crosses three nodes on one real
// Postgres, over the bus of the tests and over a real Redis alike.
func TestWS31ThreeNodes(t *testing.T) {
	t.Parallel()
	for name, plug := range map[string]func(t *testing.T) func(t *testing.T) actors.Bus{
		"in process": func(t *testing.T) func(t *testing.T) actors.Bus {
			x := redistest.NewNetwork()
			return func(t *testing.T) actors.Bus {
				s := x.AddNode()
				t.Cleanup(s.Close)
				return s
			}
		},
		"redis": func(t *testing.T) func(t *testing.T) actors.Bus {
			server := redistest.Start(t)
			return func(t *testing.T) actors.Bus { return redisBus(t, server.URL()) }
		},
	} {
		t.Run(name, func(t *testing.T) { threeNodes(t, plug(t)) })
	}
}

func threeNodes(t *testing.T, plug func(t *testing.T) actors.Bus) {
	db := storetest.Open(t)
	var hubs []*actors.Hub
	var sessions []*actors.Session
	var pages []*page
	for _, name := range []string{"ann", "bob", "cyd"} {
		hub := startNode(t, db, plug(t))
		s, p := enter(t, hub, soldier(t, db, name), 0)
		hubs, sessions, pages = append(hubs, hub), append(sessions, s), append(pages, p)
	}
	all := func(what string, fits func(seen) bool) (one seen) {
		t.Helper()
		for _, p := range pages {
			one = p.until(t, what, fits)
		}
		return one
	}
	for i, hub := range hubs {
		harness.Until(t, fmt.Sprint("node ", i, " counts three"), func() bool { return hub.OnlineCount() == 3 })
	}
	pages[0].until(t, "cyd in the room", func(f seen) bool { return f.Type == "user_joined_room" && f.Username == "cyd" })
	// The node may hear of cyd before it hears of bob.
	pages[0].until(t, "three in the room", func(f seen) bool { return f.Type == "user_joined_room" && f.OnlineCount == 3 })
	for i := range int64(30) {
		receive(t, sessions[i%3], wire.SendMessage{Text: "hello", ClientMsgID: uuid.NewString()})
		all("message", func(f seen) bool { return f.Type == "message" && f.Seq == i+1 })
	}
	for i, p := range pages {
		if got := p.messages(); !slices.IsSorted(got) || len(got) != 30 {
			t.Errorf("node %d: %v", i, got)
		}
	}
	first := pages[0].until(t, "message", func(f seen) bool { return f.Type == "message" })
	receive(t, sessions[1], wire.AddReaction{MessageID: first.ID, Reaction: "👍"})
	all("reaction", func(f seen) bool { return f.Type == "reaction_added" && f.Username == "bob" })
	receive(t, sessions[1], wire.RemoveReaction{MessageID: first.ID, Reaction: "👍"})
	all("reaction removed", func(f seen) bool { return f.Type == "reaction_removed" && f.Seq == 32 })
	receive(t, sessions[0], wire.DeleteMessage{MessageID: first.ID})
	all("deletion", func(f seen) bool { return f.Type == "message_deleted" && f.MessageID == first.ID })
	receive(t, sessions[2], wire.TypingStart{})
	pages[0].until(t, "typing", func(f seen) bool { return f.Type == "typing_indicator" && f.Username == "cyd" && f.Typing })

	// A send that is repeated on another node stores nothing.
	id := uuid.NewString()
	again, answers := enter(t, hubs[1], soldier(t, db, "dan"), 0)
	dan := answers.until(t, "joined", func(f seen) bool { return f.Type == "joined" }).UserID
	receive(t, again, wire.SendMessage{Text: "once", ClientMsgID: id})
	stored := answers.until(t, "message", func(f seen) bool { return f.ClientMsgID == id })
	other, answered := enter(t, hubs[2], session(t, db, dan), stored.Seq)
	receive(t, other, wire.SendMessage{Text: "once", ClientMsgID: id})
	if got := answered.until(t, "the first answer", func(f seen) bool { return f.ClientMsgID == id }); got.ID != stored.ID || got.Seq != stored.Seq {
		t.Errorf("resent to another node: %+v, first %+v", got, stored)
	}
	// What was missed comes on another node, exactly.
	_, caught := enter(t, hubs[2], session(t, db, dan), 31)
	caught.until(t, "the last missed", func(f seen) bool { return f.Seq == stored.Seq && f.Type == "message" })
	if got := caught.messages(); len(got) != 1 {
		t.Errorf("resumed with messages %v", got)
	}

	// Committed by a call on the first node.
	eve, err := members.New(db).AddMember(t.Context(), store.NewMember{Name: "Eve", Email: "eve@muster.test"})
	if err != nil {
		t.Fatal(err)
	}
	eves, _ := enter(t, hubs[1], session(t, db, eve.ID), 0)
	pages[2].until(t, "eve", func(f seen) bool { return f.Type == "user_joined" && f.UserID == eve.ID })
	if _, err := members.New(db).SetUsername(t.Context(), eve.ID, "evelyn"); err != nil {
		t.Fatal(err)
	}
	hubs[0].SiteChanged()
	all("rename", func(f seen) bool { return f.Type == "username_changed" && f.UserID == eve.ID })
	eves.Gone()
	pages[2].until(t, "gone under the new name", func(f seen) bool { return f.Type == "user_left" && f.Username == "evelyn" })
	bob := pages[0].until(t, "bob", func(f seen) bool { return f.Type == "user_joined" && f.Username == "bob" }).UserID
	if err := members.New(db).SetChatAccess(t.Context(), bob, false, nil); err != nil {
		t.Fatal(err)
	}
	hubs[0].SiteChanged()
	pages[1].until(t, "ban", func(f seen) bool { return f.Type == "error" && f.Code == "banned" })
	pages[0].until(t, "gone", func(f seen) bool { return f.Type == "user_left" && f.UserID == bob })
	harness.Until(t, "the count without bob", func() bool { return hubs[0].OnlineCount() == 3 && hubs[2].OnlineCount() == 3 })
}

// session opens one more session of a member and gives its token.
func session(t *testing.T, db *postgres.DB, member string) string {
	t.Helper()
	token, _, err := members.New(db).CreateSession(t.Context(), store.MemberSession, member, "a test", "127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// Redis killed, restarted empty, frozen, or answering
// everything and delivering nothing: members on the other node get every event,
// in order, once; and when Redis is back the bus carries again.
func TestP5NothingIsMissedWhateverRedisDoes(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	proxy := redistest.StartProxy(t, server)
	db := storetest.Open(t)
	buses := []*redis.Bus{redisBus(t, proxy.URL()), redisBus(t, proxy.URL())}
	here, there := startNode(t, db, buses[0]), startNode(t, db, buses[1])
	writer, _ := enter(t, here, soldier(t, db, "ann"), 0)
	_, read := enter(t, there, soldier(t, db, "bob"), 0)
	carries := func(what string) {
		t.Helper()
		for _, b := range buses {
			harness.Until(t, what, func() bool { return b.State() == redis.Up })
		}
		harness.Until(t, what+": both count two", func() bool { return here.OnlineCount() == 2 && there.OnlineCount() == 2 })
	}
	carries("at first")
	last := int64(0)
	say := func(what string) {
		t.Helper()
		for range 20 {
			last++
			receive(t, writer, wire.SendMessage{Text: "hello", ClientMsgID: uuid.NewString()})
		}
		read.until(t, what, func(f seen) bool { return f.Type == "message" && f.Seq == last })
	}
	say("all is well")
	for _, fault := range []struct {
		name       string
		begin, end func()
		state      redis.State // that the bus itself finds out; "" for one too short to be noticed
	}{
		{"killed", server.Kill, server.Run, redis.Down},
		{"restarted empty", func() { server.Kill(); server.Run() }, func() {}, ""},
		{"frozen", server.Freeze, server.Thaw, ""},
		{"swallowing", func() { proxy.Swallow(true) }, func() { proxy.Swallow(false) }, redis.Silent},
	} {
		fault.begin()
		say(fault.name)
		if fault.state != "" {
			harness.Until(t, fault.name+" is found out", func() bool { return buses[1].State() == fault.state })
			say(fault.name + ", found out")
		}
		fault.end()
		say("after " + fault.name)
		carries("after " + fault.name)
		heard := buses[1].Counts().Received
		harness.Until(t, "the bus carries after "+fault.name, func() bool {
			say("with the bus after " + fault.name)
			return buses[1].Counts().Received > heard
		})
	}
	got := read.messages()
	for i, seq := range got {
		if seq != int64(i+1) {
			t.Fatalf("event %d came as number %d", seq, i+1)
		}
	}
	if int64(len(got)) != last {
		t.Fatalf("%d events, %d were stored", len(got), last)
	}
}

// Two nodes share one pace through Redis; it stays a limit when Redis
// is gone.
func TestSEC3PaceOverTwoNodes(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	buses := []*redis.Bus{redisBus(t, server.URL()), redisBus(t, server.URL())}
	for _, b := range buses {
		b.Listen(deaf{})
	}
	acts := time.Duration(0)
	for i := range 6 {
		// Nobody hears of an act that Redis does not answer within 100 ms; it may count all the same.
		harness.Until(t, "an answer", func() bool {
			acts++
			answer := make(chan time.Duration, 1)
			buses[i%2].Report("send:ann", time.Hour, func(left time.Duration) { answer <- left })
			select {
			case left := <-answer:
				if least := time.Duration(i+1) * time.Hour; left > acts*time.Hour || left < least-30*time.Minute {
					t.Fatalf("after %d answers to %d acts: %v", i+1, acts, left)
				}
				return true
			case <-time.After(time.Second):
				return false
			}
		})
	}
	server.Kill()
	answered := make(chan time.Duration, 100)
	for range 100 {
		buses[0].Report("send:ann", time.Minute, func(left time.Duration) { answered <- left })
	}
	server.Run() // empty: nothing is owed any more
	harness.Until(t, "an answer of the new server", func() bool {
		buses[0].Report("send:ann", time.Minute, func(left time.Duration) { answered <- left })
		return len(answered) > 0
	})
}

// deaf is a listener that does nothing.
type deaf struct{}

func (deaf) Gap(string)                         {}
func (deaf) RoomEvents(string, []roomlog.Event) {}
func (deaf) SiteReached(int64)                  {}
func (deaf) Broadcast(store.Broadcast)          {}
func (deaf) RoomTyping(string, bus.Typing)      {}
func (deaf) Flag(chat.Flag)                     {}
func (deaf) Read(roomlog.ReadState)             {}
func (deaf) Presence(bus.Presence)              {}
func (deaf) Activity(desk.ActivityBatch)        {}
func (deaf) ActivityWatched(desk.ActivityWatch) {}
